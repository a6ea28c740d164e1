import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pdfOf } from '../builders/documents.ts'
import { madeOffer, sellerOn } from '../builders/sale.ts'
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
