import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { billedAs } from '../builders/billed.ts'
import { advanceAll, newClock } from '../builders/clock.ts'
import { documentOf } from '../builders/documents.ts'
import { casesOf } from '../builders/dunning.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { openInvoices } from '../builders/open-invoice.ts'
import { pricedBike, publishPricedBike } from '../builders/priced-bike.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

/**
 * Bikes whose price is an estimate until it is declared, up to 180 days after the year. Each year goes
 * over into the next by itself, unless that is declined.
 */
const settings = (text: string) =>
  text
    .replace('refund: full_before_start', 'refund: pro_rata')
    .replace('kind: on_acceptance', 'kind: automatic')
    .concat(
      'adjustment: { fields: [bike_price], within_days: 180 }\n',
      'reinstatement_days: 60\n',
      'dunning:\n  reminders: [{ after_days: 5 }]\n  notice: { after_days: 12, grace_days: 14 }\n',
    )

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  await publishPricedBike(platform, settings)
})
afterAll(async () => {
  expect(await checkMoney(platform)).toMatchObject({ policies_different: 0, faults: [] })
  await platform.close()
})

type Life = Awaited<ReturnType<typeof pricedBike>>
const yearly = () => pricedBike(platform, { start: '2027-01-01', price: 119_000, plan: 'once' })
const monthly = (mandate?: string) =>
  pricedBike(platform, {
    start: '2027-01-01',
    price: 30_000,
    plan: 'monthly',
    ...(mandate !== undefined && { mandate }),
  })
const declared = (bike_price: number, term?: string) => ({
  answers: { bike_price },
  ...(term !== undefined && { term }),
})
const declined = async (life: Life) => {
  await life.to('2027-12-01')
  const answer = await life.seller.post(`/policies/${life.id}/renewal/decline`, {})
  expect(answer.statusCode, answer.body).toBe(200)
}
const refusedWith = async (life: Life, request: ReturnType<typeof declared>) => {
  const { version_id } = await life.transactions.view(life.id)
  const [adjusted, previewed] = [
    await life.seller.adjust(life.id, version_id, request),
    await life.seller.preview(life.id, version_id, { adjustment: request }),
  ]
  expect(previewed.json()).toEqual(adjusted.json())
  return [adjusted.statusCode, adjusted.json<{ code: string }>().code]
}
const totals = async ({ id }: Life) => {
  const { charged } = await billedAs(platform, id)
  return charged.map(({ firstDay, payment, tax }) => [firstDay, payment, tax])
}

describe('a premium that is adjusted after the policy has expired', () => {
  it('is invoiced to the cent with its tax, due later, dunned, and paid', async () => {
    const life = await yearly()
    const { id, transactions } = life
    await declined(life)
    await life.to('2028-03-01')
    expect(await transactions.view(id)).toMatchObject({ status: 'expired' })
    const preview = await transactions.preview(id, { adjustment: declared(142_800) })
    expect(preview).toMatchObject({
      transaction: 'adjustment',
      effective_date: '2027-01-01',
      charges: [{ first_day: '2027-01-01', amount: 23_800, tax: 3_800 }],
      invoice: { amount: 23_800, due_date: '2028-03-15', is_paid_first: false },
      refund: { amount: 0 },
    })
    const { preview_token } = preview
    const adjusted = await transactions.adjust(id, { ...declared(142_800), preview_token })
    expect(adjusted).toMatchObject({ status: 'active', payment: null })
    expect(await totals(life)).toEqual([['2027-01-01', 142_800, 22_800]])
    await life.to('2028-03-02')
    expect(await openInvoices(platform, id)).toMatchObject([
      { open: 23_800, due_date: '2028-03-15' },
    ])
    expect(await transactions.view(id)).toMatchObject({
      status: 'expired',
      quote: { gross_payment_amount: 142_800, customer_input: { bike_price: 142_800 } },
    })
    expect((await transactions.events(id)).slice(-2)).toEqual(['adjustment_requested', 'adjusted'])
    await life.payOpen()
    expect(await openInvoices(platform, id)).toEqual([])
    expect(await transactions.money(id)).toMatchObject({ receivable: 0, credit: 0 })
  })

  it('is refunded where less was declared, and declared again it counts from there', async () => {
    const life = await yearly()
    const { id, transactions } = life
    await declined(life)
    await life.to('2028-03-01')
    const lower = await transactions.preview(id, { adjustment: declared(95_200) })
    expect(lower).toMatchObject({ invoice: null, refund: { amount: 23_800 } })
    const { version_id } = await transactions.adjust(id, declared(95_200))
    await platform.runDue()
    expect(await transactions.charged(id, version_id)).toMatchObject({ refunded: 23_800 })
    await transactions.adjust(id, declared(119_000))
    expect(await totals(life)).toEqual([['2027-01-01', 119_000, 19_000]])
    await life.to('2028-03-02')
    expect(await openInvoices(platform, id)).toMatchObject([{ open: 23_800 }])
    const notes = await platform.db.query<{ kind: string; total: number }>(sql`
      select kind, total from invoices where policy_id = ${id} order by created_at, id`)
    expect(notes.slice(1)).toEqual([
      { kind: 'credit_note', total: 23_800 },
      { kind: 'transaction', total: 23_800 },
    ])
  })

  it('is possible for so many days as the product says, and of declared fields alone', async () => {
    const life = await yearly()
    await life.to('2027-06-01')
    expect(await refusedWith(life, declared(1))).toEqual([400, 'no_term_to_adjust'])
    await declined(life)
    await life.to('2028-06-28')
    expect(await refusedWith(life, declared(1, '2028-01-01'))).toEqual([400, 'invalid_data'])
    const other = { answers: { damage_cover: true } } as never
    expect(await refusedWith(life, other)).toEqual([400, 'invalid_data'])
    expect(await refusedWith(life, { answers: {} } as never)).toEqual([400, 'nothing_to_adjust'])
    const broker = sellerOn(platform)
    const { version_id } = await life.transactions.view(life.id)
    const byBroker = await broker.adjust(life.id, version_id, declared(1))
    expect([byBroker.statusCode, byBroker.json()]).toMatchObject([
      403,
      { code: 'adjustments_by_insurer' },
    ])
    await life.to('2028-06-29')
    expect(await refusedWith(life, declared(1))).toEqual([422, 'too_late_to_adjust'])
  })
})

describe('the letter of a premium adjustment', () => {
  it('shows the estimate beside what was declared, the premium and what is to be paid', async () => {
    const clock = await newClock(platform, '2027-12-01T09:00:00Z')
    const secretKey = platform.demo.insurer.test.secret
    const seller = sellerOn(platform, { product: 'cyber-formula', secretKey, clock })
    const data = { policy_start_date: '2028-01-01', yearly_turnover: 185_000_000 }
    const { id } = await soldPolicy(seller, { quote: { data } })
    const transactions = transactionsOn(platform, seller)
    await advanceAll(platform, clock, '2029-03-01T09:00:00Z')
    const { version_id } = await transactions.adjust(id, {
      answers: { yearly_turnover: 900_000_000 },
    })
    const { charges } = await transactions.charged(id, version_id)
    expect(charges).toMatchObject([{ first_day: '2028-01-01', last_day: '2028-12-31' }])
    const { name, text } = await documentOf(platform, id, 'adjustment')
    expect(name).toBe('Premium adjustment')
    expect(text).toContain('Premium adjustment 01/01/2028 to 31/12/2028')
    expect(text).toContain('Yearly turnover €1,850,000.00 €9,000,000.00')
    const cents = charges[0]?.amount ?? 0
    const amount = (cents / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 })
    expect(text).toContain(`additional premium of €${amount}, including insurance tax`)
  })
})

describe('a premium that is adjusted while the next term runs', () => {
  it('changes the past term alone, whatever was endorsed in it and since', async () => {
    const life = await monthly()
    const { id, transactions } = life
    await life.to('2027-06-15')
    const up = await transactions.quoteEndorsement(id, { bike_price: 33_000 }, '2027-07-01')
    await transactions.endorse(id, { quote_token: up.token })
    await life.to('2028-02-10')
    const since = await transactions.quoteEndorsement(id, { damage_cover: true }, '2028-03-01')
    await transactions.endorse(id, { quote_token: since.token })
    const before = await transactions.days(id)
    const charged = await totals(life)
    const preview = await transactions.preview(id, { adjustment: declared(36_000) })
    // Six months at 300.00 and six at 330.00 become twelve at 360.00.
    expect(preview.charges.map(({ amount }) => amount)).toEqual([
      ...Array.from({ length: 6 }, () => 6_000),
      ...Array.from({ length: 6 }, () => 3_000),
    ])
    expect(preview.invoice).toMatchObject({ amount: 54_000, due_date: '2028-02-17' })
    const { preview_token } = preview
    await transactions.adjust(id, { ...declared(36_000), preview_token })
    const later = (days: typeof before) => days.filter(({ day }) => day >= '2028-01-01')
    expect(later(await transactions.days(id))).toEqual(later(before))
    expect((await totals(life)).slice(12)).toEqual(charged.slice(12))
    expect((await totals(life)).slice(0, 12).map(([, payment]) => payment)).toEqual(
      Array.from({ length: 12 }, () => 36_000),
    )
    // One invoice of its own; the card pays it on its day, and the instalment of March stays as it was.
    await life.to('2028-03-05')
    const found = await managerOn(platform).get(`/manage/invoices?policy_id=${id}`)
    const invoices = found.json<{ total: number; due_date: string; status: string }[]>()
    expect(invoices.find(({ due_date }) => due_date === '2028-02-17')).toMatchObject({
      total: 54_000,
    })
    expect(invoices.find(({ due_date }) => due_date === '2028-03-01')).toMatchObject({
      total: 33_000,
    })
    expect(await openInvoices(platform, id)).toEqual([])
    // A correction of the past term keeps what was declared; the running term takes it over.
    expect(await transactions.view(id)).toMatchObject({
      quote: { customer_input: { bike_price: 33_000, damage_cover: true } },
    })
  })

  it('is dunned like any other invoice of a policy in force', async () => {
    const life = await monthly('none')
    const { id, transactions } = life
    for (let n = 0; n < 13; n += 1) {
      await life.to(Temporal.PlainDate.from('2027-01-28').add({ months: n }).toString())
      if ((await openInvoices(platform, id)).length > 0) await life.payOpen('none')
    }
    await life.to('2028-02-02')
    await life.payOpen('none')
    await transactions.adjust(id, declared(31_000))
    await life.to('2028-02-03')
    expect(await openInvoices(platform, id)).toMatchObject([
      { open: 12_000, due_date: '2028-02-09' },
    ])
    await life.to('2028-02-16')
    const cases = await casesOf(platform, id)
    expect(cases.filter(({ state }) => state === 'open')).toMatchObject([{ overdue: 12_000 }])
  })
})

describe('a premium that is adjusted after a cancellation', () => {
  it('counts the covered days, and stays with the term when the policy is reinstated', async () => {
    const life = await yearly()
    const { id, transactions } = life
    await life.to('2027-03-01')
    await transactions.cancel(id, '2027-03-14') // 73 of 365 days.
    await life.to('2027-04-01')
    expect(await totals(life)).toEqual([['2027-01-01', 23_800, 3_800]])
    await transactions.adjust(id, declared(142_800))
    expect(await totals(life)).toEqual([['2027-01-01', 28_560, 4_560]])
    await life.to('2027-04-02')
    await life.payOpen()
    const { payment } = await transactions.reinstate(id)
    expect(payment).toMatchObject({ amount: 142_800 - 28_560 })
    await transactions.pay(id, payment?.token ?? '', { provider: 'sandbox', method: 'card' })
    await platform.runDue()
    expect(await totals(life)).toEqual([['2027-01-01', 142_800, 22_800]])
    // What is endorsed then keeps the declared price, which holds on all days of the term.
    const taxed = await transactions.quoteEndorsement(id, { damage_cover: true }, '2027-05-01')
    await transactions.endorse(id, { quote_token: taxed.token })
    expect(await transactions.days(id)).toMatchObject([
      { day: '2027-01-01', payment: 142_800 },
      { day: '2027-05-01', payment: 142_800 },
    ])
    const ignored = await transactions.quoteEndorsement(id, { bike_price: 150_000 }, '2027-06-01')
    expect(ignored.endorsement.amount).toBe(0)
  })

  it('is refused after a withdrawal, and where the term was sold without it', async () => {
    const life = await yearly()
    await life.to('2027-01-05')
    await life.transactions.withdraw(life.id)
    expect(await refusedWith(life, declared(1))).toEqual([422, 'policy_withdrawn'])
    await publishPricedBike(platform, (text) => settings(text).replace(/adjustment: .*\n/, ''))
    const without = await yearly()
    await publishPricedBike(platform, settings)
    await without.to('2028-02-01')
    expect(await refusedWith(without, declared(1))).toEqual([400, 'no_adjustment_agreed'])
  })
})
