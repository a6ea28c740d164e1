import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PolicyId, PolicyVersionId } from '../../src/kernel/index.ts'
import { publishProduct } from '../../src/products/index.ts'
import { demoAccount } from '../builders/credentials.ts'
import { pushedDraft } from '../builders/draft.ts'
import { checkMoney } from '../builders/money-check.ts'
import { type Seller, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { eventsOf, refundsOf } from './records.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
})
afterAll(() => platform.close())

async function cancelledPolicy(seller: Seller, terminationDate: string, data = {}) {
  const policy = await soldPolicy(seller, { quote: { data } })
  const cancellation = { termination_date: terminationDate }
  const preview = await seller.previewCancellation(policy.id, policy.version_id, cancellation)
  previewed.set(policy.id, preview.json<{ refund: { amount: number } }>().refund.amount)
  const answer = await seller.cancel(policy.id, policy.version_id, cancellation)
  if (answer.statusCode !== 202) throw new Error(answer.body)
  await platform.runDue()
  return policy
}

/** What was previewed before each cancellation. */
const previewed = new Map<string, number>()

/**
 * The cyber demo: 50,000,000 at 2.1 per mille is 105,000; risk 0.95 * 1.12, deductible 0.88, a
 * quarter on top: 122,892.00 net; 19 % tax is 23,349.48. So 146,241 cents for a year.
 */
const cyberPremium = 146_241
/** The bike demo: 17,622 less 5 % is 16,740.90, so 16,741; 5 % duty is 837.05. So 17,578 Rappen. */
const bikePremium = 17_578

describe('a refund by days', () => {
  it.each([
    // 29 June 2027 to 28 June 2028 are 366 days, for 29 February lies in between.
    // To 31 December 186 are used: 146241 * 186 / 366 = 74319.19, and 146241 - 74319 = 71922.
    ['half a year with a leap day ahead', '2027-06-29', '2027-12-31', 71_922],
    // One day is used: 146241 / 366 = 399.56, and 146241 - 400 = 145841.
    ['the first day', '2027-06-29', '2027-06-29', 145_841],
    // One day is left: 146241 * 365 / 366 = 145841.43, and 146241 - 145841 = 400.
    ['the last but one day', '2027-06-29', '2028-06-27', 400],
    // 2 March 2027 to 1 March 2028 are 366 days; to 29 February 365 of them are used.
    ['a leap day', '2027-03-02', '2028-02-29', 400],
    // 1 March 2028 to 28 February 2029 are 365 days; to 31 December 306 are used:
    // 146241 * 306 / 365 = 122602.04, and 146241 - 122602 = 23639.
    ['a year without one', '2028-03-01', '2028-12-31', 23_639],
  ])('is exact to the cent: %s', async (_, start, termination, refund) => {
    const seller = sellerOn(platform)
    const policy = await cancelledPolicy(seller, termination, { policy_start_date: start })
    const view = await seller.get(`/policies/${policy.id}`)
    expect(view.json()).toMatchObject({ quote: { gross_payment_amount: cyberPremium } })
    expect(await refundsOf(platform, policy.id)).toEqual([
      { amount: refund, status: 'ok', method: 'pro_rata' },
    ])
    expect(previewed.get(policy.id)).toBe(refund)
  })

  it('is nothing once the paid year is over, where cover goes on without being renewed', async () => {
    const product_version_id = await pushedDraft(platform, 'cyber', {
      'product.yaml': (text) => text.replace(/\nrenewal:\n( .*\n)+/, '\n'),
    })
    const seller = sellerOn(platform)
    const { id, version_id } = await soldPolicy(seller, {
      quote: { body: { product_version_id }, data: { policy_start_date: '2027-06-29' } },
    })
    const cancellation = { termination_date: '2028-06-29' }
    expect((await seller.previewCancellation(id, version_id, cancellation)).json()).toMatchObject({
      refund: { amount: 0 },
    })
    expect((await seller.cancel(id, version_id, cancellation)).statusCode).toBe(202)
    await platform.runDue()
    expect(await refundsOf(platform, id)).toEqual([])
  })

  it('is shown before, by a preview that changes nothing', async () => {
    const seller = sellerOn(platform)
    const data = { policy_start_date: '2027-06-29' }
    const { id, version_id } = await soldPolicy(seller, { quote: { data } })
    const before = (await seller.get(`/policies/${id}`)).json()
    const preview = await seller.previewCancellation(id, version_id)
    expect(preview.statusCode).toBe(200)
    expect(preview.json()).toMatchObject({
      policy_id: id,
      version_id,
      transaction: 'cancellation',
      termination_date: '2027-12-31',
      charges: [{ first_day: '2027-06-29', last_day: '2028-06-28', amount: -71_922 }],
      invoice: null,
      credit: 0,
      refund: { amount: 71_922, currency: 'eur', method: 'pro_rata' },
      documents: [{ designation: 'cancellation' }],
      conflicts: [],
    })
    await platform.runDue()
    expect((await seller.get(`/policies/${id}`)).json()).toEqual(before)
    expect(await refundsOf(platform, id)).toEqual([])
  })

  it('stands in the payment, with what the provider said', async () => {
    const seller = sellerOn(platform)
    const policy = await cancelledPolicy(seller, '2027-12-31')
    const payment = await seller.get(`/payments/${policy.payment_id}`)
    const view = await seller.get(`/policies/${policy.id}`)
    const { refunds } = payment.json<{ refunds: { id: string }[] }>()
    expect(refunds).toEqual([
      {
        object: 'refund',
        id: refunds[0]?.id,
        status: 'ok',
        method: 'pro_rata',
        amount: 71_922,
        currency: 'eur',
        policy_version_id: view.json<{ version_id: string }>().version_id,
        reference: null,
        reason: null,
        created_at: '2027-03-01T09:00:00+00:00',
        processed_at: '2027-03-01T09:00:00+00:00',
      },
    ])
    expect(await eventsOf(platform, refunds[0]?.id ?? '')).toEqual(['refund.created', 'refund.ok'])
  })
})

describe('a refund before the start only', () => {
  it('is the whole premium up to the day before', async () => {
    const seller = sellerOn(platform, { product: 'bike' })
    const policy = await cancelledPolicy(seller, '2027-06-28')
    expect(await refundsOf(platform, policy.id)).toEqual([
      { amount: bikePremium, status: 'ok', method: 'full_before_start' },
    ])
  })

  it('is nothing from the first day on', async () => {
    const seller = sellerOn(platform, { product: 'bike' })
    const policy = await cancelledPolicy(seller, '2027-06-29')
    expect(await refundsOf(platform, policy.id)).toEqual([])
    expect((await seller.get(`/policies/${policy.id}`)).json()).toMatchObject({
      status: 'cancelled',
    })
  })
})

/** Sold on a draft of its own, so that what others sell stays as it is. */
async function soldOnTerms(cancellation: string) {
  const versionId = await pushedDraft(platform, 'bike', {
    'product.yaml': (text) =>
      text
        .replace('refund: full_before_start', cancellation)
        // Short rates are of single payments alone.
        .replace(/ *# For those[^]*(?=\nintegrations:)/, ''),
  })
  const seller = sellerOn(platform, { product: 'bike' })
  const policy = await soldPolicy(seller, {
    quote: { body: { product_version_id: versionId }, data: { start_date: '2027-03-02' } },
  })
  return { seller, policy }
}

/** Cancels it, having asked what that gives back; what was previewed and what came. */
async function endedOn(sale: Awaited<ReturnType<typeof soldOnTerms>>, terminationDate: string) {
  const { seller, policy } = sale
  const cancellation = { termination_date: terminationDate }
  const preview = await seller.previewCancellation(policy.id, policy.version_id, cancellation)
  await seller.cancel(policy.id, policy.version_id, cancellation)
  await platform.runDue()
  const expected = preview.json<{ refund: { amount: number; method: string } }>().refund
  return { expected, came: await refundsOf(platform, policy.id) }
}

describe('a refund by a short-rate table', () => {
  const terms =
    'refund: short_rate\n  short_rates: [{ days: 30, percent: 25 }, { days: 180, percent: 60 }]'
  // 17,578 Rappen for the 366 days from 2 March 2027 on.
  it.each([
    // 25 per cent is 4394.5, so 4,395 are kept.
    ['a quarter is kept for a month', '2027-03-31', 13_183],
    // 60 per cent is 10546.8, so 10,547 are kept.
    ['more than half for a month and a day', '2027-04-01', 7_031],
    ['all of it after the last row', '2027-08-29', null],
    ['nothing where cover never began', '2027-03-01', 17_578],
  ])('%s', async (_, lastDay, refund) => {
    const { expected, came } = await endedOn(await soldOnTerms(terms), lastDay)
    expect(expected).toMatchObject({ amount: refund ?? 0, method: 'short_rate' })
    expect(came).toEqual(
      refund === null ? [] : [{ amount: refund, status: 'ok', method: 'short_rate' }],
    )
  })
})

describe('a product that gives nothing back', () => {
  it('does not, not even before the start', async () => {
    const versionId = await pushedDraft(platform, 'bike', {
      'product.yaml': (text) => text.replace('refund: full_before_start', 'refund: none'),
    })
    const seller = sellerOn(platform, { product: 'bike' })
    const policy = await soldPolicy(seller, { quote: { body: { product_version_id: versionId } } })
    await seller.cancel(policy.id, policy.version_id, { termination_date: '2027-03-01' })
    await platform.runDue()
    expect(await refundsOf(platform, policy.id)).toEqual([])
  })

  it('leaves the promise made to earlier customers as it was', async () => {
    const seller = sellerOn(platform, { product: 'bike' })
    const earlier = await soldPolicy(seller)
    const versionId = await pushedDraft(platform, 'bike', {
      'product.yaml': (text) => text.replace('refund: full_before_start', 'refund: none '),
    })
    await publishProduct(platform, await demoAccount(platform, 'demo-insurance'), versionId)
    await seller.cancel(earlier.id, earlier.version_id, { termination_date: '2027-03-01' })
    await platform.runDue()
    expect(await refundsOf(platform, earlier.id)).toMatchObject([{ amount: bikePremium }])
  })
})

describe('the job that refunds', () => {
  it('run again and again, also at the same time, pays once', async () => {
    const seller = sellerOn(platform)
    const policy = await cancelledPolicy(seller, '2027-12-31')
    const { version_id: versionId } = (await seller.get(`/policies/${policy.id}`)).json<{
      version_id: PolicyVersionId
    }>()
    const task = { policyId: policy.id as PolicyId, versionId } // Ids that the platform gave us.
    await Promise.all(Array.from({ length: 8 }, () => platform.handlers.credit_due(task)))
    await Promise.all(Array.from({ length: 8 }, () => platform.handlers.assemble_transaction(task)))
    await platform.runDue()
    expect(await refundsOf(platform, policy.id)).toHaveLength(1)
    expect(
      (await eventsOf(platform, policy.id)).filter((type) => type === 'policy.cancelled'),
    ).toHaveLength(1)
  })
})

/** After all that was done above, in whatever order. */
it('all that is posted agrees in the end', async () => {
  const { policies_checked: checked, faults } = await checkMoney(platform)
  expect(faults).toEqual([])
  expect(checked).toBeGreaterThan(0)
})
