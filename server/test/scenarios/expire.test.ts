import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { testStart } from '../support/test-start.ts'
import { eventsOf } from './records.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
})
afterAll(() => platform.close())
beforeEach(() => platform.clock.set(testStart))

const at = (text: string) => platform.clock.set(Temporal.Instant.from(text))

/** The status in every view there is. */
async function statusesOf(id: string): Promise<unknown[]> {
  const seller = sellerOn(platform, { product: 'bike' })
  const byPublicKey = sellerOn(platform, { publicKey: platform.demo.keys.test.public })
  const views = [
    await seller.get(`/policies/${id}`),
    await byPublicKey.get(`/policies/${id}`),
    await seller.get(`/offers/${id}`),
  ]
  return views.map((view) => view.json<{ status: string }>().status)
}

describe('a policy of one year', () => {
  it('is in force on its last day, in the time zone of the product', async () => {
    const seller = sellerOn(platform, { product: 'bike' })
    const policy = await soldPolicy(seller)
    expect((await seller.get(`/policies/${policy.id}`)).json()).toMatchObject({
      start_date: '2027-06-28T22:00:00+00:00',
      end_date: '2028-06-28T21:59:59+00:00',
      localized_dates: {
        start_date: '2027-06-29T00:00:00+02:00',
        end_date: '2028-06-28T23:59:59+02:00',
        time_zone: 'Europe/Zurich',
      },
    })
    at('2028-06-28T21:59:59Z')
    expect(await statusesOf(policy.id)).toEqual(['paid', 'paid', 'paid'])
    expect((await seller.get(`/policies/${policy.id}`)).json()).toMatchObject({ expired: false })
  })

  it('is expired in every view from the next moment on, before any job has run', async () => {
    const seller = sellerOn(platform, { product: 'bike' })
    const policy = await soldPolicy(seller)
    at('2028-06-28T22:00:00Z')
    expect(await statusesOf(policy.id)).toEqual(['expired', 'expired', 'expired'])
    expect((await seller.get(`/policies/${policy.id}`)).json()).toMatchObject({ expired: true })
    expect(await eventsOf(platform, policy.id)).not.toContain('policy.expired')
    const refused = await seller.cancel(policy.id, policy.version_id)
    expect([refused.statusCode, refused.json()]).toEqual([
      422,
      {
        status: 'Unprocessable Entity',
        code: 'policy_expired',
        message: `Policy ${policy.id} is expired and cannot be cancelled.`,
      },
    ])
    const paidAgain = await seller.pay(policy)
    expect(paidAgain.statusCode).toBe(400)
  })

  it('has one event of its end, however often and from however many workers the sweep runs', async () => {
    const policies = await Promise.all(
      Array.from({ length: 4 }, () => soldPolicy(sellerOn(platform, { product: 'bike' }))),
    )
    at('2028-06-28T21:59:59Z')
    await platform.handlers.sweep({})
    for (const { id } of policies) {
      expect(await eventsOf(platform, id)).not.toContain('policy.expired')
    }
    at('2028-06-28T22:00:00Z')
    await Promise.all(Array.from({ length: 4 }, () => platform.handlers.sweep({})))
    at('2028-07-28T22:00:00Z')
    await platform.handlers.sweep({})
    for (const { id } of policies) {
      const expiries = (await eventsOf(platform, id)).filter((type) => type === 'policy.expired')
      expect(expiries).toHaveLength(1)
      expect(await statusesOf(id)).toEqual(['expired', 'expired', 'expired'])
      const seller = sellerOn(platform, { product: 'bike' })
      const { version_id: version } = (await seller.get(`/policies/${id}`)).json<{
        version_id: string
      }>()
      expect((await seller.cancel(id, version)).statusCode).toBe(422)
    }
  })

  it('cancelled on its last evening is cancelled, though the job comes after midnight', async () => {
    const seller = sellerOn(platform, { product: 'bike' })
    const policy = await soldPolicy(seller)
    at('2028-06-28T21:59:00Z')
    const cancellation = { termination_date: '2028-06-28' }
    expect((await seller.cancel(policy.id, policy.version_id, cancellation)).statusCode).toBe(202)
    at('2028-06-28T22:01:00Z')
    await platform.handlers.sweep({})
    await platform.runDue()
    expect(await statusesOf(policy.id)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(await eventsOf(platform, policy.id)).not.toContain('policy.expired')
  })
})

describe('a policy with an open end', () => {
  it('does not expire', async () => {
    const seller = sellerOn(platform)
    const policy = await soldPolicy(seller)
    at('2099-01-01T00:00:00Z')
    await platform.handlers.sweep({})
    expect((await seller.get(`/policies/${policy.id}`)).json()).toMatchObject({
      status: 'paid',
      expired: false,
      end_date: null,
    })
  })
})

describe('an offer that nobody pays', () => {
  it('is expired in every view after fourteen days, with one event', async () => {
    const offer = await madeOffer(sellerOn(platform, { product: 'bike' }))
    at('2027-03-15T08:59:59Z')
    expect(await statusesOf(offer.id)).toEqual(['ready', 'ready', 'ready'])
    at('2027-03-15T09:00:00Z')
    expect(await statusesOf(offer.id)).toEqual(['expired', 'expired', 'expired'])
    await Promise.all([platform.handlers.sweep({}), platform.handlers.sweep({})])
    expect(await eventsOf(platform, offer.id)).toEqual(['offer.created', 'offer.expired'])
  })
})
