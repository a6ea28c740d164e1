import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import { sql } from '../../src/database/index.ts'
import { numberInvoices } from '../../src/ledger/index.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { moneyOf } from '../builders/money-of.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { receivedByHand, soldOnAccount, trackReceipts } from '../builders/tracked.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  await trackReceipts(platform)
})
afterAll(async () => {
  expect(await checkMoney(platform)).toMatchObject({ status: 'done', faults: [] })
  await platform.close()
})

interface Entry {
  readonly id: string
  readonly invoice_id: string
  readonly amount: number
  readonly tax: number
}

const reason = 'Agreed by phone.'
const enter = (policyId: string, entry: JsonObject) =>
  managerOn(platform).post(`/manage/policies/${policyId}/manual_entries`, { reason, ...entry })
const entered = async (policyId: string, entry: JsonObject): Promise<Entry> => {
  const answer = await enter(policyId, entry)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Entry>()
}
const reverse = (policyId: string, { id }: Entry) =>
  managerOn(platform).post(`/manage/policies/${policyId}/manual_entries/${id}/reverse`, { reason })
const invoice = async (id: string) =>
  (await managerOn(platform).get(`/manage/invoices/${id}`)).json<{
    readonly payment_token: string
  }>()
const postingsOf = async ({ invoice_id: id }: Entry): Promise<string[]> => {
  const rows = await platform.db.query<{ line: string }>(sql`
    select debit || ' from ' || credit || ': ' || amount || coalesce(' at ' || tax_rate, '') as line
    from postings where cause like ${`% ${id}`} order by number`)
  return rows.map(({ line }) => line)
}
const bike = () => sellerOn(platform, { product: 'bike' })
const byCard = () =>
  soldPolicy({
    ...bike(),
    pay: (made) => bike().pay(made, { provider: 'sandbox', method: 'card' }),
  })

describe('goodwill', () => {
  it('pays what is open, and a credit note says so', async () => {
    const { policy, invoice: open } = await soldOnAccount(platform)
    const given = await entered(policy.id, { kind: 'goodwill', amount: 2000, text: 'Sorry.' })
    expect(await postingsOf(given)).toEqual(['goodwill from receivable: 2000'])
    expect(await invoice(open.id)).toMatchObject({ state: 'open', open: open.total - 2000 })
    expect(await invoice(given.invoice_id)).toMatchObject({
      kind: 'credit_note',
      total: 2000,
      lines: [{ kind: 'goodwill', amount: -2000, tax: 0, text: 'Sorry.' }],
    })
    const account = await bike().get(`/policies/${policy.id}/account`)
    const { entries, owed } = account.json<{ entries: JsonObject[]; owed: number }>()
    expect(entries).toContainEqual(expect.objectContaining({ kind: 'goodwill', amount: -2000 }))
    expect(owed).toBe(open.total - 2000)
    // The reason is for the insurer: the account, which distributors read, does not have it.
    expect(account.body).not.toContain(reason)
  })

  it('goes back to the card where nothing is open and no period is to come', async () => {
    const policy = await byCard()
    await entered(policy.id, { kind: 'goodwill', amount: 1500 })
    await platform.runDue()
    const refunds = await platform.db.query(sql`
      select r.amount, r.status from refunds r join payments p on p.id = r.payment_id
      where p.policy_id = ${policy.id}`)
    expect(refunds).toEqual([{ amount: 1500, status: 'ok' }])
    expect(await moneyOf(platform, policy.id)).toMatchObject({ receivable: 0, credit: 0 })
  })

  it('beyond what was paid stays credit after a cancellation from the start', async () => {
    const policy = await byCard()
    const { total } = await paidFor(policy.id)
    await entered(policy.id, { kind: 'goodwill', amount: 1500 })
    await platform.runDue()
    const correction = { kind: 'correction', amount: -total, tax_rate: '5' }
    await entered(policy.id, correction)
    await platform.runDue()
    expect(await moneyOf(platform, policy.id)).toMatchObject({ receivable: 0, credit: 1500 })
  })

  it('is taken back while it is credit, once, and not when it is used', async () => {
    const { policy, invoice: open } = await soldOnAccount(platform)
    const used = await entered(policy.id, { kind: 'goodwill', amount: 100 })
    const late = await reverse(policy.id, used)
    expect([late.statusCode, late.json()]).toMatchObject([422, { code: 'goodwill_used' }])
    await receivedByHand(platform, { ...open, amount: open.total, on: '2027-03-01' })
    const [first, second] = await Promise.all([reverse(policy.id, used), reverse(policy.id, used)])
    expect(new Set([first.statusCode, second.statusCode])).toEqual(new Set([200, 422]))
    const back = [first, second].find(({ statusCode }) => statusCode === 200)?.json<Entry>()
    expect(back).toMatchObject({ kind: 'goodwill', amount: -100, reverses: used.id })
    expect(await invoice(back?.invoice_id ?? '')).toMatchObject({
      kind: 'correction',
      state: 'settled',
      total: 0,
      lines: [
        { kind: 'goodwill', amount: 100 },
        { kind: 'balance', amount: -100 },
      ],
    })
    expect(await moneyOf(platform, policy.id)).toMatchObject({ receivable: 0, credit: 0 })
  })
})

const paidFor = async (policyId: string) => {
  const [first] = (await managerOn(platform).get(`/manage/invoices?policy_id=${policyId}`)).json<
    { id: string; total: number }[]
  >()
  if (first === undefined) throw new Error(`${policyId} has no invoice`)
  return first
}

describe('a fee by hand', () => {
  it('is an invoice that the customer pays with its token', async () => {
    const policy = await byCard()
    const due = { kind: 'fee', amount: 500, text: 'Second certificate', due_date: '2099-01-01' }
    const charged = await entered(policy.id, due)
    expect(await postingsOf(charged)).toEqual(['receivable from fees: 500'])
    const shown = await invoice(charged.invoice_id)
    expect(shown).toMatchObject({
      kind: 'manual_fee',
      state: 'open',
      open: 500,
      due_date: '2099-01-01',
      lines: [{ kind: 'fee', amount: 500, fee: 500, text: 'Second certificate' }],
    })
    const paid = await bike().pay(
      { ...policy, payment_token: shown.payment_token },
      { provider: 'sandbox', method: 'card' },
    )
    expect(paid.statusCode, paid.body).toBeLessThan(300)
    await platform.runDue()
    expect(await invoice(charged.invoice_id)).toMatchObject({ state: 'settled', open: 0 })
  })

  it('is paid by credit first', async () => {
    const { policy, invoice: open } = await soldOnAccount(platform)
    await receivedByHand(platform, { ...open, amount: open.total + 300, on: '2027-03-01' })
    const charged = await entered(policy.id, { kind: 'fee', amount: 500, text: 'Copy' })
    expect(await invoice(charged.invoice_id)).toMatchObject({
      total: 200,
      open: 200,
      lines: [
        { kind: 'fee', amount: 500 },
        { kind: 'balance', amount: -300 },
      ],
    })
  })

  it('is taken back by a credit note that lowers its own invoice', async () => {
    const { policy, invoice: open } = await soldOnAccount(platform)
    const charged = await entered(policy.id, { kind: 'fee', amount: 500, text: 'Copy' })
    const back = (await reverse(policy.id, charged)).json<Entry>()
    expect(await invoice(charged.invoice_id)).toMatchObject({ state: 'settled', open: 0 })
    expect(await invoice(open.id)).toMatchObject({ state: 'open', open: open.total })
    const again = await reverse(policy.id, back)
    expect([again.statusCode, again.json()]).toMatchObject([422, { code: 'entry_is_reversal' }])
    const list = await managerOn(platform).get(`/manage/policies/${policy.id}/manual_entries`)
    expect(list.json()).toMatchObject({
      entries: [
        { id: charged.id, reversed_by: back.id, allowed: { reverse: { code: 'entry_reversed' } } },
        { id: back.id, reverses: charged.id, reversed_by: null },
      ],
      allowed: { enter: { allowed: true } },
    })
  })
})

describe('a correction', () => {
  it('charges with tax, in the tax return and not in the premium', async () => {
    const { policy } = await soldOnAccount(platform)
    const before = await taxes()
    const charged = await entered(policy.id, { kind: 'correction', amount: 11_900, tax_rate: '19' })
    expect(charged).toMatchObject({ tax: 1900, tax_rate: '19' })
    expect(await postingsOf(charged)).toEqual([
      'receivable from corrections: 10000 at 19',
      'receivable from tax: 1900 at 19',
    ])
    expect(await invoice(charged.invoice_id)).toMatchObject({ kind: 'correction', open: 11_900 })
    const after = await taxes()
    expect([after.premium - before.premium, after.tax - before.tax]).toEqual([10_000, 1900])
  })

  it('gives back what was charged, and never more', async () => {
    const { policy, invoice: open } = await soldOnAccount(platform)
    const beyond = { kind: 'correction', amount: -open.total - 1, tax_rate: '0' }
    const refused = await enter(policy.id, beyond)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { code: 'correction_beyond_charges' },
    ])
    const less = await entered(policy.id, { ...beyond, amount: -1_050, tax_rate: '5' })
    expect(less).toMatchObject({ amount: -1050, tax: -50 })
    expect(await invoice(open.id)).toMatchObject({ open: open.total - 1050 })
    const journal = await managerOn(platform).get(
      `/manage/journal?from=2027-01-01&to=2027-12-31&policy_id=${policy.id}&account=corrections`,
    )
    expect(journal.json()).toMatchObject([{ debit: 'corrections', amount: 1000, tax_rate: '5' }])
    const back = (await reverse(policy.id, less)).json<Entry>()
    expect(await postingsOf(back)).toEqual([
      'receivable from corrections: 1000 at 5',
      'receivable from tax: 50 at 5',
    ])
  })
})

const taxes = async () => {
  const from = new Date().getUTCFullYear()
  const shown = await managerOn(platform).get(
    `/manage/taxes?from=${from - 1}-01-01&to=${from + 9}-12-31`,
  )
  expect(shown.statusCode, shown.body).toBe(200)
  const lines = shown.json<{ lines: { rate: string; premium: number; tax: number }[] }>().lines
  return lines.find(({ rate }) => rate === '19') ?? { premium: 0, tax: 0 }
}

describe('an entry', () => {
  it.each([
    [{ kind: 'goodwill', amount: -5 }, 'amount_not_for_kind'],
    [{ kind: 'fee', amount: 0, text: 'x' }, 'amount_not_for_kind'],
    [{ kind: 'correction', amount: 5 }, 'member_missing_for_kind'],
    [{ kind: 'fee', amount: 5 }, 'member_missing_for_kind'],
    [{ kind: 'goodwill', amount: 5, tax_rate: '19' }, 'member_not_for_kind'],
    [{ kind: 'goodwill', amount: 5, due_date: '2099-01-01' }, 'member_not_for_kind'],
    [{ kind: 'fee', amount: 5, text: 'x', due_date: '2020-01-01' }, 'due_date_too_early'],
  ] as const)('%j is refused with %s', async (entry, code) => {
    const { policy } = await soldOnAccount(platform)
    const refused = await enter(policy.id, entry)
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([400, code])
    expect(
      await platform.db.query(sql`
      select id from manual_entries where policy_id = ${policy.id}`),
    ).toEqual([])
  })

  it('has its document, with a number', async () => {
    const { policy } = await soldOnAccount(platform)
    const charged = await entered(policy.id, { kind: 'fee', amount: 500, text: 'Copy' })
    await numberInvoices(platform.db)
    expect(await invoice(charged.invoice_id)).toMatchObject({ number: expect.any(String) })
  })
})
