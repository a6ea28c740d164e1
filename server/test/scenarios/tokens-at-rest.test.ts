import { randomBytes, randomUUID } from 'node:crypto'
import type { InjectOptions } from 'light-my-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Json, type PolicyId, isJsonObject } from '../../src/kernel/index.ts'
import { rotateSecrets, selectSecret } from '../../src/policies/index.ts'
import { openTokens } from '../../src/sales/index.ts'
import type { KeyRing } from '../../src/sealing/index.ts'
import { managerOn } from '../builders/manager.ts'
import { madeOffer, offerAssets, sellerOn, soldPolicy } from '../builders/sale.ts'
import { everyRow } from '../support/every-row.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
/** All that any answer has handed out. */
const handedOut = new Set<string>()
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

/** The platform, whose answers are kept; a request that writes may be repeated. */
function watched(): TestPlatform {
  const inject = async (request: InjectOptions) => {
    const key = request.method === 'POST' ? { 'idempotency-key': randomUUID() } : {}
    const answer = await platform.app.inject({
      ...request,
      headers: { ...key, ...request.headers },
    })
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
    collect(answer.json<Json>())
    return answer
  }
  return { ...platform, app: { inject } as never } // Sellers and managers ask for nothing else.
}

/** What is called a token or a key, and what a link carries as its token. */
function collect(value: Json, name = ''): void {
  if (typeof value === 'string') {
    if (/^(\w+_)?token$|^(key|secret)$/.test(name)) handedOut.add(value)
    for (const [, token = ''] of value.matchAll(/[?&]token=(\w+)/g)) handedOut.add(token)
  }
  if (Array.isArray(value)) for (const one of value) collect(one)
  if (isJsonObject(value)) for (const [key, one] of Object.entries(value)) collect(one, key)
}

/** Returns the number of the policy that was sold besides. */
async function handOutAll(): Promise<string> {
  const shop = watched()
  const [seller, manager] = [sellerOn(shop), managerOn(shop)]
  await manager.post('/manage/keys', { kind: 'secret', livemode: true, name: 'till' })
  await manager.post('/manage/keys', { kind: 'public', livemode: false, name: 'page' })
  await manager.post('/manage/access_tokens', { name: 'feed' })
  await manager.post('/manage/webhooks', { url: 'https://crm.example.com/hook' })
  const offer = await madeOffer(seller)
  await seller.get(`/offers/${offer.id}`)
  await seller.get(new URL(offerAssets(offer)).pathname + new URL(offerAssets(offer)).search)
  const sold = await soldPolicy(seller)
  await platform.runDue()
  await seller.get(`/payments/${sold.payment_id}`)
  const policy = await seller.get(`/policies/${sold.id}`)
  return policy.json<{ insurer_policy_id: string }>().insurer_policy_id
}

describe('a token or key that was handed out', () => {
  it('stands in no table', async () => {
    const sold = await handOutAll()
    const secrets = [...handedOut].filter((text) => text.length > 40)
    // Four credentials; of each sale a quote's, a payment's and that of its documents.
    expect(secrets).toHaveLength(4 + 2 * 3)
    const rows = (await everyRow(platform)).join('\n')
    expect(rows.includes(sold)).toBe(true)
    // The first part of a quote token is the quote's id; the last part of each is its secret.
    const tails = secrets.map((secret) => secret.slice(-40))
    const inBytes = tails.map((text) => Buffer.from(text).toString('hex'))
    expect([...tails, ...inBytes].filter((text) => rows.includes(text))).toEqual([])
  })

  it('is the same whenever a view shows it', async () => {
    const seller = sellerOn(platform)
    const sold = await soldPolicy(seller)
    const [offer, policy, payment] = await Promise.all(
      [`/offers/${sold.id}`, `/policies/${sold.id}`, `/payments/${sold.payment_id}`].map(
        async (path) => (await seller.get(path)).json<{ payment_token?: string; token?: string }>(),
      ),
    )
    expect(offer?.payment_token).toBe(sold.payment_token)
    expect(policy?.payment_token).toBe(sold.payment_token)
    expect(payment?.token).toBe(sold.payment_token)
  })
})

describe('sealed tokens', () => {
  it('are sealed anew after a new key was put in front of the ring', async () => {
    const sold = await soldPolicy(sellerOn(platform))
    const id = sold.id as PolicyId // The platform has just given it.
    const before = await openTokens(platform, id)
    expect(before.payment).toBe(sold.payment_token)
    const newKey = { id: 'newer', key: randomBytes(32) }
    const ring: KeyRing = [newKey, ...platform.keyRing]
    expect(await rotateSecrets(platform.db, ring)).toBeGreaterThan(0)
    expect((await selectSecret(platform.db, 'tokens', id))?.ringKeyId).toBe('newer')
    expect(await openTokens({ db: platform.db, keyRing: [newKey] }, id)).toEqual(before)
    // Back to the keys of the other tests.
    await rotateSecrets(platform.db, [...platform.keyRing, newKey])
  })

  it('of one policy do not open as those of another', async () => {
    const seller = sellerOn(platform)
    const [mine, other] = [await madeOffer(seller), await madeOffer(seller)]
    await platform.db.pool.query(
      `update policy_secrets mine set sealed_key = other.sealed_key, sealed_data = other.sealed_data
       from policy_secrets other where mine.policy_id = $1 and other.policy_id = $2`,
      [mine.id, other.id],
    )
    await expect(openTokens(platform, mine.id as PolicyId)).rejects.toThrow() // Likewise.
  })
})
