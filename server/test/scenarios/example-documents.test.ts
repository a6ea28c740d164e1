import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import { publishProduct, pushProduct, readProductFolder } from '../../src/products/index.ts'
import { demoAccount } from '../builders/credentials.ts'
import { advanceAll, newClock } from '../builders/clock.ts'
import { documentOf, pdfOf } from '../builders/documents.ts'
import { massEndorsementsOn } from '../builders/mass-endorsements.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { type Seller, madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { testStart } from '../support/test-start.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

/** However a language groups thousands and marks cents. */
function printed(cents: number): RegExp {
  const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, "[.,'’\\s]?")
  return new RegExp(`(?<!\\d)${whole}[.,]${String(cents % 100).padStart(2, '0')}(?!\\d)`)
}

describe('the policies of the examples', () => {
  it.each([
    ['cyber', 'en', 'Premium'],
    ['cyber', 'de', 'Beitrag'],
    ['bike', 'de', 'Prämie'],
    ['bike', 'fr', 'Prime'],
  ])('%s in %s show gross, net and tax to the cent', async (product, language, word) => {
    const seller = sellerOn(platform, { product })
    const { extra_data: price } = (await seller.quote()).json<{
      extra_data: Record<'gross_premium' | 'net_premium' | 'premium_tax', number>
    }>()
    const offer = await madeOffer(seller, { offer: { language } })
    await seller.pay(offer)
    await platform.runDue()
    const policy = (await seller.get(`/policies/${offer.id}`)).json<{
      assets: { designation: string; language: string; href: string }[]
    }>()
    const asset = policy.assets.find(({ designation }) => designation === 'policy')
    expect(asset?.language).toBe(language)
    const response = await platform.app.inject({
      url: asset?.href.replace('http://bindery.test', '') ?? '',
      headers: { accept: 'application/pdf' },
    })
    const text = await pdfOf(response)
    expect(text).toContain(word)
    for (const cents of [price.gross_premium, price.net_premium, price.premium_tax]) {
      expect(text).toMatch(printed(cents))
    }
    // Only cyber gives a right of withdrawal.
    const page = `/withdraw/${platform.demo.products[product]?.product_id}?mode=test`
    expect(text.replaceAll(/\s/g, '').includes(page)).toBe(product === 'cyber')
  })
})

/** The document of that designation among those that the policy shows, and what it says. */
async function shown(seller: Seller, policyId: string, designation: string) {
  const { assets } = (await seller.get(`/policies/${policyId}`)).json<{
    assets: { designation: string; name: string; href: string }[]
  }>()
  const asset = assets.find((one) => one.designation === designation)
  const url = asset?.href.replace('http://bindery.test', '') ?? ''
  const response = await platform.app.inject({ url, headers: { accept: 'application/pdf' } })
  return {
    name: asset?.name,
    text: await pdfOf(response),
    designations: assets.map((one) => one.designation),
  }
}

describe('the endorsements of the examples', () => {
  it.each([
    ['cyber', 'en', 'Endorsement', '1 August 2027'],
    ['cyber', 'de', 'Nachtrag', '1. August 2027'],
    ['bike', 'de', 'Nachtrag', '1. August 2027'],
    ['bike', 'fr', 'Avenant', '1er août 2027'],
  ])('%s in %s show what was, what is, and from when', async (product, language, name, day) => {
    const secretKey = platform.demo.insurer.test.secret
    const seller = sellerOn(platform, { product, secretKey })
    const policy = await soldPolicy(seller, { offer: { language, email: 'old@example.com' } })
    const request = { email: 'new@example.com', effective_date: '2027-08-01' }
    const response = await seller.endorse(policy.id, policy.version_id, request)
    expect(response.statusCode, response.body).toBe(202)
    await platform.runDue()
    const endorsement = await shown(seller, policy.id, 'endorsement')
    const attached = product === 'bike' ? ['ipid', 'terms'] : ['terms']
    const expected = ['policy', ...attached, 'endorsement']
    expect(endorsement.designations.slice(0, expected.length)).toEqual(expected)
    expect(endorsement.name).toBe(name)
    for (const part of ['old@example.com', 'new@example.com', day]) {
      expect(endorsement.text).toContain(part)
    }
  })
})

describe('the reinstatements of the examples', () => {
  it.each([
    ['cyber', 'en', 'Reinstatement', '11 January 2028', '10 January 2028'],
    ['cyber', 'de', 'Wiederinkraftsetzung', '11. Januar 2028', '10. Januar 2028'],
    ['bike', 'de', 'Wiederinkraftsetzung', '11. Januar 2028', '10. Januar 2028'],
    ['bike', 'fr', 'Remise en vigueur', '11 janvier 2028', '10 janvier 2028'],
  ])('%s in %s show from when there is cover again', async (product, language, name, from, gap) => {
    platform.clock.set(testStart)
    const secretKey = platform.demo.insurer.test.secret
    const seller = sellerOn(platform, { product, secretKey })
    const policy = await soldPolicy(seller, { offer: { language } })
    await seller.cancel(policy.id, policy.version_id, { termination_date: '2027-12-31' })
    await platform.runDue()
    platform.clock.set(Temporal.Instant.from('2028-01-11T09:00:00Z'))
    const transactions = transactionsOn(platform, seller)
    const { payment } = await transactions.reinstate(policy.id, { gap: true })
    if (payment !== null) await transactions.pay(policy.id, payment.token)
    await platform.runDue()
    const letter = await shown(seller, policy.id, 'reinstatement')
    expect(letter.name).toBe(name)
    for (const part of [from, gap]) expect(letter.text).toContain(part)
  })
})

describe('the withdrawals of the examples', () => {
  it.each([
    ['cyber', 'en', 'Confirmation of withdrawal', '10 March 2027', '9 April 2027'],
    ['cyber', 'de', 'Widerrufsbestätigung', '10. März 2027', '9. April 2027'],
  ])('%s in %s show what is refunded, and until when', async (product, language, name, on, by) => {
    platform.clock.set(testStart)
    const secretKey = platform.demo.insurer.test.secret
    const seller = sellerOn(platform, { product, secretKey })
    const policy = await soldPolicy(seller, { offer: { language } })
    platform.clock.set(Temporal.Instant.from('2027-03-10T09:00:00Z'))
    await transactionsOn(platform, seller).withdraw(policy.id)
    await platform.runDue()
    const letter = await shown(seller, policy.id, 'withdrawal')
    expect(letter.name).toBe(name)
    for (const part of [on, by]) expect(letter.text).toContain(part)
    expect(letter.text).toMatch(printed(146_241))
  })
})

describe('the letters of cancellations in the example bike', () => {
  /** The letter of a cancellation to the end of July, in German or French. */
  async function letterOf(language: string, named: JsonObject, designation: string) {
    platform.clock.set(testStart)
    const secretKey = platform.demo.insurer.test.secret
    const seller = sellerOn(platform, { product: 'bike', secretKey })
    const { id } = await soldPolicy(seller, { offer: { language } })
    platform.clock.set(Temporal.Instant.from('2027-05-10T09:00:00Z'))
    const transactions = transactionsOn(platform, seller)
    const cancellation = { termination_date: '2027-07-31', ...named }
    const { documents } = await transactions.preview(id, { cancellation })
    await transactions.cancel(id, '2027-07-31', {
      ...named,
      cancellation_reason: 'Three thefts in four months.',
    })
    const letter = await shown(seller, id, designation)
    expect(documents.map((one) => one.designation)).toEqual([designation])
    const others = ['cancellation', 'insurer_cancellation'].filter((one) => one !== designation)
    expect(letter.designations).not.toContain(others[0])
    return { ...letter, id, transactions, seller }
  }

  it.each([
    ['de', 'Kündigung', 'claim', ['Art. 42 VVG', '31. Juli 2027', 'Kündigung im Schadenfall']],
    ['fr', 'Résiliation', 'claim', ['art. 42 LCA', '31 juillet 2027', 'en cas de sinistre']],
    ['de', 'Kündigung', 'extraordinary', ['Art. 35b VVG', 'Zur Begründung: Three thefts']],
    ['fr', 'Résiliation', 'extraordinary', ['art. 35b LCA', 'Nos motifs : Three thefts']],
  ])('in %s the insurer declares its own %s for %s', async (language, name, code, parts) => {
    const named = { cancellation_kind: 'insurer', cancellation_reason_code: code }
    const letter = await letterOf(language, named, 'insurer_cancellation')
    expect(letter.name).toBe(name)
    for (const part of parts) expect(letter.text).toContain(part)
    await letter.transactions.moveEnd(letter.id, '2027-07-15')
    const moved = await shown(letter.seller, letter.id, 'insurer_cancellation')
    expect(moved.text).toMatch(/15\.? (Juli|juillet) 2027/)
    expect(moved.designations).not.toContain('cancellation')
  })

  it.each([
    ['de', 'am 4. Mai 2027 erhalten', 'Verkauf des Velos'],
    ['fr', 'le 4 mai 2027', 'Vente du vélo'],
  ])("in %s a customer's notice is confirmed", async (language, received, label) => {
    const sold = { cancellation_kind: 'customer', cancellation_reason_code: 'sold' }
    const named = { ...sold, received_on: '2027-05-04' }
    const { text } = await letterOf(language, named, 'cancellation')
    for (const part of [received, label]) expect(text).toContain(part)
  })

  it.each([
    ['de', 'im gegenseitigen Einvernehmen'],
    ['fr', 'd’un commun accord'],
  ])('in %s an agreement is no cancellation by one side', async (language, words) => {
    const { text } = await letterOf(language, { cancellation_kind: 'agreement' }, 'cancellation')
    expect(text).toContain(words)
  })
})

describe('the letters of an index in the example cyber', () => {
  const rise = async (day: string) => {
    const mass = massEndorsementsOn(platform)
    const indexation = { answer: 'insured_sum', percent: '3' }
    const change = { product_id: 'cyber', kind: 'indexation', effective_date: day, indexation }
    const id = await mass.draft({ ...change, reason: 'The index of prices rose by 3 percent.' })
    await mass.preview(id)
    return mass.start(id)
  }
  const languages = [
    ['en', 'section “Adjusting the sum insured”', 'object'],
    ['de', 'Abschnitt „Anpassung der Versicherungssumme“', 'widersprechen'],
  ] as const

  it('name the clause, both sums and the right to object in the notice of renewal', async () => {
    const clock = await newClock(platform, '2027-12-01T09:00:00Z')
    const secretKey = platform.demo.insurer.test.secret
    const seller = sellerOn(platform, { product: 'cyber', clock, secretKey })
    const policies = []
    for (const [language] of languages) {
      const quote = { data: { policy_start_date: '2028-01-01' } }
      policies.push(await soldPolicy(seller, { quote, offer: { language } }))
    }
    expect(await rise('2029-01-01')).toMatchObject({ status: 'done' })
    await advanceAll(platform, clock, '2028-11-15T09:00:00Z')
    for (const [n, [, clause, object]] of languages.entries()) {
      const { text } = await documentOf(platform, policies[n]?.id ?? '', 'renewal_notice')
      for (const part of [clause, object]) expect(text).toContain(part)
      // 3 percent of 500,000 euros more.
      expect(text).toMatch(/500[.,]000/)
      expect(text).toMatch(/515[.,]000/)
    }
  })

  it('name them in the letter of an endorsement, where it counts from a day', async () => {
    platform.clock.set(testStart)
    const folder = fileURLToPath(new URL('../../../examples/cyber/', import.meta.url))
    const files = new Map(await readProductFolder(folder))
    const product = Buffer.from(files.get('product.yaml') ?? '').toString()
    const onDay = product.replace('takes_effect: next_term', 'takes_effect: day')
    files.set('product.yaml', Buffer.from(onDay))
    const insurer = await demoAccount(platform, 'demo-insurance')
    const pushed = await pushProduct(platform, insurer, files)
    if (!pushed.ok) throw new Error(JSON.stringify(pushed.problems))
    await publishProduct(platform, insurer, pushed.versionId)
    await platform.feed.caughtUp()
    const secretKey = platform.demo.insurer.test.secret
    const seller = sellerOn(platform, { product: 'cyber', secretKey })
    const policies = []
    for (const [language] of languages) {
      policies.push(await soldPolicy(seller, { offer: { language } }))
    }
    expect(await rise('2027-09-01')).toMatchObject({ status: 'done' })
    for (const [n, [, clause, object]] of languages.entries()) {
      const { text } = await shown(seller, policies[n]?.id ?? '', 'endorsement')
      expect(text).toContain(clause)
      expect(text).toContain(object === 'object' ? object : 'widersprechen Sie')
      expect(text).toMatch(/515[.,]000/)
    }
  })
})
