import { expect } from 'vitest'
import { numberInvoices } from '../../src/ledger/index.ts'
import type { TestPlatform } from '../support/platform.ts'
import { dunnedBy, publishedDraft } from './draft.ts'
import { managerOn } from './manager.ts'
import { type Seller, sellerOn, soldPolicy } from './sale.ts'

/** Puts an example product on sale anew, on account: its invoices are open until they are received. */
export async function trackReceipts(
  platform: TestPlatform,
  product = 'bike',
  settings = '',
): Promise<void> {
  await publishedDraft(platform, product, {
    'product.yaml': (text) =>
      dunnedBy(text.replace('    methods:', '    receipts: tracked\n    methods:')) + settings,
  })
}

export interface OpenInvoice {
  readonly id: string
  readonly number: string | null
  readonly reference: string | null
  readonly policy_id: string
  readonly state: string
  readonly total: number
  readonly open: number
  readonly currency: string
  readonly due_date: string
}

/** A policy that was sold so, with its open invoice. */
export async function soldOnAccount(
  platform: TestPlatform,
  seller: Seller = sellerOn(platform, { product: 'bike' }),
): Promise<{
  readonly policy: Awaited<ReturnType<typeof soldPolicy>>
  readonly invoice: OpenInvoice
}> {
  const policy = await soldPolicy(seller)
  const found = await managerOn(platform).get(`/manage/invoices?policy_id=${policy.id}`)
  const [invoice] = found.json<OpenInvoice[]>()
  if (invoice === undefined) throw new Error(`no invoice: ${found.body}`)
  expect(invoice).toMatchObject({ state: 'open', open: invoice.total })
  return { policy, invoice }
}

interface Received {
  /** The invoice that it came for. */
  readonly id: string
  readonly amount: number
  readonly currency: string
  readonly on: string
}

/** A person says that money came for an invoice, also where it was settled before. */
export async function receivedByHand(
  platform: TestPlatform,
  { id, amount, currency, on }: Received,
): Promise<void> {
  const body = { amount, currency, received_on: on, overpayment: true }
  const recorded = await managerOn(platform).post(`/manage/invoices/${id}/receipts`, body)
  expect(recorded.statusCode, recorded.body).toBe(200)
}

/** The bank reports it, twice; for an invoice that was settled before a person says that it is right. */
export async function receivedByBank(
  platform: TestPlatform,
  { id, amount, currency, on }: Received,
  { isSettled, mark = 'for cover' }: { readonly isSettled: boolean; readonly mark?: string },
): Promise<void> {
  await numberInvoices(platform.db)
  const manager = managerOn(platform)
  const { number } = (await manager.get(`/manage/invoices/${id}`)).json<OpenInvoice>()
  linesSent += 1
  const major = `${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
  const line = `${on},"${number} ${mark} ${linesSent}, by bank",${major}`
  const sent = await sendToImport(platform, currency, line)
  expect(sent).toMatchObject({ new: 1, matched: isSettled ? 0 : 1 })
  expect(await sendToImport(platform, currency, line)).toMatchObject({ new: 0, known: 1 })
  if (!isSettled) return
  const match = { invoice_id: id, overpayment: true }
  const by = await manager.post(`/manage/receipts/${sent.receipts[0]?.id}/match`, match)
  expect(by.statusCode, by.body).toBe(200)
}

interface Imported {
  readonly new: number
  readonly matched: number
  readonly receipts: readonly { readonly id: string }[]
}

async function sendToImport(
  platform: TestPlatform,
  currency: string,
  line: string,
): Promise<Imported> {
  const sent = await platform.app.inject({
    method: 'POST',
    url: `/manage/receipts/import?currency=${currency}`,
    headers: {
      authorization: `Bearer ${platform.demo.insurer.test.secret}`,
      'content-type': 'text/csv',
    },
    payload: `date,reference,amount\n${line}\n`,
  })
  expect(sent.statusCode, sent.body).toBe(200)
  return sent.json<Imported>()
}

let linesSent = 0
/** A line of the bank that names no invoice: its receipt waits for a person. */
export async function unmatchedReceipt(platform: TestPlatform, currency = 'eur'): Promise<string> {
  linesSent += 1
  const line = `2027-03-01,line ${linesSent},1462.41`
  return (await sendToImport(platform, currency, line)).receipts[0]?.id ?? ''
}
