import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkMoney } from '../builders/money-check.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { type Seller, madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { answer, refused, wrong, invalid } from '../contract/words.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let insurer: Seller
let bikes: Seller
let transactions: ReturnType<typeof transactionsOn>
let bikeTransactions: ReturnType<typeof transactionsOn>
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  const secretKey = platform.demo.insurer.test.secret
  insurer = sellerOn(platform, { secretKey })
  bikes = sellerOn(platform, { secretKey, product: 'bike' })
  transactions = transactionsOn(platform, insurer)
  bikeTransactions = transactionsOn(platform, bikes)
})
beforeEach(() => at('2027-03-01T09:00:00Z'))
afterAll(() => platform.close())

const at = (moment: string) => platform.clock.set(Temporal.Instant.from(moment))
const sold = 146_241
/** Insured from 2 March 2027 on, for a year of 366 days, and cancelled to the end of May: 91 days. */
async function cancelledInMay() {
  const { id } = await soldPolicy(insurer, { quote: { data: { policy_start_date: '2027-03-02' } } })
  at('2027-05-20T09:00:00Z')
  await transactions.cancel(id, '2027-05-31')
  return id
}
const earned = (days: number) => Math.round((sold * days) / 366)

describe('a cancelled policy', () => {
  it('goes on as if nothing had been, once what was given back is paid again', async () => {
    const id = await cancelledInMay()
    const before = await transactions.view(id)
    at('2027-06-10T09:00:00Z')
    const { status, payment } = await transactions.reinstate(id)
    expect({ status, amount: payment?.amount }).toEqual({
      status: 'proposed',
      amount: sold - earned(91),
    })
    expect(await transactions.view(id)).toMatchObject({ status: 'cancelled', is_locked: false })
    expect((await transactions.pay(id, payment?.token ?? '')).json()).toMatchObject({
      status: 'ok',
    })
    const after = await transactions.view(id)
    expect(after).toMatchObject({
      status: 'paid',
      termination_date: null,
      cancelled_at: null,
      cancelled_by: '',
      cancellation_reason: null,
    })
    expect(before).toMatchObject({ status: 'cancelled', quote: after.quote })
    expect(await transactions.days(id)).toEqual([
      { day: '2027-03-02', kind: 'cover', payment: sold },
    ])
    expect(await transactions.money(id)).toEqual({ charged: sold, receivable: 0, credit: 0 })
    expect(await transactions.events(id)).toEqual([
      'issued',
      'cancellation_requested',
      'cancelled',
      'reinstatement_requested',
      'reinstatement_proposed',
      'reinstated',
    ])
  })

  it('goes on with a gap, of which no day costs anything', async () => {
    const id = await cancelledInMay()
    at('2027-06-11T09:00:00Z')
    const { payment } = await transactions.reinstate(id, { gap: true })
    await transactions.pay(id, payment?.token ?? '')
    expect(await transactions.days(id)).toEqual([
      { day: '2027-03-02', kind: 'cover', payment: sold },
      { day: '2027-06-01', kind: 'gap', payment: sold },
      { day: '2027-06-11', kind: 'cover', payment: sold },
    ])
    // Cover ran for 91 days, and does so again after day 101.
    const charged = earned(91) + sold - earned(101)
    expect(payment?.amount).toBe(charged - earned(91))
    expect(await transactions.money(id)).toEqual({ charged, receivable: 0, credit: 0 })
    // It can be changed and cancelled as any other.
    const { token } = await transactions.quoteEndorsement(id, { deductible: 1_000_000 })
    expect(await transactions.endorse(id, { quote_token: token })).toMatchObject({
      status: 'active',
    })
    expect(await transactions.cancel(id, '2027-06-30')).toMatchObject({ status: 'active' })
  })

  it('of which nothing was given back goes on at once', async () => {
    const { id } = await soldPolicy(bikes, { quote: { data: { start_date: '2027-03-02' } } })
    at('2027-05-20T09:00:00Z')
    await bikeTransactions.cancel(id, '2027-05-25')
    expect(await bikeTransactions.view(id)).toMatchObject({ status: 'cancelled' })
    expect(await bikeTransactions.reinstate(id)).toMatchObject({ status: 'active', payment: null })
    expect(await bikeTransactions.view(id)).toMatchObject({
      status: 'paid',
      termination_date: null,
    })
  })

  it('goes on with what was endorsed before it was cancelled', async () => {
    const { id } = await soldPolicy(bikes, { quote: { data: { start_date: '2027-03-02' } } })
    at('2027-05-20T09:00:00Z')
    await bikeTransactions.endorse(id, { data: { city: 'Basel' }, effective_date: '2027-07-01' })
    await bikeTransactions.cancel(id, '2027-05-25')
    await bikeTransactions.reinstate(id)
    // And what is requested afterwards is applied under it.
    await bikeTransactions.endorse(id, { data: { street: 'Aarweg' }, effective_date: '2027-06-01' })
    expect((await bikeTransactions.days(id)).map(({ day, kind }) => `${day} ${kind}`)).toEqual([
      '2027-03-02 cover',
      '2027-06-01 cover',
      '2027-07-01 cover',
    ])
    at('2027-07-01T09:00:00Z')
    expect((await bikeTransactions.view(id)).data).toMatchObject({
      city: 'Basel',
      street: 'Aarweg',
    })
  })
})

describe('a reinstatement is refused', () => {
  it('after the days that the product gives, counted from the last day of cover', async () => {
    const id = await cancelledInMay()
    const { version_id } = await transactions.view(id)
    at('2027-07-31T09:00:00Z')
    expect(answer(await insurer.reinstate(id, version_id))).toEqual(
      refused(
        422,
        'too_late_to_reinstate',
        `Policy ${id} could be reinstated until 2027-07-30. Sell a new policy.`,
      ),
    )
    at('2027-07-30T09:00:00Z')
    expect((await insurer.reinstate(id, version_id)).statusCode).toBe(202)
  })

  it('of a policy that is not cancelled, of an offer, and while another policy transaction runs', async () => {
    const { id, version_id } = await soldPolicy(insurer)
    const message = `Policy ${id} is not cancelled. Only a cancelled policy can be reinstated.`
    expect(answer(await insurer.reinstate(id, version_id))).toEqual(
      refused(422, 'not_cancelled', message),
    )
    const offer = await madeOffer(insurer)
    const { version_id: offered } = await transactions.view(offer.id)
    expect((await insurer.reinstate(offer.id, offered)).statusCode).toBe(422)
    const cancelled = await cancelledInMay()
    const { version_id: seen } = await transactions.view(cancelled)
    const both = await Promise.all([
      insurer.reinstate(cancelled, seen),
      insurer.reinstate(cancelled, seen, { gap: true }),
    ])
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([202, 409])
    expect((await insurer.reinstate(cancelled, version_id)).statusCode).toBe(409)
  })

  it('with a gap that is neither true nor false, and of a version that is gone', async () => {
    const id = await cancelledInMay()
    const { version_id } = await transactions.view(id)
    expect(answer(await insurer.reinstate(id, version_id, { gap: 'yes' }))).toEqual(
      invalid(wrong('gap', 'boolean')),
    )
    expect((await insurer.reinstate(id, `tpv_${'0'.repeat(28)}`)).statusCode).toBe(412)
  })

  it('to a distributor whose product lets only the insurer change policies', async () => {
    const shop = sellerOn(platform, { product: 'bike' })
    const { id, version_id } = await soldPolicy(shop)
    await shop.cancel(id, version_id)
    await platform.runDue()
    expect((await shop.reinstate(id, version_id)).statusCode).toBe(403)
  })
})

/** After all that was done above, in whatever order. */
it('all that is posted agrees in the end', async () => {
  platform.clock.advance({ hours: 3 * 365 * 24 })
  const { policies_checked: checked, faults } = await checkMoney(platform)
  expect(faults).toEqual([])
  expect(checked).toBeGreaterThan(0)
})
