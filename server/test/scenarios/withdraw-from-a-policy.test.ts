import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import { casesOf } from '../builders/dunning.ts'
import { checkMoney } from '../builders/money-check.ts'
import { sellerOn } from '../builders/sale.ts'
import { publishWithdrawable, withdrawableBike } from '../builders/withdrawable.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { refundsOf, tally } from './records.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  await publishWithdrawable(platform)
})
afterAll(() => platform.close())

type Life = Awaited<ReturnType<typeof withdrawableBike>>

/** What all periods cost in the end. */
async function keptOf({ id }: Life) {
  const [sum] = await platform.db.query<{ payment: number; tax: number; commission: number }>(sql`
    select sum(amount)::bigint as payment, sum(tax)::bigint as tax, sum(commission)::bigint as commission
    from charges where policy_id = ${id}`)
  return sum
}

const viewOf = async ({ seller, id }: Life) =>
  (await seller.get(`/policies/${id}`)).json<{ version_id: string; _links: JsonObject }>()

/** Only requests it: what is answered. */
async function asked(life: Life, request: JsonObject = {}, by = life.seller) {
  return by.withdraw(life.id, (await viewOf(life)).version_id, request)
}

describe('a withdrawal in time', () => {
  it('keeps the days up to its receipt where earlier cover was agreed', async () => {
    const life = await withdrawableBike(platform)
    await life.to('2027-01-10')
    const preview = await life.transactions.preview(life.id, { withdrawal: {} })
    expect(preview).toMatchObject({
      transaction: 'withdrawal',
      termination_date: '2027-01-10',
      credit: 0,
      refund: { amount: 115_740, method: 'withdrawal' },
      documents: [],
    })
    const { preview_token } = preview
    expect(await life.transactions.withdraw(life.id, { preview_token })).toMatchObject({
      status: 'active',
    })
    expect(await keptOf(life)).toEqual({ payment: 3_260, tax: 521, commission: 274 })
    expect(await refundsOf(platform, life.id)).toEqual([
      { amount: 115_740, status: 'ok', method: 'withdrawal' },
    ])
    expect(await viewOf(life)).toMatchObject({
      status: 'cancelled',
      cancelled_by: 'insurer',
      cancellation_reason: 'The customer has withdrawn from the contract.',
      termination_date: '2027-01-10T22:59:59+00:00',
      cover: { state: 'covered', first_day: '2027-01-01', last_day: '2027-01-10' },
    })
    expect(await life.transactions.events(life.id)).toEqual([
      'issued',
      'delivery_recorded',
      'withdrawal_requested',
      'withdrawn',
      'cancelled',
    ])
    await life.to('2027-01-11')
    expect(await viewOf(life)).toMatchObject({ cover: { state: 'ended' } })
  })

  it('counts by the day on which it was sent, and covers to that of its receipt', async () => {
    const life = await withdrawableBike(platform)
    await life.to('2027-01-16')
    await life.transactions.withdraw(life.id, { sent_on: '2027-01-12' })
    expect(await keptOf(life)).toEqual({ payment: 5_216, tax: 833, commission: 438 })
    expect(await refundsOf(platform, life.id)).toMatchObject([{ amount: 113_784 }])
  })

  it('gives everything back, and leaves no cover, where none was agreed', async () => {
    const life = await withdrawableBike(platform, { isEarly: false })
    await life.to('2027-01-10')
    await life.transactions.withdraw(life.id)
    expect(await keptOf(life)).toEqual({ payment: 0, tax: 0, commission: 0 })
    expect(await refundsOf(platform, life.id)).toMatchObject([{ amount: 119_000 }])
    expect(await viewOf(life)).toMatchObject({
      status: 'cancelled',
      termination_date: '2026-12-31T22:59:59+00:00',
      cover: { state: 'void', first_day: null, last_day: null },
    })
  })

  it('before cover begins gives everything back, though earlier cover was agreed', async () => {
    const life = await withdrawableBike(platform)
    await life.to('2026-12-30')
    await life.transactions.withdraw(life.id)
    expect(await refundsOf(platform, life.id)).toMatchObject([{ amount: 119_000 }])
    await life.to('2027-01-02')
    expect(await viewOf(life)).toMatchObject({
      termination_date: '2026-12-30T22:59:59+00:00',
      cover: { state: 'ended', first_day: '2026-12-31' },
    })
  })

  it('of a policy by the month gives back what was paid ahead, though months are to come', async () => {
    const life = await withdrawableBike(platform, { plan: 'monthly', price: 31_000 })
    await life.to('2027-01-10')
    await life.transactions.withdraw(life.id)
    expect(await keptOf(life)).toMatchObject({ payment: 10_000 })
    expect(await refundsOf(platform, life.id)).toMatchObject([{ amount: 21_000 }])
    await life.to('2027-03-10')
    expect(await keptOf(life)).toMatchObject({ payment: 10_000 })
  })
})

describe('the period', () => {
  const period = async ({ seller, id }: Life) =>
    (await seller.get(`/policies/${id}/withdrawal`)).json()

  it('is over when its last day is, and the refusal names that day', async () => {
    const life = await withdrawableBike(platform)
    await life.to('2027-01-12')
    expect(await period(life)).toMatchObject({
      is_offered: true,
      first_day: '2026-12-30',
      last_day: '2027-01-12',
      has_begun: true,
      is_open: true,
      is_early_cover_agreed: true,
      withdrawn_on: null,
      deliveries: [{ document: 'policy', delivered_on: '2026-12-29' }],
    })
    expect((await viewOf(life))._links).toHaveProperty('withdraw')
    await life.to('2027-01-13')
    expect(await period(life)).toMatchObject({ is_open: false })
    expect((await viewOf(life))._links).not.toHaveProperty('withdraw')
    const late = await asked(life)
    expect(late.statusCode).toBe(422)
    expect(late.json()).toMatchObject({ code: 'withdrawal_period_over' })
    expect(late.json<{ message: string }>().message).toContain('2027-01-12')
  })

  it('that would end on a weekend ends on the Monday after it', async () => {
    const life = await withdrawableBike(platform, { isDelivered: false })
    await life.to('2027-01-02')
    await life.delivered('2027-01-02')
    expect(await period(life)).toMatchObject({ first_day: '2027-01-03', last_day: '2027-01-18' })
    await life.to('2027-01-18')
    expect((await asked(life)).statusCode).toBe(202)
  })

  it('has not begun while nobody knows that the documents arrived', async () => {
    const life = await withdrawableBike(platform, { isDelivered: false })
    await life.to('2027-06-01')
    expect(await period(life)).toMatchObject({ has_begun: false, last_day: null, is_open: true })
    expect((await asked(life)).statusCode).toBe(202)
    await platform.runDue()
    expect(await period(life)).toMatchObject({ is_open: false, withdrawn_on: '2027-06-01' })
  })
})

describe('the days of a withdrawal', () => {
  it.each([
    [{ received_on: '2027-01-06' }, 'received_on', 'before_or_equal'],
    [{ received_on: '2026-12-28' }, 'received_on', 'after_or_equal'],
    [{ received_on: 'yesterday' }, 'received_on', 'iso_date'],
    [{ received_on: '2027-01-03', sent_on: '2027-01-04' }, 'sent_on', 'before_or_equal'],
    [{ sent_on: '2026-12-28' }, 'sent_on', 'after_or_equal'],
    [{ sent_on: 'then' }, 'sent_on', 'iso_date'],
  ])('%j are refused', async (request, field, rule) => {
    const life = await withdrawableBike(platform)
    await life.to('2027-01-05')
    const refused = await asked(life, request)
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({
      code: 'withdrawal_date_invalid',
      errors: [{ field, rules: [rule] }],
    })
  })

  it('go back to the contract for an insurer, and not at all for a distributor', async () => {
    const life = await withdrawableBike(platform)
    await life.to('2027-01-10')
    const distributor = sellerOn(platform, { product: 'bike', clock: life.clock })
    const back = { received_on: '2027-01-09' }
    expect((await asked(life, back, distributor)).json()).toMatchObject({
      errors: [{ params: { after_or_equal: ['2027-01-10'] } }],
    })
    expect((await asked(life, back)).statusCode).toBe(202)
    await platform.runDue()
    expect(await keptOf(life)).toMatchObject({ payment: 2_934 })
  })
})

describe('once withdrawn', () => {
  it('nothing more can be requested', async () => {
    const life = await withdrawableBike(platform)
    await life.to('2027-01-05')
    await life.transactions.withdraw(life.id)
    const { version_id: version, _links } = await viewOf(life)
    expect(_links).not.toHaveProperty('preview')
    const { seller, id } = life
    const answers = [
      await seller.withdraw(id, version),
      await seller.reinstate(id, version),
      await seller.endorse(id, version, { data: { city: 'Basel' } }),
      await seller.cancel(id, version, { termination_date: '2027-01-06' }),
    ]
    expect(answers.map((answer) => answer.statusCode)).toEqual([422, 422, 422, 422])
    expect(answers.map((answer) => answer.json<{ code: string }>().code)).toEqual([
      'policy_withdrawn',
      'policy_withdrawn',
      'policy_withdrawn',
      'already_cancelled',
    ])
  })

  it('a cancellation that came at the same time was first, or came too late', async () => {
    const life = await withdrawableBike(platform)
    await life.to('2027-01-05')
    const { version_id: version } = await viewOf(life)
    const { seller, id } = life
    const answers = await Promise.all([
      seller.withdraw(id, version),
      seller.cancel(id, version, { termination_date: '2027-01-31' }),
    ])
    expect(tally(answers.map(({ statusCode }) => statusCode))).toMatchObject({ 202: 1 })
    await platform.runDue()
    expect(await viewOf(life)).toMatchObject({ status: 'cancelled' })
  })
})

describe('a product', () => {
  it('without the right refuses a withdrawal', async () => {
    await publishWithdrawable(platform, '')
    const life = await withdrawableBike(platform)
    const refused = await asked(life)
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ code: 'no_right_of_withdrawal' })
  })

  it('that keeps the premium of cancelled policies gives it back to who withdraws', async () => {
    await publishWithdrawable(platform, 'withdrawal: { early_cover: early_cover }\n', (text) =>
      text.replace('refund: pro_rata', 'refund: none'),
    )
    const life = await withdrawableBike(platform)
    await life.to('2027-01-05')
    await life.transactions.cancel(life.id, '2027-01-08')
    expect(await refundsOf(platform, life.id)).toEqual([])
    await life.to('2027-01-10')
    await life.transactions.withdraw(life.id)
    // Eight days: cover had ended before the withdrawal came.
    expect(await keptOf(life)).toMatchObject({ payment: 2_608 })
    expect(await refundsOf(platform, life.id)).toMatchObject([{ amount: 116_392 }])
    expect(await viewOf(life)).toMatchObject({ termination_date: '2027-01-08T22:59:59+00:00' })
  })

  it('under the law of Switzerland keeps nothing, and counts from the day of the sale', async () => {
    await publishWithdrawable(platform, 'law: ch\nwithdrawal: { early_cover: early_cover }\n')
    const life = await withdrawableBike(platform, { isDelivered: false })
    await life.to('2027-01-12')
    await life.transactions.withdraw(life.id)
    expect(await refundsOf(platform, life.id)).toMatchObject([{ amount: 119_000 }])
    expect(await viewOf(life)).toMatchObject({ cover: { state: 'void' } })
    const late = await withdrawableBike(platform, { isDelivered: false })
    await late.to('2027-01-13')
    expect((await asked(late)).json()).toMatchObject({ code: 'withdrawal_period_over' })
  })
})

describe('a withdrawal of who has not paid', () => {
  it('gives up the open fee of a dunning letter, and ends the case', async () => {
    const steps =
      'dunning:\n  reminders: [{ after_days: 2, fee: 700 }]\n  notice: { after_days: 90, grace_days: 14 }\n'
    await publishWithdrawable(
      platform,
      `${steps}withdrawal: { days: 90, early_cover: early_cover }\n`,
    )
    const life = await withdrawableBike(platform, {
      plan: 'monthly',
      price: 31_000,
      mandate: 'hard_decline',
    })
    await life.to('2027-02-10')
    const [open] = await casesOf(platform, life.id)
    expect(open).toMatchObject({ state: 'open', step: 'reminded', overdue: 31_000 })
    const preview = await life.transactions.preview(life.id, { withdrawal: {} })
    // Ten of the 28 days of February are owed; the fee is not.
    expect(preview).toMatchObject({ refund: { amount: 0 }, credit: 0 })
    await life.transactions.withdraw(life.id, { preview_token: preview.preview_token })
    const account = (await life.seller.get(`/policies/${life.id}/account`)).json()
    expect(account).toMatchObject({ owed: 11_071, open_invoices: [{ open: 11_071 }] })
    expect(await casesOf(platform, life.id)).toMatchObject([{ state: 'ended' }])
    const fees = await platform.db.query(sql`
      select kind, state, total, corrects is not null as corrects from invoices
      where policy_id = ${life.id} and lines @> '[{"kind": "fee"}]' order by kind desc`)
    expect(fees).toEqual([
      { kind: 'fee', state: 'settled', total: 700, corrects: false },
      { kind: 'credit_note', state: 'settled', total: 700, corrects: true },
    ])
  })
})

/** After all that was done above, in whatever order. */
it('all that is posted agrees in the end', async () => {
  const { policies_checked: checked, faults } = await checkMoney(platform)
  expect(faults).toEqual([])
  expect(checked).toBeGreaterThan(0)
})
