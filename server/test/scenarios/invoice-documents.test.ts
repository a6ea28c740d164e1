import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { numberInvoices } from '../../src/ledger/index.ts'
import { advanceAll, newClock } from '../builders/clock.ts'
import { pdfOf, sellingWithDocuments } from '../builders/documents.ts'
import { payPageAt, payPagesIn } from '../builders/pay-page.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { type Seller, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

const body = `
#import "/bindery.typ": data
#let bill = data.invoice
#data.document.name #bill.number | #bill.reference.text | #bill.kind | #bill.issued.iso | #bill.due.iso
#for line in bill.lines {
  if line.first == none [| #line.kind #line.amount.cents] else [
    | #line.kind #line.first.iso #line.last.iso #line.days days
    #if line.because != none [(#line.because.transaction from #line.because.effective.iso)]
    #line.net.cents + #line.tax.cents = #line.amount.cents
  ]
}
| #if bill.premium.before != none [was #bill.premium.before.cents]
| #bill.total.cents | open #bill.open.cents | #bill.payment.how #repr(bill.payment.method)
| #data.customer.name | #data.policy.number
| #data.links.pay
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

/** Gives invoices their numbers, and has their documents made. */
async function number(): Promise<void> {
  await numberInvoices(platform.db)
  await platform.runDue()
}

async function invoiceOf(policyId: string): Promise<Asset> {
  const asset = (await assetsOf(policyId)).find(({ designation }) => designation === 'invoice')
  if (asset === undefined) throw new Error('the policy has no invoice')
  return asset
}

describe('the invoice of a sale', () => {
  it('has its document once it has its number, and not before', async () => {
    const policy = await soldPolicy(seller, { payment: card })
    await platform.runDue()
    expect((await assetsOf(policy.id)).map((one) => one.designation)).toEqual(['policy'])
    const invoiceId = policy.version_id.replace('tpv_', 'bil_')
    const [shown] = await assetsOf(policy.id)
    const address = (shown?.href ?? '')
      .replace(policy.version_id, invoiceId)
      .replace('policy.pdf', 'invoice.pdf')
    expect((await follow(address)).statusCode).toBe(404)
    await number()
    const asset = await invoiceOf(policy.id)
    expect(asset).toMatchObject({ version_id: null, invoice_id: invoiceId, href: address })
    // And the statement leads to it.
    const account = await seller.get(`/policies/${policy.id}/account`)
    const { entries } = account.json<{ entries: { id: string; document: string | null }[] }>()
    expect(entries.filter(({ document }) => document !== null)).toEqual([
      expect.objectContaining({ kind: 'invoice', id: invoiceId, document: address }),
    ])
    expect(await pdfOf(await follow(address))).toMatch(
      new RegExp(
        [
          /^Invoice TEST-2027-000001 \| RF\d\d TEST 2027 0000 01 \| sale \| 2027-03-01 \| 2027-06-29 /,
          /\| period 2027-06-29 2028-06-28 366 days 122892 \+ 23349 = 146241 /,
          /\| \| 146241 \| open 0 \| paid "card" \| Hanna Brandt \| CYB-\s?\w{8} \|\s*$/, // A line may end at the hyphen.
        ]
          .map(({ source }) => source)
          .join(''),
      ),
    )
  })

  it('says of one that somebody else collects that nothing is to be paid here', async () => {
    const policy = await soldPolicy(seller)
    await number()
    expect(await pdfOf(await follow((await invoiceOf(policy.id)).href))).toContain(
      'open 0 | elsewhere "invoice"',
    )
  })

  it('is the document of no other policy', async () => {
    const [one, other] = [await soldPolicy(seller), await soldPolicy(seller)]
    await number()
    const { href } = await invoiceOf(one.id)
    const foreign = href.replace(one.version_id.slice(4), other.version_id.slice(4))
    expect((await follow(foreign)).statusCode).toBe(404)
  })
})

describe('a second invoice', () => {
  it('has a document of its own; the first stays where it was, to the byte', async () => {
    const insurer = sellerOn(platform, { secretKey: platform.demo.insurer.test.secret })
    const transactions = transactionsOn(platform, insurer)
    const policy = await soldPolicy(insurer)
    await number()
    const first = await invoiceOf(policy.id)
    const made = await follow(first.href)
    platform.clock.advance({ hours: 1 })
    const dearer = await transactions.quoteEndorsement(
      policy.id,
      { deductible: 100_000 },
      '2027-07-29',
    )
    const proposal = await transactions.endorse(policy.id, {
      quote_token: dearer.token,
      effective_date: '2027-07-29',
    })
    platform.clock.advance({ hours: 1 })
    await transactions.pay(policy.id, proposal.payment?.token ?? '', card)
    await number()
    const second = await invoiceOf(policy.id)
    expect(second.href).not.toBe(first.href)
    expect(await pdfOf(await follow(second.href))).toMatch(
      new RegExp(
        `TEST-2027-0\\d+ .* transaction .* = ${dearer.endorsement.amount} .* open 0 \\| paid "card"`,
      ),
    )
    await platform.db.query(sql`delete from documents where policy_id = ${policy.id}`)
    const state = { isAnswered: false }
    const asked = follow(first.href).finally(() => (state.isAnswered = true))
    while (!state.isAnswered) await platform.runDue()
    expect((await asked).headers.etag).toBe(made.headers.etag)
  })
})

describe('the invoice of an instalment', () => {
  it('shows what changed since the last, and how it stood when it was issued', async () => {
    const clock = await newClock(platform, '2027-03-01T09:00:00Z')
    const secretKey = platform.demo.insurer.test.secret
    const insurer = sellerOn(platform, { clock, secretKey })
    const transactions = transactionsOn(platform, insurer)
    const { id } = await soldPolicy(insurer, {
      quote: { data: { policy_start_date: '2027-03-02' } },
    })
    const to = async (day: string) => {
      platform.clock.advance({ seconds: 1 }) // True time goes on too: by it the newest is found.
      await advanceAll(platform, clock, `${day}T09:00:00Z`)
    }
    await to('2027-06-09')
    const dearer = await transactions.quoteEndorsement(id, { deductible: 100_000 })
    const proposal = await transactions.endorse(id, { quote_token: dearer.token })
    await transactions.pay(id, proposal.payment?.token ?? '')
    await to('2028-03-05')
    const text = await pdfOf(await follow((await invoiceOf(id)).href))
    const price = (await transactions.view(id)).quote.gross_payment_amount
    expect(text).toMatch(
      new RegExp(
        `instalment \\| 2028-03-02 \\| 2028-03-02 \\| period 2028-03-02 2029-03-01 365 days \\d+ \\+ \\d+ = ${price}`,
      ),
    )
    expect(text).toContain(`| ${price} | open 0 | elsewhere "invoice"`)
    const cheaper = await transactions.quoteEndorsement(id, { deductible: 1_000_000 })
    await transactions.endorse(id, { quote_token: cheaper.token })
    await to('2029-03-05')
    const next = await pdfOf(await follow((await invoiceOf(id)).href))
    expect(next).toContain(`| was ${price} |`)
  })

  it('names the page on which it is paid, also when it is made again after that', async () => {
    const clock = await newClock(platform, '2027-03-01T09:00:00Z')
    const customer = sellerOn(platform, { clock })
    const { id } = await soldPolicy(customer, {
      quote: { data: { policy_start_date: '2027-03-02' } },
      payment: { ...card, sandbox: { mandate: 'none' } },
    })
    platform.clock.advance({ seconds: 1 }) // As above.
    await advanceAll(platform, clock, '2028-03-02T09:00:00Z')
    await number()
    const { href } = await invoiceOf(id)
    const made = await follow(href)
    const [page = '', ...others] = payPagesIn(await pdfOf(made))
    expect(others).toEqual([])
    const { page: found, shown } = await payPageAt(platform, page)
    expect(found).toBe(200)
    expect(shown).toMatchObject({ kind: 'instalment', status: 'open', due_date: '2028-03-16' })
    const [, token = ''] = page.split('#')
    const paid = await platform.app.inject({
      method: 'POST',
      url: `/payment_links/${id}/payments`,
      payload: { token, ...card },
    })
    expect(paid.json()).toMatchObject({ status: 'paid', amount: shown['amount'] })
    await platform.db.query(sql`delete from documents where policy_id = ${id}`)
    const state = { isAnswered: false }
    const asked = follow(href).finally(() => (state.isAnswered = true))
    while (!state.isAnswered) await platform.runDue()
    expect((await asked).headers.etag).toBe(made.headers.etag)
  })
})
