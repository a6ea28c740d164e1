import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ProductVersionId } from '../../src/kernel/index.ts'
import { publishProduct } from '../../src/products/index.ts'
import { demoAccount } from '../builders/credentials.ts'
import { pushedDraft } from '../builders/draft.ts'
import { type Seller, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

const livePrice = 146_241
/** With 25 % tax instead of 19 %: 122,892 and 30,723. */
const draftPrice = 153_615

async function publish(versionId: ProductVersionId): Promise<void> {
  await publishProduct(platform, await demoAccount(platform, 'demo-insurance'), versionId)
}

async function priceOf(seller: Seller, body = {}): Promise<number> {
  const quote = await seller.quote({ body })
  if (quote.statusCode !== 200) throw new Error(quote.body)
  return quote.json<{ gross_payment_amount: number }>().gross_payment_amount
}

async function viewOf(seller: Seller, id: string) {
  return (await seller.get(`/policies/${id}`)).json<{
    product_version_id: string
    integration_version_id: string
    quote: { gross_payment_amount: number; payment_data: { net_commission_total: number } }
  }>()
}

describe('a new tariff', () => {
  it('is tried out as a draft with test keys, while the live one goes on being sold', async () => {
    const test = sellerOn(platform)
    const live = sellerOn(platform, { secretKey: platform.demo.keys.live.secret })
    const earlier = await soldPolicy(live)
    const sold = await viewOf(live, earlier.id)

    const draft = await pushedDraft(platform, 'cyber', {
      'pricing.yaml': (text) => text.replace(/tax_rate: .*/, 'tax_rate: 0.25'),
    })
    await vi.waitFor(async () =>
      expect(await priceOf(test, { live_product: 'false' })).toBe(draftPrice),
    )
    expect(await priceOf(test, { product_version_id: draft })).toBe(draftPrice)
    expect(await priceOf(test)).toBe(livePrice)
    expect(await priceOf(test, { live_product: 'true' })).toBe(livePrice)
    expect(await priceOf(live)).toBe(livePrice)
    const onDraft = await soldPolicy(test, { quote: { body: { live_product: 'false' } } })
    expect(await viewOf(test, onDraft.id)).toMatchObject({ product_version_id: draft })

    for (const [name, value] of [
      ['live_product', 'false'],
      ['product_version_id', draft],
    ] as const) {
      const refused = await live.quote({ body: { [name]: value } })
      expect([refused.statusCode, refused.json()]).toEqual([
        400,
        { status: 'Bad Request', message: 'Unpublished versions can be used with test keys only.' },
      ])
    }

    await publish(draft)
    await vi.waitFor(async () => expect(await priceOf(live)).toBe(draftPrice))
    expect(await priceOf(test)).toBe(draftPrice)
    expect(await priceOf(live, { product_version_id: draft })).toBe(draftPrice)
    expect(await priceOf(live, { product_version_id: sold.product_version_id })).toBe(livePrice)
    const later = await soldPolicy(live)
    expect(await viewOf(live, later.id)).toMatchObject({
      product_version_id: draft,
      quote: { gross_payment_amount: draftPrice },
    })
    expect(await viewOf(live, earlier.id)).toEqual(sold)
  })

  it('pushed twice with the same content is one draft', async () => {
    const change = {
      'pricing.yaml': (text: string) => text.replace(/tax_rate: .*/, 'tax_rate: 0.21'),
    }
    const [one, two] = [
      await pushedDraft(platform, 'cyber', change),
      await pushedDraft(platform, 'cyber', change),
    ]
    expect(one).toBe(two)
  })

  it('quoted before it changes is offered as it was quoted', async () => {
    const seller = sellerOn(platform)
    const quote = await seller.quote()
    const { token, gross_payment_amount: quoted } = quote.json<{
      token: string
      gross_payment_amount: number
    }>()
    const dearer = await pushedDraft(platform, 'cyber', {
      'pricing.yaml': (text) => text.replace(/tax_rate: .*/, 'tax_rate: 0.5'),
    })
    await publish(dearer)
    await vi.waitFor(async () => expect(await priceOf(seller)).toBe(184_338))
    const offer = await seller.offer(token)
    const view = await viewOf(seller, offer.json<{ id: string }>().id)
    expect(view.quote.gross_payment_amount).toBe(quoted)
    expect(view.product_version_id).not.toBe(dearer)
  })
})

describe('a new commission', () => {
  it('is tried out as a draft of the integration, and then published with the product', async () => {
    const test = sellerOn(platform, { product: 'bike' })
    const live = sellerOn(platform, {
      product: 'bike',
      secretKey: platform.demo.keys.live.secret,
    })
    const earlier = await soldPolicy(live)
    const sold = await viewOf(live, earlier.id)
    // 18 % of 16,741.
    expect(sold.quote.payment_data.net_commission_total).toBe(3_013)

    const draft = await pushedDraft(platform, 'bike', {
      'product.yaml': (text) => text.replace('commission_rate: 0.18', 'commission_rate: 0.1'),
    })
    const commissionOf = async (seller: Seller, body: { [name: string]: string }) => {
      const policy = await soldPolicy(seller, { quote: { body } })
      return (await viewOf(seller, policy.id)).quote.payment_data.net_commission_total
    }
    await vi.waitFor(async () =>
      expect(await commissionOf(test, { live_integration: 'false' })).toBe(1_674),
    )
    expect(await commissionOf(test, {})).toBe(3_013)
    expect(await commissionOf(test, { live_product: 'false' })).toBe(3_013)
    const refused = await live.quote({ body: { live_integration: 'false' } })
    expect(refused.statusCode).toBe(400)

    await publish(draft)
    await vi.waitFor(async () => expect(await commissionOf(live, {})).toBe(1_674))
    const older = { integration_version_id: sold.integration_version_id }
    expect(await commissionOf(live, older)).toBe(3_013)
    expect(await viewOf(live, earlier.id)).toEqual(sold)
  })
})
