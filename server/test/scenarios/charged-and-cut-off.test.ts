import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { type OfferCreated, madeOffer, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { eventsOf, paymentsOf, tally } from './records.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())
afterEach(() => void vi.restoreAllMocks())

/**
 * Pays by card, and from the moment the card is charged on holds the policy's row, so that the
 * outcome waits to be written. A session that waits so is cut off, as often as the test says.
 */
async function payAndCutOff(offer: OfferCreated, times: number) {
  const holder = new Client({ ...platform.db.connection })
  await holder.connect()
  const sandbox = platform.providers.get('sandbox')
  if (sandbox === undefined) throw new Error('there is a sandbox')
  const charge = sandbox.charge.bind(sandbox)
  vi.spyOn(sandbox, 'charge').mockImplementationOnce(async (...args) => {
    const answer = await charge(...args)
    await holder.query('begin')
    await holder.query('select from policies where id = $1 for update', [offer.id])
    return answer
  })
  try {
    const paying = sellerOn(platform).pay(offer, { provider: 'sandbox', method: 'card' })
    const cutOff: number[] = []
    while (cutOff.length < times) cutOff.push(...(await cutOffWhoWaits(cutOff)))
    await holder.query('rollback')
    return await paying
  } finally {
    await holder.end()
  }
}

/** Cuts off every session that waits for a lock; one that was cut off may still be seen for a moment. */
async function cutOffWhoWaits(before: readonly number[]): Promise<number[]> {
  await sleep(5)
  const cut = await platform.db.query<{ pid: number }>(sql`
    select pid, pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and pid <> all(${before})`)
  return cut.map((one) => one.pid)
}

describe('a card that was charged while the database went away', () => {
  it('is written down at the next try', async () => {
    const offer = await madeOffer(sellerOn(platform))
    const answer = await payAndCutOff(offer, 2)
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { status: 'ok' }])
    expect(await paymentsOf(platform, offer.id)).toMatchObject([{ status: 'ok' }])
  })

  it('is pending, never failed, when no try works, and the job finds the money', async () => {
    const offer = await madeOffer(sellerOn(platform))
    const answer = await payAndCutOff(offer, 4)
    const payment = answer.json<{ id: string; status: string }>()
    expect([answer.statusCode, payment.status]).toEqual([200, 'pending'])
    platform.clock.advance({ seconds: 30 })
    await platform.runDue()
    expect(await paymentsOf(platform, offer.id)).toEqual([{ id: payment.id, status: 'ok' }])
    expect(tally(await eventsOf(platform, offer.id, payment.id))).toMatchObject({
      'payment.ok': 1,
      'policy.issued': 1,
    })
  })
})
