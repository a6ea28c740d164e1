import type { Response } from 'light-my-request'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ databaseLimits: {} })
})
afterAll(() => platform.close())

/** Holds policies as somebody would who forgot a transaction in a console. */
async function hold(ids: readonly string[]): Promise<Client> {
  const holder = new Client({ ...platform.db.connection })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from policies where id = any($1) order by id for update', [ids])
  return holder
}

const each = 33

describe('while somebody holds a policy and does not let go', () => {
  it('requests for it are asked to try again, and all others are served', async () => {
    const seller = sellerOn(platform)
    const [offer, other] = [await madeOffer(seller), await madeOffer(seller)]
    const [policy, shown] = [await soldPolicy(seller), await soldPolicy(seller)]
    const holder = await hold([offer.id, policy.id])
    const card = { provider: 'sandbox', method: 'card' }
    const wanting: Promise<Response>[] = []
    for (let n = 0; n < each; n++) {
      wanting.push(seller.pay(offer), seller.pay(offer, card))
      wanting.push(seller.cancel(policy.id, policy.version_id))
    }
    const served = await Promise.all([
      seller.quote(),
      seller.get(`/policies/${shown.id}`),
      seller.get(`/offers/${offer.id}`),
      seller.pay(other),
      seller.cancel(shown.id, shown.version_id),
      platform.app.inject('/readyz'),
    ])
    expect(served.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200, 202, 200])
    const refused = await Promise.all(wanting)
    expect(new Set(refused.map((answer) => answer.statusCode))).toEqual(new Set([503]))
    for (const answer of refused) {
      expect(answer.json()).toMatchObject({ status: 'Service Unavailable' })
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    await holder.query('rollback')
    await holder.end()
    expect((await seller.pay(offer)).statusCode).toBe(200)
    expect((await seller.cancel(policy.id, policy.version_id)).statusCode).toBe(202)
  })
})
