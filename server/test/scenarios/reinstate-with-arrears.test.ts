import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { dunnedBy, publishedDraft } from '../builders/draft.ts'
import { card, lifeOf, monthlyBike } from '../builders/life.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { openInvoices, tokenOf } from '../builders/open-invoice.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  await publishedDraft(platform, 'bike', {
    'product.yaml': (text) =>
      dunnedBy(text.replace('type: single\n', 'type: single\n    receipts: tracked\n')),
  })
})
afterAll(async () => {
  expect(await checkMoney(platform)).toMatchObject({ faults: [] })
  await platform.close()
})

const month = 1_524
/** Of a bike that is paid by the second of each month, until it was cancelled in May. */
async function cancelledBike(mandate?: string) {
  const life = await lifeOf(platform, monthlyBike('2027-03-01', '2027-03-02', mandate))
  await life.to('2027-05-10')
  expect(await life.transactions.cancel(life.id, '2027-05-10')).toMatchObject({ status: 'active' })
  return life
}

async function invoicesNow(policyId: string) {
  const rows = await platform.db.query<{ line: string }>(sql`
    select concat_ws(' ', kind, due_day, total, state, open) as line
    from invoices where policy_id = ${policyId} and kind <> 'sale' order by due_day, id`)
  return rows.map(({ line }) => line)
}

async function settledOf(policyId: string) {
  const [row] = await platform.db.query<{ settled: number }>(sql`
    select count(distinct subject_id)::int as settled from events
    where type = 'invoice.settled' and data ->> 'policy_id' = ${policyId}`)
  return row?.settled
}

describe('a reinstatement', () => {
  it('is paid for with the months that fell due meanwhile, and billed as before from then on', async () => {
    const { id, transactions, to } = await cancelledBike()
    await to('2027-06-08')
    const seen = await transactions.preview(id, { reinstatement: {} })
    // May was kept whole; June is due since its second day.
    expect(seen).toMatchObject({
      charges: [{ first_day: '2027-06-02', last_day: '2027-07-01', amount: month }],
      invoice: { amount: month, arrears: 0, due_date: '2027-06-08', is_paid_first: true },
    })
    const { status, payment } = await transactions.reinstate(id, {
      preview_token: seen.preview_token,
    })
    expect({ status, amount: payment?.amount }).toEqual({ status: 'proposed', amount: month })
    expect(await transactions.view(id)).toMatchObject({ status: 'cancelled' })
    await transactions.pay(id, payment?.token ?? '', card())
    await platform.runDue()
    expect(await transactions.view(id)).toMatchObject({ status: 'paid', termination_date: null })
    await to('2027-07-03')
    expect((await invoicesNow(id)).slice(-2)).toEqual([
      `transaction 2027-06-08 ${month} settled 0`,
      `instalment 2027-07-02 ${month} settled 0`,
    ])
    expect(await transactions.money(id)).toEqual({ charged: 5 * month, receivable: 0, credit: 0 })
  })

  it('asks with one token for what is open from before and for what fell due, to the cent of its preview', async () => {
    const { id, transactions, to } = await cancelledBike('hard_decline')
    await to('2027-06-08')
    const before = await openInvoices(platform, id)
    expect(before.map(({ open, due_date }) => [due_date, open])).toEqual([
      ['2027-04-02', month],
      ['2027-05-02', month],
    ])
    const seen = await transactions.preview(id, { reinstatement: {} })
    expect(seen.invoice).toEqual({
      amount: 3 * month,
      arrears: 2 * month,
      due_date: '2027-06-08',
      is_paid_first: true,
    })
    const { payment } = await transactions.reinstate(id, { preview_token: seen.preview_token })
    expect(payment?.amount).toBe(3 * month)
    const settledBefore = await settledOf(id)
    const paid = await transactions.pay(id, payment?.token ?? '', card())
    expect(paid.json()).toMatchObject({ status: 'ok' })
    await platform.runDue()
    expect(await openInvoices(platform, id)).toEqual([])
    // Its own invoice and the two from before.
    expect(await settledOf(id)).toBe((settledBefore ?? 0) + 3)
    expect(await transactions.money(id)).toEqual({ charged: 4 * month, receivable: 0, credit: 0 })
    await to('2027-07-03') // By the card that paid for it.
    expect((await invoicesNow(id)).at(-1)).toBe(`instalment 2027-07-02 ${month} settled 0`)
  })

  it('whose preview was overtaken by a payment is refused, and asks for less when looked at again', async () => {
    const { id, transactions, payOpen, to } = await cancelledBike('hard_decline')
    await to('2027-06-08')
    const { preview_token } = await transactions.preview(id, { reinstatement: {} })
    await payOpen('none')
    const { version_id } = await transactions.view(id)
    const refused = await transactions.reinstating(id, version_id, { preview_token })
    expect(refused.statusCode).toBe(412)
    const { payment } = await transactions.reinstate(id)
    expect(payment?.amount).toBe(2 * month)
  })

  it('paid for after one of its invoices was paid leaves a credit, which pays the next month', async () => {
    const { id, transactions, payOpen, to } = await cancelledBike('hard_decline')
    await to('2027-06-08')
    const { payment } = await transactions.reinstate(id)
    await payOpen('none')
    await transactions.pay(id, payment?.token ?? '', card())
    await platform.runDue()
    expect(await openInvoices(platform, id)).toEqual([])
    expect(await transactions.money(id)).toMatchObject({ receivable: 0, credit: month })
    await to('2027-07-03')
    expect(await transactions.money(id)).toMatchObject({ receivable: 0, credit: 0 })
  })

  it('that nobody paid for on its day leaves what was owed before as it was', async () => {
    const { id, transactions, to } = await cancelledBike('hard_decline')
    await to('2027-06-08')
    const { payment } = await transactions.reinstate(id)
    await to('2027-06-10')
    expect((await transactions.pay(id, payment?.token ?? '', card())).statusCode).toBe(400)
    expect(await transactions.view(id)).toMatchObject({ status: 'cancelled' })
    expect(await transactions.money(id)).toMatchObject({
      charged: 3 * month,
      receivable: 2 * month,
    })
  })

  it('that was charged back is owed whole, and paid with the token that it had', async () => {
    const { id, transactions, to } = await cancelledBike('hard_decline')
    await to('2027-06-08')
    const { payment } = await transactions.reinstate(id)
    const script = { sandbox: { outcome: 'charge_back' } }
    await transactions.pay(id, payment?.token ?? '', { ...card(), ...script })
    await to('2027-06-16')
    const [open] = await openInvoices(platform, id)
    expect(open).toMatchObject({ open: 3 * month })
    expect(await transactions.view(id)).toMatchObject({ status: 'paid' })
    expect(open && (await tokenOf(platform, id, open))).toBe(payment?.token)
  })
})

describe('a reinstatement of what is paid by transfer', () => {
  it('cannot be promised while invoices from before are open, and can once they are received', async () => {
    const { id, transactions, to } = await lifeOf(platform, {
      ...monthlyBike('2027-03-01', '2027-03-02'),
      plan: 'once',
      quote: { start_date: '2027-03-02', purchase_date: '2027-03-01' },
      payment: { provider: 'invoice', method: 'invoice' },
    })
    await to('2027-05-20')
    await transactions.cancel(id, '2027-05-31')
    await to('2027-06-10')
    const [open] = await openInvoices(platform, id)
    const { payment } = await transactions.reinstate(id)
    const refused = await transactions.pay(id, payment?.token ?? '')
    expect(refused.statusCode).toBe(400)
    expect(refused.json<{ message: string }>().message).toContain('has arrears of 17578 chf')
    const received = { amount: open?.open ?? 0, currency: 'chf', received_on: '2027-06-10' }
    const recorded = await managerOn(platform).post(
      `/manage/invoices/${open?.id}/receipts`,
      received,
    )
    expect(recorded.statusCode, recorded.body).toBe(200)
    expect(await transactions.reinstate(id)).toMatchObject({ status: 'active', payment: null })
    expect(await transactions.money(id)).toMatchObject({ receivable: 0, credit: 0 })
  })
})
