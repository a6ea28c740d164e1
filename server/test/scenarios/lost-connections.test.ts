import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { type OfferCreated, madeOffer, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { paymentsOf, tally } from './records.ts'

let platform: TestPlatform
/** Stands beside all others, none of which it could rely on. */
let cutter: pg.Client
beforeAll(async () => {
  platform = await openTestPlatform()
  cutter = new pg.Client({ ...platform.connection })
  await cutter.connect()
})
afterAll(async () => {
  await cutter.end()
  await platform.close()
})

/** Cuts every connection to the database, as a failover would. */
async function cutConnections(): Promise<void> {
  await cutter.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
}

describe('while connections to the database are being cut', () => {
  it('no sale is half made, and every answer is a documented one', async () => {
    const seller = sellerOn(platform)
    const offers: OfferCreated[] = []
    for (let n = 0; n < 30; n++) offers.push(await madeOffer(seller))
    const over = new AbortController()
    const cutting = (async () => {
      while (!over.signal.aborted) {
        await cutConnections()
        await sleep(20)
      }
    })()
    const answers = await Promise.all(
      offers.map(async (offer, n) => {
        await sleep(n * 10)
        return seller.pay(offer, n % 2 === 0 ? {} : { provider: 'sandbox', method: 'card' })
      }),
    ).finally(() => over.abort())
    await cutting
    const statuses = answers.map((answer) => answer.statusCode)
    expect(statuses.filter((status) => ![200, 503].includes(status))).toEqual([])

    platform.clock.advance({ minutes: 10 })
    await platform.runDue()
    for (const [n, offer] of offers.entries()) {
      const policy = (await seller.get(`/policies/${offer.id}`)).json<{ status: string }>()
      const payments = tally((await paymentsOf(platform, offer.id)).map((one) => one.status))
      expect(payments).toEqual(policy.status === 'paid' ? { ok: 1 } : {})
      if (statuses[n] === 200) expect(policy.status).toBe('paid')
      const again = await seller.pay(offer)
      expect(again.statusCode).toBe(policy.status === 'paid' ? 400 : 200)
    }
  })

  it('offers written together are there whole or not at all', async () => {
    const seller = sellerOn(platform)
    const token = (await seller.quote()).json<{ token: string }>().token
    const sensitive = { sensitive_data: { iban: 'DE89370400440532013000' } }
    const making = Promise.all(Array.from({ length: 40 }, () => seller.offer(token, sensitive)))
    await cutConnections()
    const answers = await making
    expect(answers.filter((answer) => ![200, 503].includes(answer.statusCode))).toEqual([])
    const broken = await platform.db.query(sql`
      select p.id from policies p
      left join policy_versions v on v.policy_id = p.id
      left join events e on e.subject_id = p.id and e.type = 'offer.created'
      where v.id is null or e.id is null or 1 + p.contains_sensitive_data::int <>
        (select count(*) from policy_secrets s where s.policy_id = p.id and s.subject = '')`)
    expect(broken).toEqual([])
    for (const answer of answers.filter((one) => one.statusCode === 200)) {
      const { id } = answer.json<{ id: string }>()
      expect((await seller.get(`/offers/${id}`)).statusCode).toBe(200)
    }
  })
})
