import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { ClockId } from '../../src/kernel/index.ts'
import { newClock } from '../builders/clock.ts'
import { publishedDraft } from '../builders/draft.ts'
import { checkMoney } from '../builders/money-check.ts'
import { ordersOn } from '../builders/orders.ts'
import { renewalsOn } from '../builders/renewals.ts'
import { type Seller, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(async () => {
  expect((await checkMoney(platform)).faults).toEqual([])
  await platform.close()
})

interface Stage {
  readonly clock: ClockId
  readonly seller: Seller
  readonly orders: ReturnType<typeof ordersOn>
  readonly renewals: ReturnType<typeof renewalsOn>
}

async function onClock(product: string, at: string): Promise<Stage> {
  const clock = await newClock(platform, at)
  const secretKey = platform.demo.insurer.test.secret
  const seller = sellerOn(platform, { product, clock, secretKey })
  return {
    clock,
    seller,
    orders: ordersOn(platform, seller),
    renewals: renewalsOn(platform, seller, clock),
  }
}

/** A company insured from 1 March 2031 on, without an end. */
async function company(): Promise<Stage & { readonly id: string }> {
  const stage = await onClock('cyber', '2031-02-01T09:00:00Z')
  const { id } = await soldPolicy(stage.seller, {
    quote: { data: { policy_start_date: '2031-03-01' } },
  })
  return { ...stage, id }
}

/** A bike insured for a year from 1 June 2031 on. */
async function bike(purchased = '2031-04-01'): Promise<Stage & { readonly id: string }> {
  const stage = await onClock('bike', '2031-05-01T09:00:00Z')
  const data = { start_date: '2031-06-01', purchase_date: purchased }
  const { id } = await soldPolicy(stage.seller, { quote: { data } })
  return { ...stage, id }
}

/** The terms of the active version, as they are stored. */
async function termsOf(id: string) {
  const rows = await platform.db.query<{ terms: { first_day: string; last_day: string }[] }>(sql`
    select v.terms from policy_versions v join policies p on p.version_id = v.id where p.id = ${id}`)
  return rows[0]?.terms.map(({ first_day, last_day }) => `${first_day} to ${last_day}`)
}

describe('a cover without an end', () => {
  it('goes on by itself, term by term, each told before and on the newest tariff', async () => {
    const { id, seller, renewals, orders } = await company()
    const sold = await orders.view(id)
    expect(await renewals.show(id)).toMatchObject({
      state: 'scheduled',
      kind: 'automatic',
      first_day: '2032-03-01',
      gross_payment_amount: null,
    })
    await renewals.advance('2031-12-30T22:59:59Z')
    expect((await renewals.show(id)).state).toBe('scheduled')
    const dearer = await publishedDraft(platform, 'cyber', {
      'pricing.yaml': (text) => text.replace(/minimum_premium: .*/, 'minimum_premium: 500000'),
    })
    await renewals.advance('2031-12-31T23:00:00Z')
    const offered = await renewals.show(id)
    expect(offered).toMatchObject({
      state: 'offered',
      first_day: '2032-03-01',
      last_day: '2033-02-28',
      product_version_id: dearer,
      gross_payment_amount_before: sold.quote.gross_payment_amount,
    })
    expect(offered.gross_payment_amount).toBeGreaterThan(offered.gross_payment_amount_before)
    // What is published later is for the next term.
    await publishedDraft(platform, 'cyber', {
      'pricing.yaml': (text) => text.replace(/minimum_premium: .*/, 'minimum_premium: 600000'),
    })
    await renewals.advance('2032-02-29T22:59:59Z')
    expect(await orders.view(id)).toMatchObject({
      version_id: sold.version_id,
      status: 'paid',
      end_date: null,
    })
    await renewals.advance('2032-02-29T23:00:00Z')
    const renewed = await orders.view(id)
    expect(renewed).toMatchObject({
      status: 'paid',
      insurer_policy_id: sold['insurer_policy_id'],
      start_date: sold['start_date'],
      end_date: null,
      product_version_id: dearer,
      quote: {
        gross_payment_amount: offered.gross_payment_amount,
        customer_input: { policy_start_date: '2032-03-01' },
      },
    })
    expect(renewed.version_id).not.toBe(sold.version_id)
    await renewals.advance('2034-03-01T12:00:00Z')
    expect(await termsOf(id)).toEqual([
      '2031-03-01 to 2032-02-29',
      '2032-03-01 to 2033-02-28',
      '2033-03-01 to 2034-02-28',
      '2034-03-01 to 2035-02-28',
    ])
    expect(await renewals.events(id)).toEqual([
      'policy.issued',
      ...Array.from({ length: 3 }, () => ['renewal.offered', 'policy.renewed']).flat(),
    ])
    const then = await seller.get(`/policies/${id}?as_of=2031-08-01`)
    expect(then.json()).toMatchObject({
      product_version_id: sold['product_version_id'],
      quote: { gross_payment_amount: sold.quote.gross_payment_amount },
    })
  })
})
