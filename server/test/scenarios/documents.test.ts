import type { Response } from 'light-my-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { managerOn } from '../builders/manager.ts'
import { pdfOf, sellingWithDocuments } from '../builders/documents.ts'
import {
  type OfferCreated,
  type Seller,
  madeOffer,
  sellerOn,
  soldPolicy,
} from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

const terms = Buffer.from('%PDF-1.4\n% the terms, attached as they are\n%%EOF\n')

const list = `
documents:
  - designation: terms
    name: { en: Terms, de: Bedingungen }
    with: [offer, policy]
  - designation: offer
    name: { en: Offer, de: Angebot }
  - designation: policy
    name: { en: Policy, de: Versicherungsschein }
  - designation: cancellation
    name: { en: Cancellation, de: Kündigung }
`

const body = `
#import "/bindery.typ": data, money, day
#data.document.name | #data.policy.number | #data.customer.name | #data.policy.data.company_name
| #data.policy.start.long | #data.price.gross.text | #data.price.tax_rate.text
| #money(data.quote.data.insured_sum) | #day(data.policy.data.company_founded_on).short
| #data.policy.status | #data.document.date.long
#if data.quote.data.company != none [| #data.quote.data.company.name]
#if data.cancellation != none [| #data.cancellation.date.long | #data.cancellation.refund.text]
#if data.customer.last_name == "Unprintable" { panic("no document for " + data.customer.name) }
`

const documents = {
  'documents.yaml': list,
  'terms.en.pdf': terms,
  'offer.en.typ': body,
  'policy.en.typ': body,
  'cancellation.en.typ': body,
  'offer.de.typ': body,
  'policy.de.typ': body,
  'cancellation.de.typ': body,
}

let platform: TestPlatform
let seller: Seller
beforeAll(async () => {
  platform = await openTestPlatform()
  await sellingWithDocuments(platform, documents)
  seller = sellerOn(platform)
})
afterAll(() => platform.close())

interface Linked extends OfferCreated {
  readonly _links: { readonly assets: Record<'offer' | 'policy', { readonly href: string }> }
}
interface Asset {
  readonly designation: string
  readonly name: string
  readonly extension: string
  readonly language: string
  readonly version_id: string
  readonly href: string
}

const pathOf = (href: string) => href.replace('http://bindery.test', '')
const follow = (href: string, headers: Record<string, string> = {}) =>
  platform.app.inject({ method: 'GET', url: pathOf(href), headers })
const linksOf = (offer: OfferCreated) => (offer as Linked)._links.assets // Every created offer has them.

/** Asks for a document, and lets the jobs run that make it. */
async function document(
  href: string,
  headers: Record<string, string> = { accept: 'application/pdf' },
): Promise<Response> {
  const state = { isAnswered: false }
  const asked = follow(href, headers).finally(() => (state.isAnswered = true))
  while (!state.isAnswered) await platform.runDue()
  const answer = await asked
  // The first document of all waits for the renderer to start.
  return answer.statusCode === 202 ? follow(href, headers) : answer
}

async function assetsOf(href: string): Promise<Asset[]> {
  const response = await follow(href, { accept: 'application/json' })
  return response.json<{ documents: Asset[] }>().documents
}

async function eventsOf(policyId: string, type: string) {
  const found = await managerOn(platform).get(
    `/manage/events?subject_id=${policyId}&type=${type}&limit=100`,
  )
  return found.json<{ data: Record<string, unknown> }[]>()
}

describe('the document of an offer', () => {
  it('shows names, amounts and days in the language of the customer', async () => {
    const english = await madeOffer(seller)
    expect(await pdfOf(await document(linksOf(english).offer.href))).toMatch(
      /^Offer \| CYB-\w{8} \| Hanna Brandt \| Brandt Leuchten GmbH \| 29 June 2027 \| €[\d,]+\.\d\d \| 19% \| €500,000\.00 \| 01\/04\/2011 \| ready \| 1 March 2027\s*$/,
    )
    const german = await madeOffer(seller, { offer: { language: 'de' } })
    expect(await pdfOf(await document(linksOf(german).offer.href))).toMatch(
      /^Angebot \| CYB-\w{8} \| Hanna Brandt \| Brandt Leuchten GmbH \| 29\. Juni 2027 \| [\d.]+,\d\d € \| 19 % \| 500\.000,00 € \| 01\.04\.2011 \| ready \| 1\. März 2027\s*$/,
    )
  })

  it.each([
    ['Jürgen Öztürk-Weiß', 'Jürgen', 'Öztürk-Weiß'],
    ['Олександра Шевченко', 'Олександра', 'Шевченко'],
    ['Παναγιώτης Παπαδόπουλος', 'Παναγιώτης', 'Παπαδόπουλος'],
    [`Ana ${'Maria-'.repeat(15)}Sol`, 'Ana', `${'Maria-'.repeat(15)}Sol`],
  ])('bears the name of %s whole', async (name, first_name, last_name) => {
    const offer = await madeOffer(seller, { offer: { first_name, last_name } })
    const text = await pdfOf(await document(linksOf(offer).offer.href))
    expect(text.replaceAll(/[\s\u00ad]/g, '')).toContain(name.replaceAll(' ', ''))
  })

  it('names the dataset item that the customer chose', async () => {
    const company = platform.demo.products['cyber']?.dataset_item
    const offer = await madeOffer(seller, { quote: { data: { company: company ?? '' } } })
    const item = await platform.app.inject(`/dataset_items/${company}?language=en`)
    const { data } = item.json<{ data: { name: string } }>()
    expect(await pdfOf(await document(linksOf(offer).offer.href))).toContain(data.name)
  })

  it('never shows sensitive data, whatever the template asks for', async () => {
    const offer = await madeOffer(seller, { offer: { sensitive_data: { iban: 'DE0000SECRET' } } })
    expect(await pdfOf(await document(linksOf(offer).offer.href))).not.toContain('SECRET')
  })
})

describe('an asset link', () => {
  it('shows a browser the main document, to be read there and kept by nobody in between', async () => {
    const offer = await madeOffer(seller)
    const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    const shown = await document(linksOf(offer).offer.href, browser)
    expect(shown.statusCode).toBe(200)
    expect(shown.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(shown.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(
        /^inline; filename="CYB-\w{8}-offer\.pdf"; filename\*=UTF-8''CYB-\w{8}%20Offer\.pdf$/,
      ),
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    const again = await follow(linksOf(offer).offer.href, {
      ...browser,
      'if-none-match': String(shown.headers.etag),
    })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
  })

  it('lists the documents to software, and each of them is where the list says', async () => {
    const offer = await madeOffer(seller, { offer: { language: 'de' } })
    const assets = await assetsOf(linksOf(offer).offer.href)
    const version_id = expect.stringMatching(/^tpv_/)
    const common = {
      extension: 'pdf',
      language: 'de',
      version_id,
      invoice_id: null,
      href: expect.any(String),
    }
    expect(assets).toEqual([
      { designation: 'offer', name: 'Angebot', ...common },
      { designation: 'terms', name: 'Bedingungen', ...common },
    ])
    const [main, attached] = assets
    expect(await pdfOf(await document(main?.href ?? ''))).toContain('Angebot')
    const got = await document(attached?.href ?? '')
    expect(got.headers['content-type']).toBe('application/pdf')
    expect(got.rawPayload).toEqual(terms)
    const viewed = await seller.get(`/offers/${offer.id}`)
    expect(viewed.json<{ assets: Asset[] }>().assets).toEqual(assets)
  })

  it('leads nowhere with another token, another version or another document', async () => {
    const offer = await madeOffer(seller)
    const other = await madeOffer(seller)
    const { href } = linksOf(offer).offer
    const [main] = await assetsOf(href)
    const foreign = new URL(linksOf(other).offer.href).searchParams.get('token') ?? ''
    const token = new URL(href).searchParams.get('token') ?? ''
    for (const wrong of [
      href.replace(token, foreign),
      href.replace(/token=.*/, ''),
      main?.href.replace(token, foreign),
      main?.href.replace('offer.pdf', 'policy.pdf'),
      main?.href.replace('offer.pdf', 'offer'),
      main?.href.replace(/tpv_\w+/, 'tpv_1'),
      main?.href.replace('/offers/', '/policies/'),
    ]) {
      const response = await follow(wrong ?? '', { accept: 'application/pdf' })
      expect(response.statusCode, wrong).toBe(404)
      expect(response.json()).toEqual({
        status: 'Not Found',
        code: 'assets_not_found',
        message: 'This link leads to no documents. Its id or its token is wrong.',
      })
    }
  })

  it('has nothing to show of a policy that nobody has paid yet', async () => {
    const offer = await madeOffer(seller)
    const { href } = linksOf(offer).policy
    expect(await assetsOf(href)).toEqual([])
    expect((await follow(href, { accept: 'application/pdf' })).statusCode).toBe(404)
  })

  it('has nothing to show where the product has no documents', async () => {
    const without = await openTestPlatform()
    await sellingWithDocuments(without, {})
    const offer = await madeOffer(sellerOn(without))
    await without.runDue()
    const ask = (accept: string) =>
      without.app.inject({ url: pathOf(linksOf(offer).offer.href), headers: { accept } })
    expect((await ask('application/json')).json()).toMatchObject({
      policy_id: offer.id,
      documents: [],
    })
    expect((await ask('application/pdf')).statusCode).toBe(404)
    await without.close()
  })
})

describe('the documents of a policy', () => {
  it('are made once it is paid, with an event for each', async () => {
    const policy = await soldPolicy(seller)
    await platform.runDue()
    const made = await eventsOf(policy.id, 'document.rendered')
    expect(made.map(({ data }) => data['designation'])).toEqual(
      expect.arrayContaining(['policy', 'terms']),
    )
    const shown = await follow(linksOf(policy).policy.href, { accept: 'application/pdf' })
    expect(await pdfOf(shown)).toMatch(/^Policy .* \| paid \| 1 March 2027/)
    const history = await managerOn(platform).get(`/manage/policies/${policy.id}/history`)
    expect(history.json<{ documents: unknown[] }>().documents).toEqual(
      expect.arrayContaining([
        {
          designation: 'policy',
          occasion: 'policy',
          version_id: policy.version_id,
          invoice_id: null,
          name: 'Policy',
          language: 'en',
          content_hash: String(shown.headers.etag).replaceAll('"', ''),
          made_at: '2027-03-01T09:00:00+00:00',
        },
      ]),
    )
  })

  it('stay what they were when it is cancelled, which gets a document of its own', async () => {
    const policy = await soldPolicy(seller)
    await platform.runDue()
    const { href } = linksOf(policy).policy
    const before = await assetsOf(href)
    const paid = await follow(before[0]?.href ?? '')
    await seller.cancel(policy.id, policy.version_id, { termination_date: '2027-12-31' })
    await platform.runDue()
    const after = await assetsOf(href)
    expect(after.map((asset) => asset.designation)).toEqual(['cancellation', 'policy', 'terms'])
    expect(after[0]?.version_id).not.toBe(policy.version_id)
    const main = await follow(href, { accept: 'application/pdf' })
    expect(await pdfOf(main)).toMatch(/^Cancellation .* \| cancelled .* \| 31 December 2027 \| €/)
    const still = await follow(before[0]?.href ?? '')
    expect(still.rawPayload).toEqual(paid.rawPayload)
    const viewed = await seller.get(`/policies/${policy.id}`)
    expect(viewed.json<{ assets: Asset[] }>().assets).toEqual(after)
  })

  it('say the same of the offer when they are asked for only after the cancellation', async () => {
    const policy = await soldPolicy(seller)
    await seller.cancel(policy.id, policy.version_id)
    await platform.runDue()
    const late = await pdfOf(await document(linksOf(policy).offer.href))
    expect(late).toMatch(/\| ready \| 1 March 2027\s*$/)
  })

  it('are made again to the same bytes', async () => {
    const policy = await soldPolicy(seller)
    await platform.runDue()
    const first = await follow(linksOf(policy).policy.href, { accept: 'application/pdf' })
    await platform.db.query(sql`delete from documents where policy_id = ${policy.id}`)
    await platform.db.query(sql`
      delete from document_contents where not exists (
        select from documents where documents.hash = document_contents.hash)`)
    platform.clock.advance({ hours: 1 })
    const second = await document(linksOf(policy).policy.href)
    expect(second.headers.etag).toBe(first.headers.etag)
    expect(second.rawPayload).toEqual(first.rawPayload)
  })

  it('are kept once where they are alike', async () => {
    await soldPolicy(seller)
    await platform.runDue()
    const rows = await platform.db.query<{ count: number }>(sql`
      select count(*) as count from document_contents where content = ${terms}`)
    expect(rows).toEqual([{ count: 1 }])
  })

  it('are made once when two ask at the same moment', async () => {
    const offer = await madeOffer(seller)
    const { href } = linksOf(offer).offer
    const ask = () => follow(href, { accept: 'application/pdf' })
    await Promise.all([ask(), ask(), platform.runDue(), platform.runDue()])
    // A slow machine makes it after they have been told to ask again.
    const [one, other] = await Promise.all([document(href), ask()])
    expect(one.statusCode).toBe(200)
    expect(one.rawPayload).toEqual(other.rawPayload)
    const made = await eventsOf(offer.id, 'document.rendered')
    expect(made.filter(({ data }) => data['designation'] === 'offer')).toHaveLength(1)
  })
})

describe('a document that is not there yet', () => {
  it('is promised for later when making it takes long', async () => {
    const offer = await madeOffer(seller)
    const { href } = linksOf(offer).offer
    const soon = await follow(href, { accept: 'application/pdf' })
    expect(soon.statusCode).toBe(202)
    expect(soon.headers['retry-after']).toBe('2')
    expect(soon.json()).toEqual({
      status: 'Accepted',
      message: 'The document is being created. Try again in 2 seconds.',
    })
    await platform.runDue()
    expect((await follow(href, { accept: 'application/pdf' })).statusCode).toBe(200)
  })

  it('has an event when it cannot be made, is tried again, and keeps no other from being made', async () => {
    const offer = await madeOffer(seller, { offer: { last_name: 'Unprintable' } })
    const assets = await assetsOf(linksOf(offer).offer.href)
    expect((await document(assets[0]?.href ?? '')).statusCode).toBe(202)
    const [failed] = await eventsOf(offer.id, 'document.failed')
    expect(failed?.data).toMatchObject({
      designation: 'offer',
      occasion: 'offer',
      reason: 'documents/offer.en.typ, line 9, column 48: Panicked with: "…".',
    })
    expect((await follow(assets[1]?.href ?? '')).rawPayload).toEqual(terms)
    platform.clock.advance({ hours: 1 })
    await platform.runDue()
    expect((await eventsOf(offer.id, 'document.failed')).length).toBeGreaterThan(1)
  })
})

describe('a new version of the product', () => {
  it('changes no document of what was sold before, even one that nobody had asked for', async () => {
    const sold = await madeOffer(seller)
    await sellingWithDocuments(platform, { ...documents, 'offer.en.typ': 'Everything is new.' })
    const old = await pdfOf(await document(linksOf(sold).offer.href))
    expect(old).toContain('Hanna Brandt')
    const fresh = await madeOffer(seller)
    expect(await pdfOf(await document(linksOf(fresh).offer.href))).toBe('Everything is new.')
  })
})
