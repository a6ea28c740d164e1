import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pdfOf } from '../builders/documents.ts'
import { madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

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
  ])('%s in %s tell gross, net and tax to the cent', async (product, language, word) => {
    const seller = sellerOn(platform, { product })
    const { extra_data: price } = (await seller.quote()).json<{
      extra_data: Record<'gross_premium' | 'net_premium' | 'premium_tax', number>
    }>()
    const offer = await madeOffer(seller, { offer: { language } })
    await seller.pay(offer)
    await platform.workOff()
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
  })
})

describe('the endorsements of the examples', () => {
  it.each([
    ['cyber', 'en', 'Endorsement', '1 August 2027'],
    ['cyber', 'de', 'Nachtrag', '1. August 2027'],
    ['bike', 'de', 'Nachtrag', '1. August 2027'],
    ['bike', 'fr', 'Avenant', '1er août 2027'],
  ])('%s in %s tell what was, what is, and from when', async (product, language, name, day) => {
    const secretKey = platform.demo.insurer.test.secret
    const seller = sellerOn(platform, { product, secretKey })
    const policy = await soldPolicy(seller, { offer: { language, email: 'old@example.com' } })
    const order = { email: 'new@example.com', effective_date: '2027-08-01' }
    const response = await seller.change(policy.id, policy.version_id, order)
    expect(response.statusCode, response.body).toBe(202)
    await platform.workOff()
    const { assets } = (await seller.get(`/policies/${policy.id}`)).json<{
      assets: { designation: string; name: string; href: string }[]
    }>()
    expect(assets.map(({ designation }) => designation)).toEqual(['policy', 'terms', 'change'])
    const endorsement = assets.find(({ designation }) => designation === 'change')
    expect(endorsement?.name).toBe(name)
    const text = await pdfOf(
      await platform.app.inject({
        url: endorsement?.href.replace('http://bindery.test', '') ?? '',
        headers: { accept: 'application/pdf' },
      }),
    )
    for (const told of ['old@example.com', 'new@example.com', day]) expect(text).toContain(told)
  })
})
