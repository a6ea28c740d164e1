import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ProductVersionId } from '../../src/kernel/index.ts'
import { pushedDraft } from '../builders/draft.ts'
import { type Seller, madeOffer, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { answer, idOf, refused } from './words.ts'

const publishedPrice = 146241
const draftPrice = 292483

let platform: TestPlatform
let seller: Seller
let live: Seller
let failing: ProductVersionId
let unprepared: ProductVersionId
let dearer: ProductVersionId
beforeAll(async () => {
  platform = await openTestPlatform()
  seller = sellerOn(platform)
  live = sellerOn(platform, { secretKey: platform.demo.keys.live.secret })
  failing = await pushedDraft(platform, 'cyber', {
    'pricing.yaml': (text) =>
      text.replace(
        'net_premium: net_premium_due',
        'net_premium: net_premium_due / MAX(0, 14 - employee_number)',
      ),
  })
  unprepared = await pushedDraft(platform, 'cyber', {
    'pricing.yaml': (text) => text.replace('minimum_premium: 19000', 'minimum_premium: 19001'),
  })
  dearer = await pushedDraft(platform, 'cyber', {
    'pricing.yaml': (text) => text.replace('insured_sum * rate', '2 * insured_sum * rate'),
    'product.yaml': (text) => text.replace('commission_rate: 0.15', 'commission_rate: 0.1'),
  })
})
afterAll(() => platform.close())

describe('the product version of a quote', () => {
  it.each([
    ['the newest published one, unless the request names another', {}, publishedPrice],
    ['the newest published one with live_product "true"', { live_product: 'true' }, publishedPrice],
    ['the newest draft with live_product "false"', { live_product: 'false' }, draftPrice],
  ])('is %s', async (_title, body, price) => {
    const quote = await seller.quote({ body })
    expect(answer(quote)).toMatchObject({ code: 200, body: { gross_payment_amount: price } })
  })

  it('is the one that product_version_id names, whatever live_product says', async () => {
    const body = { product_version_id: dearer, live_product: 'true' }
    const quote = await seller.quote({ body })
    expect(quote.json()).toMatchObject({ gross_payment_amount: draftPrice })
  })

  it('must be of the product that the integration sells', async () => {
    const bike = await madeOffer(sellerOn(platform, { product: 'bike' }))
    const version = (await seller.get(`/offers/${bike.id}`)).json<{ product_version_id: string }>()
    const quote = await seller.quote({ body: { product_version_id: version.product_version_id } })
    expect(answer(quote)).toStrictEqual(
      refused(
        404,
        'product_version_not_found',
        `Product version ${version.product_version_id} was not found.`,
      ),
    )
  })
})

describe('the integration version of a quote', () => {
  const commissionOf = async (body: Record<string, string>) => {
    const offer = await madeOffer(seller, { quote: { body } })
    const { quote } = (await seller.get(`/offers/${offer.id}`)).json<{
      quote: { payment_data: { net_commission_total: number }; integration_version_id: string }
    }>()
    return { commission: quote.payment_data.net_commission_total, id: quote.integration_version_id }
  }

  it('is the published one, unless live_integration is "false" or its id is named', async () => {
    const published = await commissionOf({})
    const draft = await commissionOf({ live_integration: 'false' })
    expect(published).toStrictEqual({ commission: 18434, id: idOf('inv') })
    expect(draft).toStrictEqual({ commission: 12289, id: idOf('inv') })
    const named = await commissionOf({
      integration_version_id: published.id,
      live_integration: 'false',
    })
    expect(named).toStrictEqual(published)
  })
})

describe('the flow of an offer', () => {
  it('is the one that pricing names, where it names one', async () => {
    const version = await pushedDraft(platform, 'cyber', {
      'pricing.yaml': (text) => `${text}  flow: '"referral"'\n`,
    })
    const body = { product_version_id: version }
    const offer = await madeOffer(seller, { quote: { body } })
    expect((await seller.get(`/offers/${offer.id}`)).json()).toMatchObject({ flow: 'referral' })
  })
})

describe('a draft', () => {
  it.each([
    ['by live_product', () => ({ live_product: 'false' })],
    ['by live_integration', () => ({ live_integration: 'false' })],
    ['by its id', () => ({ product_version_id: dearer })],
  ])('is not sold in earnest: a live key that asks for it %s gets 400', async (_how, body) => {
    const quote = await live.quote({ body: body() })
    expect(answer(quote)).toStrictEqual(
      refused(400, 'draft_with_live_key', 'Unpublished versions can be used with test keys only.'),
    )
  })

  it('is not asked for in earnest even of a product that has none: 400', async () => {
    const { secret } = platform.demo.keys.live
    const bikes = sellerOn(platform, { product: 'bike', secretKey: secret })
    for (const flag of ['live_product', 'live_integration']) {
      expect((await bikes.quote({ body: { [flag]: 'false' } })).statusCode).toBe(400)
    }
  })

  it('leaves the live price to the published version', async () => {
    expect((await live.quote()).json()).toMatchObject({ gross_payment_amount: publishedPrice })
  })
})

describe('a pricing revision', () => {
  it('that is being prepared answers 409, and prices as soon as it is ready', async () => {
    const { connection } = platform
    const hasty = await openTestPlatform({
      beside: { platform, connection },
      preparationPatienceMs: 0,
    })
    try {
      const quoteOf = () => sellerOn(hasty).quote({ body: { product_version_id: unprepared } })
      expect(answer(await quoteOf())).toStrictEqual(
        refused(
          409,
          'pricing_in_preparation',
          'Pricing calculation creation is in progress. Try again in a moment.',
        ),
      )
      await vi.waitFor(async () => expect((await quoteOf()).statusCode).toBe(200))
    } finally {
      await hasty.close()
    }
  })

  it('that fails on an answer gives 503, and logs the place, not the customer', async () => {
    const before = platform.logLines.length
    const body = { product_version_id: failing }
    const quote = await seller.quote({
      body,
      data: { yearly_turnover: 184_999_123, employee_number: 14 },
    })
    expect(answer(quote)).toStrictEqual(
      refused(503, 'calculation_failed', 'The quote calculation failed.'),
    )
    const log = platform.logLines.slice(before).join('')
    expect(log).toMatch(/"pricingRevisionId":"plr_[0-9a-f]{28}","place":"[^"]+"/)
    expect(log).not.toContain('184999123')
    const other = await seller.quote({ body, data: { employee_number: 13 } })
    expect(other.statusCode).toBe(200)
  })
})
