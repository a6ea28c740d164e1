import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { JsonObject, PaymentId } from '../../src/kernel/index.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { type OfferCreated, madeOffer, sellerOn } from '../builders/sale.ts'
import { sandboxCallback } from '../builders/sandbox-callback.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { deleteJobsOfPayment, deleteWaitingJobsOfTask } from '../support/queue.ts'
import { testStart } from '../support/test-start.ts'
import { eventsOf, tally } from './records.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
})
afterAll(() => platform.close())
beforeEach(() => {
  platform.clock.set(testStart)
  // A provider has ten seconds to answer; a story in which it does not has no time to wait.
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) =>
    ms === 10_000 ? AbortSignal.abort() : timeout(ms),
  )
})
afterEach(() => void vi.restoreAllMocks())

const premium = 146_241

interface PaymentView {
  readonly id: PaymentId
  readonly status: string
  readonly charge_id: string | null
  readonly error_code: string | null
  readonly refunds: readonly {
    readonly id: string
    readonly status: string
    readonly amount: number
    readonly method: string
    readonly reason: string | null
    readonly policy_version_id: string | null
  }[]
}

async function paidByCard(sandbox: JsonObject, offer?: OfferCreated) {
  const seller = sellerOn(platform)
  const bought = offer ?? (await madeOffer(seller))
  const card = { provider: 'sandbox', method: 'card', sandbox }
  const answer = await seller.pay(bought, card)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return { offer: bought, id: answer.json<{ id: PaymentId }>().id }
}

const paymentOf = async (id: string) =>
  (await sellerOn(platform).get(`/payments/${id}`)).json<PaymentView>()
const policyStatus = async (id: string) =>
  (await sellerOn(platform).get(`/policies/${id}`)).json<{ status: string }>().status
const call = (id: string, status: string, more: JsonObject = {}) =>
  sandboxCallback(platform, { payment_id: id, status, ...more })

async function pass(time: Temporal.DurationLike): Promise<void> {
  platform.clock.advance(time)
  await platform.runDue()
}

interface Listed {
  readonly id: string
  readonly received_late_at: string | null
  readonly doubts: readonly { readonly refund_id: string | null; readonly why: string }[]
}

/** What the insurer is asked to resolve, of this payment. */
async function doubtsOf(id: string): Promise<{ refund_id: string | null; why: string }[]> {
  const all = await managerOn(platform).get('/manage/payments?in_doubt=true&limit=100')
  const one = all.json<Listed[]>().find((payment) => payment.id === id)
  return one === undefined ? [] : one.doubts.map(({ refund_id, why }) => ({ refund_id, why }))
}

async function metric(name: string): Promise<number> {
  platform.clock.advance({ seconds: 11 })
  const { body } = await platform.app.inject('/metrics')
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(body)?.[1])
}

const resolve = (what: 'payments' | 'refunds', id: string, outcome: string) =>
  managerOn(platform).post(`/manage/${what}/${id}/resolve`, { outcome, note: 'I have asked them.' })

describe('a payment that nobody confirms in two days', () => {
  it('fails once the provider says that it will never be made', async () => {
    const { offer, id } = await paidByCard({ outcome: 'pending' })
    await pass({ hours: 47 })
    expect(await paymentOf(id)).toMatchObject({ status: 'pending' })
    await pass({ hours: 1 })
    expect(await paymentOf(id)).toMatchObject({ status: 'failed', error_code: 'not_confirmed' })
    expect(await policyStatus(offer.id)).toBe('ready')
    expect(await doubtsOf(id)).toEqual([])
  })

  it('is made, and the policy issued, when it was charged already', async () => {
    const { offer, id } = await paidByCard({ outcome: 'pending', void: 'captured' })
    await pass({ hours: 48 })
    expect(await paymentOf(id)).toMatchObject({
      status: 'ok',
      charge_id: `sandbox-charge-${id}`,
    })
    expect(await policyStatus(offer.id)).toBe('paid')
  })

  it('stays pending and is listed while the provider says nothing, asked ever more seldom', async () => {
    const { offer, id } = await paidByCard({ outcome: 'pending', void: 'timeout' })
    const sandbox = platform.providers.get('sandbox')
    if (sandbox === undefined) throw new Error('there is a sandbox')
    const before = await metric('bindery_payments_in_doubt')
    await pass({ hours: 48 })
    expect(await paymentOf(id)).toMatchObject({ status: 'pending' })
    expect(await doubtsOf(id)).toEqual([{ refund_id: null, why: 'unconfirmed' }])
    expect(await metric('bindery_payments_in_doubt')).toBe(before + 1)
    const asked = vi.spyOn(sandbox, 'void')
    for (let day = 0; day < 10; day++) await pass({ hours: 24 })
    expect(asked.mock.calls.length).toBeGreaterThanOrEqual(9)
    expect(asked.mock.calls.length).toBeLessThanOrEqual(10)
    expect(await policyStatus(offer.id)).toBe('accepted')
    expect(tally(await eventsOf(platform, id))).toMatchObject({ 'payment.in_doubt': 1 })

    await call(id, 'ok')
    expect(await paymentOf(id)).toMatchObject({ status: 'ok' })
    expect(await policyStatus(offer.id)).toBe('paid')
    expect(await doubtsOf(id)).toEqual([])
    expect(await metric('bindery_payments_in_doubt')).toBe(before)
  })

  it.each([
    ['ok', 'ok', 'paid'],
    ['failed', 'failed', 'ready'],
  ])('ends as a person says who has found out: %s', async (outcome, status, policy) => {
    const { offer, id } = await paidByCard({ outcome: 'pending', void: 'timeout' })
    expect((await resolve('payments', id, outcome)).statusCode).toBe(422)
    await pass({ hours: 48 })
    const answer = await resolve('payments', id, outcome)
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { status, doubts: [] }])
    expect(await policyStatus(offer.id)).toBe(policy)
    expect(await doubtsOf(id)).toEqual([])
    expect(tally(await eventsOf(platform, id))).toMatchObject({
      'payment.resolved': 1,
      [`payment.${status}`]: 1,
    })
    expect((await resolve('payments', id, outcome)).statusCode).toBe(422)
    await pass({ hours: 48 })
    expect(await paymentOf(id)).toMatchObject({ status })
  })

  it('is taken up by the sweep when its job is gone', async () => {
    const { id } = await paidByCard({ outcome: 'timeout' })
    await platform.db.query(deleteJobsOfPayment(id))
    platform.clock.advance({ minutes: 11 })
    await platform.handlers.sweep({})
    await platform.runDue()
    expect(await paymentOf(id)).toMatchObject({ status: 'ok' })
  })

  it('has failed when its provider does not know it', async () => {
    const { offer, id } = await paidByCard({ outcome: 'unreached' })
    await pass({ seconds: 30 })
    expect(await paymentOf(id)).toMatchObject({ status: 'failed', error_code: 'unknown_charge' })
    expect(await policyStatus(offer.id)).toBe('ready')
  })
})

describe('money that comes after the payment had failed', () => {
  it('pays for the offer, once, as long as that can be sold', async () => {
    const { offer, id } = await paidByCard({ outcome: 'failed' })
    const answers = await Promise.all(Array.from({ length: 6 }, () => call(id, 'ok')))
    expect(tally(answers.map((answer) => answer.statusCode))).toEqual({ 200: 6 })
    expect(await paymentOf(id)).toMatchObject({ status: 'ok', charge_id: `sandbox-charge-${id}` })
    expect(await policyStatus(offer.id)).toBe('paid')
    expect(tally(await eventsOf(platform, id, offer.id))).toMatchObject({
      'payment.failed': 1,
      'payment.late': 1,
      'payment.ok': 1,
      'policy.issued': 1,
    })
    expect((await sellerOn(platform).pay(offer)).statusCode).toBe(400)
    const [listed] = (await managerOn(platform).get(`/manage/payments?id=${id}`)).json<Listed[]>()
    expect(listed?.received_late_at).toBe('2027-03-01T09:00:00+00:00')
  })

  it.each<[string, (offer: OfferCreated) => Promise<unknown>, boolean]>([
    ['was paid otherwise', (offer) => sellerOn(platform).pay(offer), true],
    ['is being paid otherwise', (offer) => paidByCard({ outcome: 'pending' }, offer), false],
    ['has expired', () => pass({ days: 31 }), false],
    ['was cancelled', sellAndCancel, true],
  ])('is given back whole where the offer %s', async (_, meanwhile, isPolicy) => {
    const { offer, id } = await paidByCard({ outcome: 'failed' })
    await meanwhile(offer)
    const status = await policyStatus(offer.id)
    await Promise.all([call(id, 'ok'), call(id, 'ok')])
    await platform.runDue()
    const { refunds, ...payment } = await paymentOf(id)
    expect(payment).toMatchObject({ status: 'failed', charge_id: `sandbox-charge-${id}` })
    expect(refunds).toMatchObject([
      { status: 'ok', method: 'whole', amount: premium, policy_version_id: null },
    ])
    expect(await policyStatus(offer.id)).toBe(status)
    const shown = await managerOn(platform).get(`/policies/${offer.id}/account`)
    const { entries } = shown.json<{ entries: { kind: string; id: string; total: number }[] }>()
    expect(entries.filter(({ kind }) => kind.startsWith('unapplied'))).toMatchObject([
      { kind: 'unapplied_payment', id, amount: 0, total: premium, provider: 'sandbox' },
      { kind: 'unapplied_refund', id: refunds[0]?.id, amount: 0, total: premium },
    ])
    if (isPolicy) await expectInStatement({ offer, id })
    expect(tally(await eventsOf(platform, id, refunds[0]?.id ?? ''))).toEqual({
      'payment.pending': 1,
      'payment.failed': 1,
      'payment.late': 1,
      'refund.created': 1,
      'refund.ok': 1,
    })
  })

  it('of another amount than was asked for pays for nothing', async () => {
    const { offer, id } = await paidByCard({ outcome: 'ok', amount: premium - 1 })
    expect(await paymentOf(id)).toMatchObject({ status: 'failed', error_code: 'wrong_amount' })
    expect(await policyStatus(offer.id)).toBe('ready')
    await platform.runDue()
    expect((await paymentOf(id)).refunds).toMatchObject([{ status: 'ok', amount: premium - 1 }])
    expect((await sellerOn(platform).pay(offer)).json()).toMatchObject({ status: 'ok' })
  })

  it('of another currency pays for nothing either', async () => {
    const { offer, id } = await paidByCard({ outcome: 'pending' })
    await call(id, 'ok', { amount: premium, currency: 'chf' })
    await platform.runDue()
    expect(await paymentOf(id)).toMatchObject({ status: 'failed', error_code: 'wrong_amount' })
    expect((await paymentOf(id)).refunds).toMatchObject([{ currency: 'chf', amount: premium }])
    expect(await policyStatus(offer.id)).toBe('ready')
  })
})

describe('a payment that is said to have failed after it was made', () => {
  it('stays made, and is listed once for a person', async () => {
    const { offer, id } = await paidByCard({ outcome: 'ok' })
    await Promise.all([call(id, 'failed'), call(id, 'failed'), call(id, 'failed')])
    expect(await paymentOf(id)).toMatchObject({ status: 'ok' })
    expect(await policyStatus(offer.id)).toBe('paid')
    expect(await doubtsOf(id)).toEqual([{ refund_id: null, why: 'contradicted' }])
    expect(tally(await eventsOf(platform, id))).toMatchObject({ 'payment.in_doubt': 1 })

    expect((await resolve('payments', id, 'ok')).statusCode).toBe(200)
    expect(await doubtsOf(id)).toEqual([])
  })
})

describe('a refund', () => {
  it.each(['pending', 'timeout'])('that is %s is found, and made once', async (refund) => {
    const { id } = await cancelled(refund)
    expect((await paymentOf(id)).refunds).toMatchObject([{ status: 'pending' }])
    await pass({ minutes: 1 })
    const [made] = (await paymentOf(id)).refunds
    expect(made).toMatchObject({ status: 'ok', method: 'pro_rata' })
    expect(await doubtsOf(id)).toEqual([])
    expect(tally(await eventsOf(platform, made?.id ?? ''))).toEqual({
      'refund.created': 1,
      'refund.ok': 1,
    })
  })

  it('that nobody confirms is in doubt after a day, and is asked for until it is settled', async () => {
    const before = await metric('bindery_refunds_in_doubt')
    const { id } = await cancelled('stuck')
    const refundId = (await paymentOf(id)).refunds[0]?.id ?? ''
    await pass({ hours: 23 })
    expect(await doubtsOf(id)).toEqual([])
    await pass({ hours: 2 })
    expect(await doubtsOf(id)).toEqual([{ refund_id: refundId, why: 'unconfirmed' }])
    expect(await metric('bindery_refunds_in_doubt')).toBe(before + 1)
    for (let day = 0; day < 5; day++) await pass({ days: 1 })
    expect((await resolve('refunds', refundId, 'retry')).statusCode).toBe(422)
    expect((await resolve('refunds', refundId, 'ok')).json()).toMatchObject({
      status: 'ok',
      reason: 'Refunded by hand.',
    })
    expect(await doubtsOf(id)).toEqual([])
    expect(tally(await eventsOf(platform, refundId))).toEqual({
      'refund.created': 1,
      'refund.in_doubt': 1,
      'refund.ok': 1,
    })
    expect(await metric('bindery_refunds_in_doubt')).toBe(before)
  })

  it('that failed is listed, and works when it is requested again', async () => {
    const { offer, id } = await cancelled('failed')
    const [failed] = (await paymentOf(id)).refunds
    const refundId = failed?.id ?? ''
    expect(failed).toMatchObject({ status: 'failed', reason: 'The card was closed.' })
    expect(await doubtsOf(id)).toEqual([{ refund_id: refundId, why: 'failed' }])
    const history = await managerOn(platform).get(`/manage/policies/${offer.id}/history`)
    const { events, payments } = history.json<{ events: { type: string }[]; payments: Listed[] }>()
    expect(events.map(({ type }) => type)).toContain('refund.failed')
    expect(payments).toMatchObject([{ doubts: [{ refund_id: refundId, why: 'failed' }] }])
    const again = await Promise.all([
      resolve('refunds', refundId, 'retry'),
      resolve('refunds', refundId, 'retry'),
    ])
    expect(tally(again.map((answer) => answer.statusCode))).toEqual({ 200: 1, 422: 1 })
    expect(await doubtsOf(id)).toEqual([])
    await platform.runDue()
    expect((await paymentOf(id)).refunds).toMatchObject([{ id: refundId, status: 'ok' }])
    expect(tally(await eventsOf(platform, refundId))).toEqual({
      'refund.created': 1,
      'refund.failed': 1,
      'refund.retried': 1,
      'refund.ok': 1,
    })
    expect((await resolve('refunds', refundId, 'retry')).statusCode).toBe(422)
  })

  it('is taken up by the sweep when its job is gone', async () => {
    const { id } = await cancelled('pending')
    await platform.db.query(deleteWaitingJobsOfTask('settle_refund'))
    platform.clock.advance({ minutes: 12 })
    await platform.handlers.sweep({})
    await platform.runDue()
    expect((await paymentOf(id)).refunds).toMatchObject([{ status: 'ok' }])
  })
})

describe('the metrics', () => {
  it('answer without a number while the database is away', async () => {
    vi.spyOn(platform.db, 'query').mockRejectedValue(new Error('Connection terminated'))
    expect(await metric('bindery_payments_in_doubt')).toBeNaN()
  })
})

async function sellAndCancel(offer: OfferCreated): Promise<void> {
  await sellerOn(platform).pay(offer)
  await cancel(offer)
}

async function cancel(offer: OfferCreated): Promise<void> {
  const seller = sellerOn(platform)
  const policy = (await seller.get(`/policies/${offer.id}`)).json<{ version_id: string }>()
  const answer = await seller.cancel(offer.id, policy.version_id)
  if (answer.statusCode !== 202) throw new Error(answer.body)
  await platform.runDue()
}

/** A policy paid by card and cancelled, whose refund ends as given. */
async function cancelled(refund: string) {
  const sold = await paidByCard({ outcome: 'ok', refund })
  await cancel(sold.offer)
  return sold
}

/** After all that was done above, in whatever order. */
it('all that is posted agrees in the end', async () => {
  const { policies_checked: checked, faults } = await checkMoney(platform)
  expect(faults).toEqual([])
  expect(checked).toBeGreaterThan(0)
})

/** In the statement of the customer over all policies, with the amount that came and went. */
async function expectInStatement({ offer, id }: { offer: OfferCreated; id: string }) {
  const view = await managerOn(platform).get(`/policies/${offer.id}`)
  const { customer_id: customer } = view.json<{ customer_id: string }>()
  const shown = await managerOn(platform).get(`/manage/customers/${customer}/account`)
  const { statements } = shown.json<{ statements: { entries: { kind: string }[] }[] }>()
  const entries = statements.flatMap((one) => one.entries)
  expect(entries.filter(({ kind }) => kind.startsWith('unapplied'))).toMatchObject([
    { kind: 'unapplied_payment', policy_id: offer.id, id, amount: 0, total: premium },
    { kind: 'unapplied_refund', policy_id: offer.id, amount: 0, total: premium },
  ])
}
