import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Rater, json, startRater } from '../../src/pricing/http/testing/rater.ts'
import { managerOn } from '../builders/manager.ts'
import { pushedDraft } from '../builders/draft.ts'
import { type Seller, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let rater: Rater
let platform: TestPlatform
let seller: Seller
let version: string
/** The same price, for which nobody waits as long as for the other one. */
let hasty: string

const secrets = [Buffer.from('the secret that both sides know')]
const price = json({
  outputs: { gross_premium: 11900, premium_tax: 1900, net_premium: 10000, risk_class: 'B' },
})

beforeAll(async () => {
  rater = await startRater(price)
  const hosts = [`127.0.0.1:${rater.port}`]
  platform = await openTestPlatform({ raters: { hosts, allowsPrivate: true, secrets } })
  seller = sellerOn(platform, { product: 'bike' })
  const url = `http://127.0.0.1:${rater.port}/price`
  version = await pushedDraft(platform, 'bike', asking(url))
  hasty = await pushedDraft(platform, 'bike', asking(url, 500))
})
afterAll(async () => {
  await platform.close()
  await rater.close()
})

/** The folder of the bikes with a rater in place of its formulas. */
function asking(url: string, timeoutMs = 10_000) {
  const yaml =
    `kind: http\nurl: ${url}\ntimeout_ms: ${timeoutMs}\n` +
    'outputs: [gross_premium, premium_tax, net_premium, risk_class]\n'
  return { 'pricing.yaml': () => yaml }
}

const quote = (of = version) => seller.quote({ body: { product_version_id: of } })

describe('a product whose price an outside rater gives', () => {
  it('is quoted at the rater’s price, and keeps what else the rater says', async () => {
    rater.answer = price
    const answer = await quote()
    expect(answer.json()).toMatchObject({
      gross_payment_amount: 11900,
      extra_data: { premium_tax: 1900, risk_class: 'B' },
    })
    expect(JSON.parse(rater.received.at(-1)?.body ?? '')).toMatchObject({
      today: '2027-03-01',
      outputs: ['gross_premium', 'premium_tax', 'net_premium', 'risk_class'],
    })
  })

  it('is declined where the rater declines, and refused where it finds fault', async () => {
    rater.answer = json({ knockout: 'stolen_too_often' })
    expect((await quote()).json()).toMatchObject({ message: 'knockout' })
    rater.answer = json({ errors: [{ field: 'purchase_price', code: 'invalid_value' }] })
    const refused = await quote()
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ errors: [{ field: 'purchase_price' }] })
  })

  it('is not quoted, and nobody waits, while the rater fails or asks for odd money', async () => {
    for (const [answer, of] of [
      [json({ error: 'down' }, 500), version],
      [() => undefined, hasty], // It never answers.
      [json({ outputs: { gross_premium: 11901, premium_tax: 1900, net_premium: 10000 } }), version],
    ] as const) {
      rater.answer = answer
      const failed = await quote(of)
      expect(failed.statusCode).toBe(503)
      expect(failed.json()).toMatchObject({ message: 'The quote calculation failed.' })
    }
    rater.answer = price
    expect((await quote()).statusCode).toBe(200)
  })

  it('is explained by what was quoted; the rater is not asked again', async () => {
    rater.answer = price
    const policy = await soldPolicy(seller, { quote: { body: { product_version_id: version } } })
    const asked = rater.received.length
    const explained = await managerOn(platform).get(`/manage/policies/${policy.id}/explanation`)
    expect(explained.json()).toMatchObject({
      kind: 'http',
      is_same: null,
      recomputed: null,
      quoted: { gross_payment_amount: 11900 },
    })
    expect(rater.received).toHaveLength(asked)
  })

  it('is not accepted when it names a host that the operator does not allow', async () => {
    await expect(
      pushedDraft(platform, 'bike', asking('https://elsewhere.example/price')),
    ).rejects.toThrow('PRICING_HTTP_HOSTS')
  })
})
