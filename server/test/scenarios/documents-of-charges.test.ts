import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { card } from '../builders/life.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { openInvoices } from '../builders/open-invoice.ts'
import { pricedBike, publishPricedBike } from '../builders/priced-bike.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

/** Every charge is in exactly one invoice or credit note, also one that moves tax alone. */
let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  await publishPricedBike(platform)
})
afterAll(async () => {
  expect(await checkMoney(platform)).toMatchObject({ policies_different: 0, faults: [] })
  await platform.close()
})

interface Document {
  readonly id: string
  readonly kind: string
  readonly state: string
  readonly total: number
  readonly lines: readonly { kind: string; first_day: string | null; amount: number; tax: number }[]
}

/** The invoices and credit notes of a policy, oldest first, as a person would read them. */
async function documentsOf(policyId: string): Promise<string[]> {
  const manager = managerOn(platform)
  const found = await manager.get(`/manage/invoices?policy_id=${policyId}`)
  const ids = found.json<{ id: string; created_at: string }[]>().toReversed()
  const shown = await Promise.all(ids.map(({ id }) => manager.get(`/manage/invoices/${id}`)))
  return shown.map((response) => {
    const { kind, state, total, lines } = response.json<Document>()
    const line = (one: Document['lines'][number]) =>
      [one.kind, one.first_day, one.amount, one.tax].filter((part) => part !== null).join(' ')
    return [`${kind} ${state} ${total}`, ...lines.map(line)].join(' | ')
  })
}

describe('a reduction that comes with a reinstatement', () => {
  it('stands in the invoice that asks for the reinstatement, and in no credit note', async () => {
    const life = await pricedBike(platform, {
      start: '2027-09-01',
      price: 30_000,
      plan: 'monthly',
      mandate: 'none',
    })
    const { id, transactions, to } = life
    await to('2027-10-10')
    await transactions.cancel(id, '2027-10-08')
    await to('2027-10-15')
    const { payment } = await transactions.reinstate(id, { gap: true })
    await transactions.pay(id, payment?.token ?? '', card())
    await platform.runDue()
    const reduced = (await documentsOf(id)).filter((text) => text.includes('-5806 -927'))
    expect(reduced).toEqual([
      'transaction settled 24194 | adjustment 2027-10-01 -5806 -927 | balance 30000 0',
    ])
  })
})

describe('a change of tax alone', () => {
  it('is an invoice over nothing, settled when it is issued', async () => {
    const life = await pricedBike(platform, { start: '2027-01-01', price: 119_000, plan: 'once' })
    const { id, transactions, to } = life
    await to('2027-07-01')
    const taxed = await transactions.quoteEndorsement(id, { damage_cover: true }, '2027-07-01')
    await transactions.endorse(id, { quote_token: taxed.token, effective_date: '2027-07-01' })
    await to('2027-07-02')
    const dearer = await transactions.quoteEndorsement(id, { bike_price: 130_000 }, '2027-07-02')
    const { payment } = await transactions.endorse(id, {
      quote_token: dearer.token,
      effective_date: '2027-07-02',
    })
    await transactions.pay(id, payment?.token ?? '', card())
    await platform.runDue()
    expect(await documentsOf(id)).toEqual([
      'sale settled 119000 | period 2027-01-01 119000 19000',
      // 184 of 365 days: at 22 per cent 10818 of tax, at 19 per cent 9578.
      'transaction settled 0 | adjustment 2027-01-01 -59989 -9578 | adjustment 2027-01-01 59989 10818',
      'transaction settled 5515 | adjustment 2027-01-01 5515 995',
    ])
  })
})

describe('a reduction', () => {
  it('lowers the invoice of its own month first: what is owed for the month before stays owed', async () => {
    const life = await pricedBike(platform, {
      start: '2027-09-01',
      price: 30_000,
      plan: 'monthly',
      mandate: 'none',
    })
    const { id, transactions, to } = life
    await to('2027-10-28')
    const { token } = await transactions.quoteEndorsement(id, { bike_price: 15_000 }, '2027-11-01')
    await transactions.endorse(id, { quote_token: token, effective_date: '2027-11-01' })
    const open = await openInvoices(platform, id)
    expect(open.map(({ due_date, open: left }) => [due_date, left])).toEqual([
      ['2027-10-01', 30_000],
      ['2027-11-01', 15_000],
    ])
  })
})
