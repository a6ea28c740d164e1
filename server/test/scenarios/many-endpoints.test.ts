import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { announceChange, sql } from '../../src/database/index.ts'
import { type WebhookId, mintId } from '../../src/kernel/index.ts'
import { insertSecret } from '../../src/webhooks/secret-store.ts'
import { mintSigningSecret, sealSecret } from '../../src/webhooks/webhook-secret.ts'
import { insertWebhook, selectWebhook } from '../../src/webhooks/webhook-store.ts'
import { startReceiver } from '../builders/receiver.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestDispatcher, dispatcherOn, webhooksOf } from '../builders/webhooks.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let dispatcher: TestDispatcher
beforeAll(async () => {
  platform = await openTestPlatform({ webhooks: { allowsPrivate: true } })
  dispatcher = await dispatcherOn(platform)
})
afterAll(async () => {
  await dispatcher.stop()
  await platform.close()
})

const endpointsMax = 50
const endpointAt = (url: string, at: number) => ({ url: `${url}?${at}`, events: ['policy.issued'] })

/** As many as an account may have. Gives the last of them. */
async function makeAll(url: string): Promise<WebhookId> {
  let id = ''
  for (let at = 0; at < endpointsMax; at += 1) {
    id = (await webhooksOf(platform).create(endpointAt(url, at))).id
  }
  const refused = await webhooksOf(platform).send('POST', '', endpointAt(url, endpointsMax))
  const code = platform.refused.get(String(refused.headers['x-request-id']))
  expect([refused.statusCode, code]).toEqual([400, 'too_many_webhooks'])
  return id as WebhookId // As the platform named it.
}

/** And more, as if there were other accounts. */
async function makeMore(last: WebhookId, url: string, count: number): Promise<void> {
  const { db, keyRing, clock } = platform
  const made = await selectWebhook(db, last)
  if (made === undefined) throw new Error('it was made just now')
  await db.transaction(async (tx) => {
    for (let at = endpointsMax; at < count; at += 1) {
      const copy = { ...made, id: mintId('whk', clock()), url: endpointAt(url, at).url }
      await insertWebhook(tx, copy)
      await insertSecret(tx, sealSecret(keyRing, copy.id, 1, mintSigningSecret()))
    }
    await announceChange(tx, 'webhooks')
  })
}

async function deleteAll(): Promise<void> {
  await platform.db.transaction(async (tx) => {
    await tx.query(sql`update webhooks set deleted_at = now()`)
    await announceChange(tx, 'webhooks')
  })
  await platform.handlers.sweep({})
}

async function kept(): Promise<Record<string, number>> {
  const { rows } = await platform.db.pool.query<{ state: string; count: number }>(
    'select state, count(*)::int from webhook_deliveries group by state',
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

describe('a thousand endpoints', () => {
  it('get their events, and those that hang or fail hold up no other', async () => {
    const held: (() => void)[] = []
    const many = await startReceiver((response, { path }) => {
      const at = Number(path.split('?')[1])
      if (at % 20 === 0) held.push(() => void response.destroy())
      else response.writeHead(at % 20 === 10 ? 500 : 200).end()
    })
    await makeMore(await makeAll(many.url), many.url, 1_000)
    const policy = await soldPolicy(sellerOn(platform))
    await expect.poll(() => many.received.length).toBe(1_000)
    expect(new Set(many.received.map(({ path }) => path)).size).toBe(1_000)
    expect(many.received.every(({ event }) => event.policy_id === policy.id)).toBe(true)
    await expect.poll(kept).toEqual({ delivered: 900, waiting: 50 })
    // The line is dropped, and taken up once more before that counts as a failure.
    many.react = (response) => void response.destroy()
    for (const drop of held) drop()
    await dispatcher.settled()
    expect(await kept()).toEqual({ delivered: 900, waiting: 100 })
    expect(dispatcher.complaints).toEqual([])
    await deleteAll()
    expect(await kept()).toEqual({})
    await many.close()
  })
})

describe('what became of messages', () => {
  it('is kept for a week, or ninety days where it was parked, of however many endpoints', async () => {
    const receiver = await startReceiver((response, { path }) => {
      response.writeHead(path === '/hook?7' ? 500 : 200).end()
    })
    await makeAll(receiver.url)
    await soldPolicy(sellerOn(platform))
    await dispatcher.settled()
    // As if its last attempt had failed as well.
    await platform.db.pool.query(
      "update webhook_deliveries set state = 'parked', next_at = null where state = 'waiting'",
    )
    const passing = async (days: number) => {
      platform.clock.advance({ hours: 24 * days })
      await platform.handlers.sweep({})
      return kept()
    }
    expect(await passing(6)).toEqual({ delivered: endpointsMax - 1, parked: 1 })
    expect(await passing(1)).toEqual({ delivered: endpointsMax - 1, parked: 1 })
    expect(await passing(1)).toEqual({ parked: 1 })
    expect(await passing(81)).toEqual({ parked: 1 })
    expect(await passing(2)).toEqual({})
    await receiver.close()
  })
})
