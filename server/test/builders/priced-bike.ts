import type { TestPlatform } from '../support/platform.ts'
import { dunnedBy, publishedDraft } from './draft.ts'
import { type LifeSettings, lifeOf, monthlyBike } from './life.ts'

/**
 * Puts bikes on sale whose customers name the gross price of a payment as `bike_price`, taxed at 19 per
 * cent, or at 22 with `damage_cover`. Both may be endorsed. Nobody is dunned unless `productYaml` says so.
 */
export async function publishPricedBike(
  platform: TestPlatform,
  productYaml: (text: string) => string = (text) => text,
): Promise<void> {
  await publishedDraft(platform, 'bike', {
    'product.yaml': (text) => productYaml(dunnedBy(text)),
    'pricing.yaml': () => pricing,
    'quote.json': (text) => text.replace('"quote_patch": [', `"quote_patch": [\n    ${price},`),
  })
}

const price = '{ "name": "bike_price", "path": "data", "validation": "integer|required" }'

const pricing = `kind: formula
inputs:
  bike_price: integer
  damage_cover: boolean
  start_date: date
  payment: { type: text, default: once }
steps:
  rate: IF(damage_cover, 0.22, 0.19)
  net: ROUND(bike_price / (1 + rate), 0)
outputs:
  net_premium: net
  tax_rate: rate
  billing_cycles: IF(payment = "monthly", 12, 1)
  duration_strategy: '"start_plus_duration"'
  policy_start_date: start_date
  policy_duration: '"P1Y"'
`

/** One of them on a clock of its own, for a whole year from this day. */
export async function pricedBike(
  platform: TestPlatform,
  sold: {
    readonly start: string
    readonly price: number
    readonly plan: 'monthly' | 'once'
    /** What the card does; `none` leaves every invoice open. */
    readonly mandate?: string
  },
) {
  const { start, price: bike_price, plan, mandate } = sold
  const at = Temporal.PlainDate.from(start).subtract({ days: 1 }).toString()
  const monthly: LifeSettings = monthlyBike(at, start, mandate)
  const quote = { ...monthly.quote, payment: plan, bike_price, damage_cover: false }
  return lifeOf(platform, { ...monthly, plan, quote })
}
