import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { advanceAll, newClock } from '../builders/clock.ts'
import { foreignInsurer, newKey } from '../builders/credentials.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { type OpenInvoice, soldOnAccount, trackReceipts } from '../builders/tracked.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
  await trackReceipts(platform)
})
afterAll(() => platform.close())

const bike = () => sellerOn(platform, { product: 'bike' })
const balancesOf = async (policyId: string) => {
  const [row] = await platform.db.query<object>(sql`
    select receivable, customer_credit as credit, cash, collected_elsewhere as elsewhere,
      written_off as "writtenOff"
    from balances where policy_id = ${policyId}`)
  return row
}
const search = async (query: string) =>
  (await managerOn(platform).get(`/manage/invoices?${query}`)).json<OpenInvoice[]>()
const none = { receivable: 0, credit: 0, cash: 0, elsewhere: 0, writtenOff: 0 }

describe('a sale of which receipts are tracked', () => {
  it('is covered at once and owed until the money is there', async () => {
    const { policy, invoice } = await soldOnAccount(platform)
    expect((await bike().get(`/policies/${policy.id}`)).json()).toMatchObject({ status: 'paid' })
    expect(await balancesOf(policy.id)).toEqual({ ...none, receivable: invoice.total })
    const account = await bike().get(`/policies/${policy.id}/account`)
    expect(account.json()).toMatchObject({
      owed: invoice.total,
      entries: [
        { kind: 'charge', amount: invoice.total },
        { kind: 'invoice', amount: 0 },
        { kind: 'on_account', amount: 0, provider: 'invoice', owed: invoice.total },
      ],
      open_invoices: [{ id: invoice.id, open: invoice.total }],
    })
    const payments = await managerOn(platform).get(`/manage/payments?policy_id=${policy.id}`)
    expect(payments.json()).toMatchObject([{ status: 'ok', on_account: true, received_on: null }])
  })

  it('paid by card is paid', async () => {
    const offer = await soldPolicy({
      ...bike(),
      pay: (made) => bike().pay(made, { provider: 'sandbox', method: 'card' }),
    })
    expect(await search(`policy_id=${offer.id}`)).toMatchObject([{ state: 'settled', open: 0 }])
  })

  it('gives nothing back that never came when it is cancelled, and asks for what was covered', async () => {
    await trackReceipts(platform, 'cyber')
    const seller = sellerOn(platform)
    const { policy } = await soldOnAccount(platform, seller)
    await transactionsOn(platform, seller).cancel(policy.id, '2027-07-28')
    await platform.runDue()
    const [left] = await search(`policy_id=${policy.id}&state=open`)
    expect(left).toMatchObject({ total: 146_241, open: 11_987 }) // 30 of 366 days.
    expect(await balancesOf(policy.id)).toEqual({ ...none, receivable: left?.open })
    const refunds = await platform.db.query(sql`
      select id from refunds where policy_id = ${policy.id}`)
    expect(refunds).toEqual([])
    expect(await checkMoney(platform)).toMatchObject({ faults: [] })
  })
})

describe('a dearer change of a policy whose receipts are tracked', () => {
  it('holds on account as well, and is owed until its money is there', async () => {
    await trackReceipts(platform, 'cyber')
    const seller = sellerOn(platform)
    const transactions = transactionsOn(platform, seller)
    const { policy, invoice: sold } = await soldOnAccount(platform, seller)
    const { token } = await transactions.quoteEndorsement(policy.id, { deductible: 100_000 })
    const proposed = await transactions.endorse(policy.id, { quote_token: token })
    const due = proposed.payment?.amount ?? 0
    const paid = await transactions.pay(policy.id, proposed.payment?.token ?? '')
    expect(paid.statusCode, paid.body).toBe(200)
    expect(await transactions.view(policy.id)).toMatchObject({ version_id: proposed.version_id })
    const [change] = await search(`policy_id=${policy.id}&kind=transaction`)
    expect(change).toMatchObject({ state: 'open', total: due, open: due })
    expect(await balancesOf(policy.id)).toEqual({ ...none, receivable: sold.total + due })
    expect(await checkMoney(platform)).toMatchObject({ faults: [] })
    const receipt = { amount: due, currency: 'eur', received_on: '2027-03-01' }
    const received = await managerOn(platform).post(
      `/manage/invoices/${change?.id}/receipts`,
      receipt,
    )
    expect(received.statusCode, received.body).toBe(200)
    expect(await balancesOf(policy.id)).toEqual({ ...none, receivable: sold.total, cash: due })
    expect(await checkMoney(platform)).toMatchObject({ faults: [] })
  })
})

describe('open invoices', () => {
  it('are found by state, policy, product, age and page', async () => {
    const { policy, invoice } = await soldOnAccount(platform)
    const dueDay = async (id: string) => {
      const [row] = await platform.db.query<{ day: string }>(sql`
        select due_day::text as day from invoices where id = ${id}`)
      return Temporal.PlainDate.from(row?.day ?? '')
    }
    const due = await dueDay(invoice.id)
    const now = platform.clock()
    platform.clock.set(due.add({ days: 30 }).toZonedDateTime('UTC').toInstant())
    expect(await search(`policy_id=${policy.id}&overdue_days=30`)).toMatchObject([
      { id: invoice.id },
    ])
    expect(await search(`policy_id=${policy.id}&overdue_days=31`)).toEqual([])
    platform.clock.set(now)
    expect(await search(`policy_id=${policy.id}&overdue_days=1`)).toEqual([])
    expect(await search(`policy_id=${policy.id}&state=settled`)).toEqual([])
    expect(await search(`id=${invoice.id}&product_id=bike&kind=sale`)).toHaveLength(1)
    expect(await search(`id=${invoice.id}&product_id=cyber`)).toEqual([])
    const newer = await soldOnAccount(platform)
    const all = await managerOn(platform).get('/manage/invoices?state=open&limit=1')
    expect(all.headers['link']).toContain('starting_after')
    const ids = (await search(`state=open&starting_after=${newer.invoice.id}`)).map(({ id }) => id)
    expect(ids).not.toContain(newer.invoice.id)
    const stranger = managerOn(
      platform,
      (await newKey(platform, await foreignInsurer(platform))).key,
    )
    expect((await stranger.get('/manage/invoices')).json()).toEqual([])
  })

  it('are written off with a reason, once, and never become credit', async () => {
    const manager = managerOn(platform)
    const { policy, invoice } = await soldOnAccount(platform)
    const path = `/manage/invoices/${invoice.id}/write_off`
    expect((await manager.post(path, { reason: ' ' })).statusCode).toBe(400)
    const reason = 'The rider is gone.'
    const [first, second] = await Promise.all([
      manager.post(path, { reason }),
      manager.post(path, { reason }),
    ])
    expect(new Set([first.statusCode, second.statusCode])).toEqual(new Set([200, 422]))
    expect(await balancesOf(policy.id)).toEqual({ ...none, writtenOff: invoice.total })
    const shown = (await manager.get(`/manage/invoices/${invoice.id}`)).json()
    expect(shown).toMatchObject({ state: 'written_off', open: 0 })
    const paid = await bike().pay(policy, { provider: 'sandbox', method: 'card' })
    expect([paid.statusCode, paid.json<{ message: string }>().message]).toEqual([
      400,
      `Invoice ${invoice.id} cannot be paid: it is written off.`,
    ])
    const account = await bike().get(`/policies/${policy.id}/account`)
    expect(account.json<{ entries: unknown[] }>().entries.at(-1)).toMatchObject({
      kind: 'write_off',
      amount: -invoice.total,
      owed: 0,
      reason,
    })
    const [policyView] = [await bike().get(`/policies/${policy.id}`)]
    const start = policyView.json<{ localized_dates: { start_date: string } }>()
    await transactionsOn(platform, bike()).cancel(
      policy.id,
      start.localized_dates.start_date.slice(0, 10),
    )
    await platform.runDue()
    expect(await balancesOf(policy.id)).toMatchObject({ receivable: 0, credit: 0, cash: 0 })
    expect(await checkMoney(platform)).toMatchObject({ faults: [] })
  })
})

describe('a dearer change of days that are over', () => {
  it('is due tomorrow at the earliest, though its day is long past', async () => {
    await trackReceipts(platform, 'cyber', 'increase_due: now\n')
    const insurer = sellerOn(platform, { secretKey: platform.demo.insurer.test.secret })
    const clock = await newClock(platform, '2027-03-01T09:00:00Z')
    const quote = { data: { policy_start_date: '2027-03-02' } }
    const policy = await soldPolicy(sellerOn(platform, { clock }), { quote })
    expect(await advanceAll(platform, clock, '2027-05-03T09:00:00Z')).toMatchObject({
      status: 'ready',
    })
    const transactions = transactionsOn(platform, insurer)
    const higher = { deductible: 100_000 }
    const { token } = await transactions.quoteEndorsement(policy.id, higher, '2027-04-01')
    const proposed = await transactions.endorse(policy.id, { quote_token: token })
    expect(proposed).toMatchObject({ status: 'proposed', payment: { pay_until: '2027-05-03' } })
    const paid = await transactions.pay(policy.id, proposed.payment?.token ?? '')
    expect(paid.statusCode, paid.body).toBe(200)
    const [change] = await search(`policy_id=${policy.id}&kind=transaction`)
    const { amount } = proposed.payment ?? {}
    expect(change).toMatchObject({ state: 'open', open: amount, due_date: '2027-05-04' })
  })
})
