import { expect } from 'vitest'
import type { TestPlatform } from '../support/platform.ts'
import { publishedDraft } from './draft.ts'
import { managerOn } from './manager.ts'
import { type Seller, sellerOn, soldPolicy } from './sale.ts'

/** Puts an example product on sale anew, on account: its invoices are open until they are received. */
export async function trackReceipts(platform: TestPlatform, product = 'bike'): Promise<void> {
  await publishedDraft(platform, product, {
    'product.yaml': (text) => text.replace('    methods:', '    receipts: tracked\n    methods:'),
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

let linesSent = 0
/** A line of the bank that names no invoice: its receipt waits for a person. */
export async function unmatchedReceipt(platform: TestPlatform, currency = 'eur'): Promise<string> {
  linesSent += 1
  const sent = await platform.app.inject({
    method: 'POST',
    url: `/manage/receipts/import?currency=${currency}`,
    headers: {
      authorization: `Bearer ${platform.demo.insurer.test.secret}`,
      'content-type': 'text/csv',
    },
    payload: `date,reference,amount\n2027-03-01,line ${linesSent},1462.41\n`,
  })
  expect(sent.statusCode, sent.body).toBe(200)
  return sent.json<{ receipts: { id: string }[] }>().receipts[0]?.id ?? ''
}
