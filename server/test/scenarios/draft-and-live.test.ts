import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ProductVersionId } from '../../src/kernel/index.ts'
import { type ProductFiles, publishProduct } from '../../src/products/index.ts'
import { demoAccount } from '../builders/credentials.ts'
import { pushedDraft } from '../builders/draft.ts'
import { exampleFolder } from '../builders/folder.ts'
import { encodeFiles, managerOn } from '../builders/manager.ts'
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
        {
          status: 'Bad Request',
          code: 'draft_with_live_key',
          message: 'Unpublished versions can be used with test keys only.',
        },
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

describe('a what-if', () => {
  const manager = () => managerOn(platform)
  const taxed = (rate: string) =>
    exampleFolder('cyber', {
      'pricing.yaml': (text) => text.replace(/tax_rate: .*/, `tax_rate: ${rate}`),
    })
  const tried = async (files: ProductFiles) => {
    const answer = await manager().post('/manage/products/what_ifs', { files: encodeFiles(files) })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<{ product_version_id: string; failed_cases: { place: string }[] }>()
  }
  const cyber = async () =>
    (await manager().get('/manage/products/cyber')).json<{
      live_version_id: string
      versions: { id: string; number: number; is_live: boolean }[]
    }>()

  it('is priced by its id in spite of its cases, and is never the newest version', async () => {
    const before = await cyber()
    const kept = await tried(await taxed('0.31'))
    expect(kept.failed_cases.length).toBeGreaterThan(0)
    expect(await cyber()).toEqual(before)

    const test = sellerOn(platform)
    const { product_version_id } = kept
    const newest = await priceOf(test, { live_product: 'false' })
    expect(await priceOf(test, { product_version_id })).not.toBe(newest)
    const sold = await soldPolicy(test, { quote: { body: { live_product: 'false' } } })
    expect((await viewOf(test, sold.id)).product_version_id).toBe(before.versions[0]?.id)

    const shown = await manager().get(`/manage/product_versions/${product_version_id}`)
    expect(shown.json()).toMatchObject({ number: null, is_what_if: true })
    const again = await tried(await taxed('0.31'))
    expect(again).toMatchObject({ product_version_id, is_new: false })
  })

  it('is not published, not even forced, and nothing changes', async () => {
    const { product_version_id: id } = await tried(await taxed('0.32'))
    const { live_version_id } = await cyber()
    const force = { reason: 'It looked good.' }
    const refused = await manager().post(`/manage/product_versions/${id}/publish`, { force })
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ message: expect.stringContaining('Push its folder') })
    expect((await cyber()).live_version_id).toBe(live_version_id)
  })

  it('becomes a draft under its id once the same content is pushed, also after another', async () => {
    const files = new Map(await taxed('0.33'))
    for (const path of files.keys()) if (path.startsWith('tests/')) files.delete(path)
    const { product_version_id: id } = await tried(files)
    await pushedDraft(platform, 'cyber', {
      'pricing.yaml': (text) => text.replace(/tax_rate: .*/, 'tax_rate: 0.34'),
      'product.yaml': (text) => text.replace('http://localhost:3000', 'https://b.example'),
    })
    const { versions: before } = await cyber()
    const pushed = await manager().push(files)
    expect(pushed.json()).toMatchObject({ product_version_id: id, is_new: true })
    const { versions } = await cyber()
    expect(versions.map((one) => one.id)).toEqual([id, ...before.map((one) => one.id)])
    expect(versions[0]?.number).toBe((before[0]?.number ?? 0) + 1)

    const test = sellerOn(platform)
    const body = { live_product: 'false', live_integration: 'false' }
    await vi.waitFor(async () =>
      expect(await priceOf(test, body)).toBe(await priceOf(test, { product_version_id: id })),
    )
    // Its integration is the newest again too, and not that of the version between.
    const own = await manager().get(`/manage/product_versions/${id}`)
    const sold = await soldPolicy(test, { quote: { body } })
    const view = await viewOf(test, sold.id)
    expect(view.product_version_id).toBe(id)
    expect(own.json()).toMatchObject({ is_what_if: false })
    const atFirst = await soldPolicy(test)
    expect((await viewOf(test, atFirst.id)).integration_version_id).toBe(
      view.integration_version_id,
    )
    const published = await manager().post(`/manage/product_versions/${id}/publish`)
    expect(published.json()).toMatchObject({ live_version_id: id })
  })

  it('of a product that was never pushed is sold by its id, and listed nowhere', async () => {
    const files = await exampleFolder('cyber-formula', {
      'product.yaml': (text) => text.replace(/^key: .*/m, 'key: cyber-trial'),
    })
    const { product_version_id } = await tried(files)
    const listed = await manager().get('/manage/products')
    expect(listed.json<{ key: string }[]>().map(({ key }) => key)).not.toContain('cyber-trial')
    const shown = await manager().get(`/manage/product_versions/${product_version_id}`)
    const { integrations } = shown.json<{ integrations: { id: string }[] }>()
    const form = await sellerOn(platform).get(
      `/integrations/${integrations[0]?.id}/form?product_version_id=${product_version_id}&live_integration=false`,
    )
    expect(form.statusCode, form.body).toBe(200)
    const newest = await sellerOn(platform).get(
      `/integrations/${integrations[0]?.id}/form?live_product=false&live_integration=false`,
    )
    expect(newest.statusCode).toBe(404)
  })
})
