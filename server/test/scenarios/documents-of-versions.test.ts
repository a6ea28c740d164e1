import type { Response } from 'light-my-request'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { pdfOf, sellingWithDocuments } from '../builders/documents.ts'
import { type VersionStatus, transactionsOn } from '../builders/transactions.ts'
import { type Seller, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { testStart } from '../support/test-start.ts'

const list = `
documents:
  - designation: offer
  - designation: policy
  - designation: endorsement
    name: Endorsement
  - designation: cancellation
  - designation: reinstatement
  - designation: terms
    with: [policy, endorsement]
`

const body = `
#import "/bindery.typ": data
#data.document.name | #data.document.occasion | #data.document.date.iso | #data.policy.status
| #data.customer.name | #data.policy.data.company_name | #data.quote.data.yearly_turnover
| #data.price.payment.text | #data.policy.start.iso
#if data.policy.end != none [ | until #data.policy.end.iso ]
#if data.endorsement != none [
  | from #data.endorsement.effective.iso: #for value in data.endorsement.values [
    #value.path #repr(value.before) becomes #repr(value.after)]
  | was #data.endorsement.before.customer.name, #data.endorsement.before.quote.data.yearly_turnover,
  #data.endorsement.before.price.payment.text
  | charged #data.endorsement.charged.cents given back #data.endorsement.given_back.cents
]
#if data.cancellation != none [
  | ends #data.cancellation.date.iso, #data.cancellation.refund.cents back
]
#if data.reinstatement != none [
  | again from #data.reinstatement.date.iso #if data.reinstatement.gap != none [
    without #data.reinstatement.gap.first.iso to #data.reinstatement.gap.last.iso]
]
`

const documents = {
  'documents.yaml': list,
  'terms.en.pdf': Buffer.from('%PDF-1.4\n% the terms\n%%EOF\n'),
  ...Object.fromEntries(
    ['offer', 'policy', 'endorsement', 'cancellation', 'reinstatement'].map((name) => [
      `${name}.en.typ`,
      body,
    ]),
  ),
}

let platform: TestPlatform
let seller: Seller
let transactions: ReturnType<typeof transactionsOn>
beforeAll(async () => {
  platform = await openTestPlatform()
  await sellingWithDocuments(platform, documents)
  seller = sellerOn(platform)
  transactions = transactionsOn(platform, seller)
})
beforeEach(() => platform.clock.set(testStart))
afterAll(() => platform.close())

interface Asset {
  readonly designation: string
  readonly version_id: string
  readonly href: string
}

const at = (moment: string) => platform.clock.set(Temporal.Instant.from(moment))

const follow = (href: string) =>
  platform.app.inject({
    url: href.replace('http://bindery.test', ''),
    headers: { accept: 'application/pdf' },
  })

/** Asks for a document, and lets the jobs run that make it. */
async function document(href: string): Promise<Response> {
  const state = { isAnswered: false }
  const asked = follow(href).finally(() => (state.isAnswered = true))
  while (!state.isAnswered) await platform.runDue()
  return asked
}

async function assetsOf(policyId: string): Promise<Asset[]> {
  return (await seller.get(`/policies/${policyId}`)).json<{ assets: Asset[] }>().assets
}

/** What the same company pays for another turnover. */
async function paymentFor(turnover: number): Promise<number> {
  const answer = await seller.quote({ data: { yearly_turnover: turnover } })
  return answer.json<{ gross_payment_amount: number }>().gross_payment_amount
}

/** From 29 December on the company has another name, another owner and another turnover. */
async function changed({ id }: { readonly id: string }, turnover = 400_000_000): Promise<string> {
  const quote = await transactions.quoteEndorsement(id, { yearly_turnover: turnover }, '2027-12-29')
  const change = await transactions.endorse(id, {
    quote_token: quote.token,
    last_name: 'Brandt-Vogel',
    data: { company_name: 'Vogel Leuchten GmbH' },
  })
  await paid(id, change)
  return change.version_id
}

/** Pays for a transaction where that comes first. */
async function paid(id: string, { payment }: VersionStatus): Promise<void> {
  if (payment !== null) await transactions.pay(id, payment.token)
  await platform.runDue()
}

describe('an endorsement of a policy', () => {
  it('has a document that shows what was and what is, from when, and what it costs', async () => {
    const policy = await soldPolicy(seller)
    const versionId = await changed(policy)
    const change = (await assetsOf(policy.id)).find((one) => one.designation === 'endorsement')
    expect(change?.version_id).toBe(versionId)
    const text = await pdfOf(await follow(change?.href ?? ''))
    expect(text).toMatch(
      /^Endorsement \| endorsement \| 2027-03-01 \| paid \| Hanna Brandt-Vogel \|/,
    )
    expect(text).toContain('| from 2027-12-29:')
    expect(text).toContain('customer.last_name "Brandt" becomes "Brandt-Vogel"')
    expect(text).toContain(
      'policy.data.company_name "Brandt Leuchten GmbH" becomes "Vogel Leuchten GmbH"',
    )
    expect(text).toContain('quote.data.yearly_turnover 185000000 becomes 400000000')
    expect(text).toContain('| was Hanna Brandt, 185000000,')
    // Of the 366 days from 29 June 2027 to 28 June 2028 half are left on 29 December.
    const rest = (cents: number) => cents - Math.floor((cents * 183) / 366 + 0.5)
    const dearer = rest(await paymentFor(400_000_000)) - rest(await paymentFor(185_000_000))
    expect(dearer).toBeGreaterThan(0)
    expect(text).toContain(`charged ${dearer} given back 0`)
  })

  it('has the policy beside it as it now reads, and shows the newest of each kind', async () => {
    const policy = await soldPolicy(seller)
    const versionId = await changed(policy)
    const assets = await assetsOf(policy.id)
    expect(assets.map(({ designation, version_id }) => [designation, version_id])).toEqual([
      ['policy', versionId],
      ['terms', versionId],
      ['endorsement', versionId],
    ])
    const now = await pdfOf(await follow(assets[0]?.href ?? ''))
    expect(now).toMatch(/^policy \| policy \| 2027-03-01 \| paid \| Hanna Brandt-Vogel \| Vogel/)
  })

  it('proves no cover after the day for which the policy is cancelled', async () => {
    const policy = await soldPolicy(seller)
    await transactions.cancel(policy.id, '2028-01-31')
    await changed(policy, 50_000_000)
    const [now] = await assetsOf(policy.id)
    expect(await pdfOf(await follow(now?.href ?? ''))).toContain('| until 2028-01-31')
  })

  it('that makes it cheaper shows what is given back', async () => {
    const policy = await soldPolicy(seller)
    await changed(policy, 50_000_000)
    const change = (await assetsOf(policy.id)).find((one) => one.designation === 'endorsement')
    expect(await pdfOf(await follow(change?.href ?? ''))).toMatch(/charged 0 given back [1-9]\d*/)
  })
})

describe('a document', () => {
  it('says of its version what it said, to the byte, whatever happened since', async () => {
    const policy = await soldPolicy(seller)
    await platform.runDue()
    const sold = await assetsOf(policy.id)
    await changed(policy)
    const endorsed = await assetsOf(policy.id)
    const viewed = (await seller.get(`/policies/${policy.id}`)).json<{ version_id: string }>()
    await seller.cancel(policy.id, viewed.version_id, { termination_date: '2028-01-31' })
    await platform.runDue()
    const ended = await assetsOf(policy.id)
    expect(ended.map((one) => one.designation)).toEqual([
      'cancellation',
      'policy',
      'terms',
      'endorsement',
    ])
    const hrefs = [...new Set([...sold, ...endorsed, ...ended].map((one) => one.href))]
    const first = await Promise.all(hrefs.map(follow))
    expect(first.map((one) => one.statusCode)).toEqual(hrefs.map(() => 200))
    await platform.db.query(sql`delete from documents where policy_id = ${policy.id}`)
    // Nor does any of them read what the policy's row says of today.
    await platform.db.query(sql`
      update policies set last_name = 'Of today''s row', data = '{}' where id = ${policy.id}`)
    platform.clock.advance({ hours: 1 })
    for (const [n, href] of hrefs.entries()) {
      const again = await document(href)
      expect(again.headers.etag, href).toBe(first[n]?.headers.etag)
    }
    const [asSold] = first
    if (asSold === undefined) throw new Error('the policy has documents')
    expect(await pdfOf(asSold)).toMatch(
      /^policy \| policy \| \S+ \| paid \| Hanna Brandt \| Brandt Leuchten/,
    )
  })

  it('of a cancellation shows the data of the customer on its last day', async () => {
    const policy = await soldPolicy(seller)
    await changed(policy)
    const viewed = (await seller.get(`/policies/${policy.id}`)).json<{ version_id: string }>()
    await seller.cancel(policy.id, viewed.version_id, { termination_date: '2027-12-28' })
    await platform.runDue()
    const [cancellation] = await assetsOf(policy.id)
    // On the day before the change the company still had its old name.
    expect(await pdfOf(await follow(cancellation?.href ?? ''))).toMatch(
      /^cancellation \| cancellation \| \S+ \| cancelled \| Hanna Brandt \| Brandt Leuchten .* ends 2027-12-28, [1-9]\d* back/,
    )
  })

  it('of a reinstatement shows from when there is cover again, and for which days there was none', async () => {
    const policy = await soldPolicy(seller)
    await seller.cancel(policy.id, policy.version_id, { termination_date: '2027-12-31' })
    await platform.runDue()
    at('2028-01-11T09:00:00Z')
    await paid(policy.id, await transactions.reinstate(policy.id, { gap: true }))
    const assets = await assetsOf(policy.id)
    expect(assets.map((one) => one.designation)).toEqual([
      'policy',
      'terms',
      'reinstatement',
      'cancellation',
    ])
    const reinstated = assets.find((one) => one.designation === 'reinstatement')
    expect(await pdfOf(await follow(reinstated?.href ?? ''))).toMatch(
      /paid .* again from 2028-01-11 without 2028-01-01 to 2028-01-10/,
    )
  })

  it('of another policy has no address among those of this one', async () => {
    const [one, other] = [await soldPolicy(seller), await soldPolicy(seller)]
    await platform.runDue()
    const [asset] = await assetsOf(one.id)
    const foreign = (asset?.href ?? '').replace(one.version_id, other.version_id)
    expect((await follow(foreign)).statusCode).toBe(404)
    expect((await follow((asset?.href ?? '').replace(one.version_id, 'tpv_'))).statusCode).toBe(404)
  })
})

describe('policy transactions over the API', () => {
  /** What the newest document of that designation says. */
  async function textOfDocument(policyId: string, designation: string): Promise<string> {
    const asset = (await assetsOf(policyId)).find((one) => one.designation === designation)
    return asset === undefined ? 'nothing' : pdfOf(await follow(asset.href))
  }

  it('have their documents once they hold, with the cents that were quoted and paid', async () => {
    at('2027-03-01T09:00:00Z')
    const insurer = sellerOn(platform, { secretKey: platform.demo.insurer.test.secret })
    const transactions = transactionsOn(platform, insurer)
    const { id } = await soldPolicy(insurer, {
      quote: { data: { policy_start_date: '2027-03-02' } },
    })
    at('2027-06-09T09:00:00Z')

    const dearer = await transactions.quoteEndorsement(id, { deductible: 100_000 })
    const proposal = await transactions.endorse(id, { quote_token: dearer.token })
    expect(proposal.status).toBe('proposed')
    expect(await textOfDocument(id, 'endorsement')).toBe('nothing')
    await transactions.pay(id, proposal.payment?.token ?? '')
    await platform.runDue()
    const endorsement = await textOfDocument(id, 'endorsement')
    expect(endorsement).toContain('quote.data.deductible 500000 becomes 100000')
    expect(endorsement).toContain(`charged ${dearer.endorsement.amount} given back 0`)

    const cheaper = await transactions.quoteEndorsement(id, { deductible: 1_000_000 })
    await transactions.endorse(id, { quote_token: cheaper.token })
    expect(await textOfDocument(id, 'endorsement')).toContain(
      `charged 0 given back ${-cheaper.endorsement.amount}`,
    )

    await transactions.cancel(id, '2027-06-30')
    expect(await textOfDocument(id, 'cancellation')).toMatch(/ends 2027-06-30, [1-9]\d* back/)
    at('2027-07-10T09:00:00Z')
    const reinstated = await transactions.reinstate(id, { gap: true })
    if (reinstated.payment !== null) await transactions.pay(id, reinstated.payment.token)
    await platform.runDue()
    expect(await textOfDocument(id, 'reinstatement')).toContain(
      'again from 2027-07-10 without 2027-07-01 to 2027-07-09',
    )
    expect(await textOfDocument(id, 'policy')).toMatch(/\| paid \|/)
  })
})
