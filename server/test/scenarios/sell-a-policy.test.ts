import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
})
afterAll(() => platform.close())

describe('a sale', () => {
  it('goes from a quote over an offer and a payment to a paid policy', async () => {
    const seller = sellerOn(platform)
    const offer = await madeOffer(seller)
    const before = await seller.get(`/policies/${offer.id}`)
    expect(before.json()).toMatchObject({ status: 'ready', expired: false })
    const payment = await seller.pay(offer)
    expect(payment.json()).toMatchObject({ object: 'payment', status: 'ok', livemode: false })
    const after = await seller.get(`/policies/${offer.id}`)
    expect(after.json()).toMatchObject({ id: offer.id, status: 'paid' })
  })

  it('ends with a cancellation that refunds the days not used', async () => {
    const seller = sellerOn(platform)
    const policy = await soldPolicy(seller)
    const accepted = await seller.cancel(policy.id, policy.version_id)
    expect(accepted.statusCode).toBe(202)
    await platform.runDue()
    const cancelled = await seller.get(`/policies/${policy.id}`)
    expect(cancelled.json()).toMatchObject({ status: 'cancelled', cancelled_by: 'distributor' })
    const payment = await seller.get(`/payments/${policy.payment_id}`)
    expect(payment.json()).toMatchObject({ refunds: [{ status: 'ok', method: 'pro_rata' }] })
  })
})
