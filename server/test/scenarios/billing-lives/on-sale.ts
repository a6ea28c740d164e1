import { sql } from '../../../src/database/index.ts'
import type { JsonObject } from '../../../src/kernel/index.ts'
import { dunnedBy, publishedDraft, withdrawableBy } from '../../builders/draft.ts'
import { planIdOf } from '../../builders/life.ts'
import { managerOn } from '../../builders/manager.ts'
import { type Seller, sellerOn } from '../../builders/sale.ts'
import type { TestPlatform } from '../../support/platform.ts'
import type { Between } from '../billing-model.ts'
import { withModelKinds } from '../model-kinds.ts'
import type { ModelPlan, ModelPrice } from '../policy-model.ts'

const prices = new Map<string, ModelPrice>()

/** Who sells, and through what, where commission is earned so. */
export const sellers = {
  premium: { distributor: 'alpine-brokers', integration: 'bike-shop' },
  payment: { distributor: 'harbour-partners', integration: 'partner' },
} as const

async function integrationIdOf(platform: TestPlatform, wanted: string): Promise<string> {
  const product = platform.demo.products['bike']?.product_id ?? ''
  const shown = await managerOn(platform).get(`/manage/products/${product}`)
  const { integrations } = shown.json<{ integrations: { id: string; key: string }[] }>()
  const found = integrations.find(({ key }) => key === wanted)
  if (found === undefined) throw new Error(`no integration ${wanted}`)
  return found.id
}

/** The plans of those who pay by card, and of those whose transfers are waited for. */
export const planKeys = {
  card: { monthly: 'monthly', quarterly: 'quarterly', yearly: 'yearly' },
  tracked: { monthly: 'transfers', quarterly: 'tracked_quarterly', yearly: 'tracked_yearly' },
} as const satisfies Record<string, Record<ModelPlan, string>>

const frequencies: Readonly<Record<ModelPlan, string>> = {
  monthly: 'month',
  quarterly: 'quarter',
  yearly: 'year',
}

const planOf = (key: string, plan: ModelPlan, isTracked: boolean) => `  - key: ${key}
    name: ${key}
    type: recurring
    frequency: ${frequencies[plan]}
    issue_days_before: ${issueDaysBefore}
    retry_days: [3, 5, 7]
${isTracked ? '    receipts: tracked\n' : ''}    methods:
      - { provider: sandbox, method: card }
${isTracked ? '      - { provider: invoice, method: invoice }\n' : ''}`

/** Of all plans. */
export const issueDaysBefore = 7

export const plans = ['monthly', 'quarterly', 'yearly'] as const
const otherPlans = [
  ...plans.slice(1).map((plan) => planOf(planKeys.card[plan], plan, false)),
  ...plans.map((plan) => planOf(planKeys.tracked[plan], plan, true)),
].join('')
const allKeys = ['once', ...Object.values(planKeys.card), ...Object.values(planKeys.tracked)]
const bikePrice = '{ "name": "bike_price", "path": "data", "validation": "integer|required" }'
const answeredByPlans = (text: string) =>
  text
    .replace('in:once,monthly', `in:${allKeys.join()}`)
    .replace('"quote_patch": [', `"quote_patch": [${bikePrice},`)

/** Fewer payments cost less; each plan is known by its answer. */
const byPlan = `  payments: SWITCH(payment, "monthly", 12, "transfers", 12, "quarterly", 4, "tracked_quarterly", 4, 1)
  payment_factor: SWITCH(payments, 12, 1.04, 4, 1.02, 1)
`

const indexation = `indexation:
  - { answer: deductible, takes_effect: day, percent_max: 100, clause: No. 9 }
  - { answer: bike_price, percent_max: 100, clause: No. 10 }
`
/** Each goes on, unless it ends before. */
const renewal = `
renewal:
  kind: automatic
  notice_days: 60
  set: { start_date: start }
`

/** What an index raises with the next term. */
export const bikePrices = { sold: 240_000, raised: 252_000 } as const

/** Puts it on sale, and asks for the price of everything that can be answered. */
export async function putOnSale(platform: TestPlatform, between: Between): Promise<void> {
  const { increaseDue, refund } = between
  await publishedDraft(platform, 'bike', {
    'product.yaml': (text) =>
      withModelKinds(withdrawableBy(dunnedBy(text.replace(/\nrenewal:\n(?: .*\n)+/, renewal))))
        .replace('increase_due: next', `increase_due: ${increaseDue}`)
        .replace('\nintegrations:', `${otherPlans}\nintegrations:`)
        .concat(`refund: ${refund}\nbackdate_days: 730\nreinstatement_days: 730\n`)
        .concat('withdrawal: { early_cover: damage_cover }\n')
        .concat(indexation)
        .concat('adjustment: { fields: [deductible], within_days: 730 }\n'),
    'checkout.yaml': () => 'plan_question: payment\n',
    'quote.json': answeredByPlans,
    'items/e-bike/quote.json': answeredByPlans,
    'pricing.yaml': (text) => text.replace(/ {2}payments: .*\n {2}payment_factor: .*\n/, byPlan),
  })
  const secretKey = platform.demo.insurer.test.secret
  const seller = sellerOn(platform, { product: 'bike', secretKey })
  for (const plan of plans) {
    for (const answers of allAnswers) {
      const price = await quotedPrice(platform, between, seller, answers, planKeys.card[plan])
      prices.set(JSON.stringify({ ...answers, plan }), price)
    }
  }
}

const allAnswers = [0, 10_000, 20_000].flatMap((deductible) =>
  ['locked_room', 'street'].flatMap((overnight_parking) =>
    [false, true].flatMap((damage_cover) =>
      Object.values(bikePrices).map((bike_price) => {
        return { deductible, overnight_parking, damage_cover, bike_price }
      }),
    ),
  ),
)
export const sold = {
  deductible: 10_000,
  overnight_parking: 'street',
  damage_cover: false,
  bike_price: bikePrices.sold,
}

export const asked = async (
  platform: TestPlatform,
  { earned }: Pick<Between, 'earned'>,
  answers: JsonObject,
  first: string,
  payment: string,
) => ({
  data: { ...answers, start_date: first, purchase_date: '2027-01-02', payment },
  body: {
    subscription_plan_id: await planIdOf(platform, 'bike', payment),
    integration_id: await integrationIdOf(platform, sellers[earned].integration),
  },
})

async function quotedPrice(
  platform: TestPlatform,
  between: Between,
  seller: Seller,
  answers: JsonObject,
  plan: string,
): Promise<ModelPrice> {
  const quote = await seller.quote(await asked(platform, between, answers, '2027-03-02', plan))
  const [row] = await platform.db.query<{ premium: Record<string, number> }>(sql`
    select premium from quotes where id = ${`qu_${quote.json<{ token: string }>().token.slice(0, 28)}`}`)
  if (row === undefined) throw new Error(quote.body)
  return {
    payment: row.premium['grossPaymentAmount'] ?? Number.NaN,
    tax: row.premium['premiumTax'] ?? Number.NaN,
    commission: row.premium['netCommissionTotal'] ?? Number.NaN,
  }
}

export function priceOf(
  { deductible, overnight_parking, damage_cover, bike_price }: JsonObject,
  plan: ModelPlan,
): ModelPrice {
  const asked = { deductible, overnight_parking, damage_cover, bike_price, plan }
  const price = prices.get(JSON.stringify(asked))
  if (price === undefined) throw new Error('a price that nobody asked for')
  return price
}
