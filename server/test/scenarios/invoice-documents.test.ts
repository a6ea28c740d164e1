import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { enqueueAll } from '../../src/jobs/index.ts'
import type { InvoiceId, PolicyId } from '../../src/kernel/index.ts'
import { invoiceDocumentsDue } from '../../src/ledger/index.ts'
import { pdfOf, sellingWithDocuments } from '../builders/documents.ts'
import { ordersOn } from '../builders/orders.ts'
import { type Seller, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

const body = `
#import "/bindery.typ": data
#let bill = data.invoice
#data.document.name #bill.number | #bill.reference.text | #bill.kind | #bill.issued.iso | #bill.due.iso
#for line in bill.lines {
  if line.kind == "balance" [| balance #line.amount.cents] else [
    | #line.kind #line.first.iso #line.last.iso #line.days days
    #line.net.cents + #line.tax.cents = #line.amount.cents
  ]
}
| #bill.total.cents | open #bill.open.cents | #bill.payment.how #repr(bill.payment.method)
| #data.customer.name | #data.policy.number
`

const documents = {
  'documents.yaml': `
documents:
  - designation: policy
  - designation: invoice
    name: { en: Invoice, de: Rechnung }
  - designation: credit_note
`,
  'policy.en.typ': '= Policy',
  'invoice.en.typ': body,
  'credit_note.en.typ': body,
}

let platform: TestPlatform
let seller: Seller
beforeAll(async () => {
  platform = await openTestPlatform()
  await sellingWithDocuments(platform, documents)
  seller = sellerOn(platform)
})
afterAll(() => platform.close())

interface Asset {
  readonly designation: string
  readonly version_id: string | null
  readonly invoice_id: string | null
  readonly href: string
}

async function assetsOf(policyId: string): Promise<Asset[]> {
  return (await seller.get(`/policies/${policyId}`)).json<{ assets: Asset[] }>().assets
}

const card = { provider: 'sandbox', method: 'card', sandbox: { outcome: 'ok' } }

const follow = (href: string) =>
  platform.app.inject({
    url: href.replace('http://bindery.test', ''),
    headers: { accept: 'application/pdf' },
  })

/** Gives the invoices of a policy their numbers, from this one on, and has their documents made. */
async function number(policyId: string, from: number): Promise<void> {
  const given = await platform.db.query<{ invoiceId: InvoiceId }>(sql`
    with waiting as (
      delete from unnumbered_invoices where policy_id = ${policyId} returning *)
    insert into invoice_numbers (invoice_id, insurer_id, livemode, year, number)
    select invoice_id, insurer_id, livemode, year,
      ${from - 1} + row_number() over (order by invoice_id)
    from waiting returning invoice_id as "invoiceId"`)
  const due = given.map(({ invoiceId }) =>
    // As the API gives it.
    invoiceDocumentsDue({ policyId: policyId as PolicyId, invoiceId, occasion: 'invoice' }),
  )
  await enqueueAll(platform.db, 'make_documents', due)
  await platform.workOff()
}

async function invoiceOf(policyId: string): Promise<Asset> {
  const asset = (await assetsOf(policyId)).find(({ designation }) => designation === 'invoice')
  if (asset === undefined) throw new Error('the policy has no invoice')
  return asset
}

describe('the invoice of a sale', () => {
  it('has its document once it has its number, and not before', async () => {
    const policy = await soldPolicy(seller, { payment: card })
    await platform.workOff()
    expect((await assetsOf(policy.id)).map((one) => one.designation)).toEqual(['policy'])
    const invoiceId = policy.version_id.replace('tpv_', 'bil_')
    const [shown] = await assetsOf(policy.id)
    const address = (shown?.href ?? '')
      .replace(policy.version_id, invoiceId)
      .replace('policy.pdf', 'invoice.pdf')
    expect((await follow(address)).statusCode).toBe(404)
    await number(policy.id, 123)
    const asset = await invoiceOf(policy.id)
    expect(asset).toMatchObject({ version_id: null, invoice_id: invoiceId, href: address })
    expect(await pdfOf(await follow(address))).toMatch(
      new RegExp(
        [
          /^Invoice TEST-2027-000123 \| RF\d\d TEST 2027 0001 23 \| sale \| 2027-03-01 \| 2027-06-29 /,
          /\| period 2027-06-29 2028-06-28 366 days 122892 \+ 23349 = 146241 /,
          /\| 146241 \| open 0 \| paid "card" \| Hanna Brandt \| CYB-\w{8}\s*$/,
        ]
          .map(({ source }) => source)
          .join(''),
      ),
    )
  })

  it('says of one that somebody else collects that nothing is to be paid here', async () => {
    const policy = await soldPolicy(seller)
    await number(policy.id, 200)
    expect(await pdfOf(await follow((await invoiceOf(policy.id)).href))).toContain(
      'open 0 | elsewhere "invoice"',
    )
  })

  it('is the document of no other policy', async () => {
    const [one, other] = [await soldPolicy(seller), await soldPolicy(seller)]
    await number(one.id, 300)
    await number(other.id, 301)
    const { href } = await invoiceOf(one.id)
    const foreign = href.replace(one.version_id.slice(4), other.version_id.slice(4))
    expect((await follow(foreign)).statusCode).toBe(404)
  })
})

describe('a second invoice', () => {
  it('has a document of its own; the first stays where it was, to the byte', async () => {
    const insurer = sellerOn(platform, { secretKey: platform.demo.insurer.test.secret })
    const orders = ordersOn(platform, insurer)
    const policy = await soldPolicy(insurer)
    await number(policy.id, 400)
    const first = await invoiceOf(policy.id)
    const made = await follow(first.href)
    platform.clock.advance({ hours: 1 })
    const dearer = await orders.quoteChange(policy.id, { deductible: 100_000 }, '2027-07-29')
    const proposal = await orders.change(policy.id, {
      quote_token: dearer.token,
      effective_date: '2027-07-29',
    })
    platform.clock.advance({ hours: 1 })
    await orders.pay(policy.id, proposal.payment?.token ?? '', card)
    await number(policy.id, 401)
    const second = await invoiceOf(policy.id)
    expect(second.href).not.toBe(first.href)
    expect(await pdfOf(await follow(second.href))).toMatch(
      new RegExp(`000401 .* order .* = ${dearer.change.amount} .* open 0 \\| paid "card"`),
    )
    await platform.db.query(sql`delete from documents where policy_id = ${policy.id}`)
    const state = { isAnswered: false }
    const asked = follow(first.href).finally(() => (state.isAnswered = true))
    while (!state.isAnswered) await platform.workOff()
    expect((await asked).headers.etag).toBe(made.headers.etag)
  })
})
