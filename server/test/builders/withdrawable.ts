import type { TestPlatform } from '../support/platform.ts'
import { dunnedBy, publishedDraft, withdrawableBy } from './draft.ts'
import { card, lifeOf } from './life.ts'

/**
 * Puts bikes on sale that customers can withdraw from. They name the gross price of a payment as `bike_price`,
 * taxed at 19 per cent, with a tenth of the net premium as commission, and answer `early_cover`.
 */
export async function publishWithdrawable(
  platform: TestPlatform,
  settings = 'law: de\nwithdrawal: { early_cover: early_cover }\n',
  productYaml: (text: string) => string = (text) => text,
): Promise<void> {
  await publishedDraft(platform, 'bike', {
    'product.yaml': (text) => {
      const plain = text.replace('refund: full_before_start', 'refund: pro_rata')
      return productYaml(withdrawableBy(dunnedBy(plain))) + settings
    },
    'pricing.yaml': () => pricing,
    'quote.json': asking,
    'items/e-bike/quote.json': asking,
  })
}

const question = '{ "name": "early_cover", "path": "data", "validation": "boolean" }'
const asking = (text: string) => text.replace('"quote": [', `"quote": [\n    ${question},`)

const pricing = `kind: formula
inputs:
  bike_price: integer
  start_date: date
  payment: { type: text, default: once }
steps:
  net: ROUND(bike_price / 1.19, 0)
  commission: ROUND(net * 0.1, 0)
outputs:
  net_premium: net
  tax_rate: 0.19
  net_commission_total: commission
  billing_cycles: IF(payment = "monthly", 12, 1)
  duration_strategy: '"start_plus_duration"'
  policy_start_date: start_date
  policy_duration: '"P1Y"'
`

/** Sold on 29 December 2026 for the year 2027, on a clock of its own; the documents arrive on the same day. */
export async function withdrawableBike(
  platform: TestPlatform,
  sold: {
    readonly isEarly?: boolean
    readonly isDelivered?: boolean
    readonly price?: number
    readonly plan?: 'monthly' | 'once'
    readonly at?: string
    readonly start?: string
    /** What the card does with instalments. */
    readonly mandate?: string
  } = {},
) {
  const { isEarly = true, isDelivered = true, price = 119_000, plan = 'once' } = sold
  const { at = '2026-12-29', start = '2027-01-01' } = sold
  const life = await lifeOf(platform, {
    product: 'bike',
    plan,
    timeZone: 'Europe/Zurich',
    at: `${at}T09:00:00Z`,
    quote: {
      start_date: start,
      purchase_date: at,
      payment: plan,
      bike_price: price,
      early_cover: isEarly,
    },
    payment: card(sold.mandate),
  })
  const delivered = (delivered_on: string) =>
    life.seller.post(`/policies/${life.id}/deliveries`, {
      document: 'policy',
      delivered_on,
      evidence: 'Handed over with the bike.',
    })
  if (isDelivered) await delivered(at)
  return { ...life, delivered }
}
