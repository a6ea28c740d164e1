import type { TestPlatform } from '../support/platform.ts'
import { type FileChanges, publishedDraft } from './draft.ts'
import { type LifeSettings, card } from './life.ts'

const byCard = '    methods:\n      - { provider: sandbox, method: card }\n'
const recurring = (key: string, frequency: string, more = byCard) =>
  `  - key: ${key}\n    name: ${key}\n    type: recurring\n    frequency: ${frequency}\n    issue_days_before: 7\n${more}`

const plans = [
  '  - key: once\n    name: once\n    type: single\n',
  byCard,
  recurring('monthly', 'month'),
  recurring('quarterly', 'quarter'),
  recurring('half_yearly', 'half_year'),
  recurring('yearly', 'year'),
  recurring(
    'transfers',
    'month',
    '    receipts: tracked\n    methods:\n      - { provider: invoice, method: invoice }\n',
  ),
  recurring(
    'broker',
    'month',
    '    methods:\n      - { provider: distributor, method: invoice }\n',
  ),
].join('')

const keys = 'once,monthly,quarterly,half_yearly,yearly,transfers,broker'
const asked = { 'quote.json': (text: string) => text.replace('in:once,monthly', `in:${keys}`) }

/** Every plan has a price of its own, including 19 % tax, which depends on the deductible. */
const prices = `  gross: SWITCH(payment, "monthly", 30000, "transfers", 30000, "broker", 30000, "quarterly", 91800, "half_yearly", 182000, 360000)
  payments: SWITCH(payment, "monthly", 12, "transfers", 12, "broker", 12, "quarterly", 4, "half_yearly", 2, 1)
  net_premium_due: ROUND(gross * SWITCH(deductible, 0, 1.15, 10000, 1, 20000, 0.9) / 1.19, 0)
`

/** A bicycle insurance that is paid by many plans, the longest ones at the least price. */
export const plannedChanges = (more = (text: string) => text): FileChanges => ({
  'product.yaml': (text) =>
    more(text)
      .replace(/payment_plans:\n[\s\S]*?\nintegrations:/, `payment_plans:\n${plans}\nintegrations:`)
      .replace('quote_valid_days: 14', 'quote_valid_days: 60'),
  // Who chooses a plan has answered the question that its price depends on.
  'checkout.yaml': () => 'plan_question: payment\n',
  ...asked,
  'items/e-bike/quote.json': asked['quote.json'],
  'pricing.yaml': (text) =>
    text
      .replace(/ {2}# Twelve payments[\s\S]*?net_premium_due: .*\n/, prices)
      .replace('tax_rate: 0.05', 'tax_rate: 0.19'),
})

export async function publishPlannedBike(platform: TestPlatform): Promise<void> {
  await publishedDraft(platform, 'bike', plannedChanges())
}

/** A policy for the year 2027 by one of the plans. */
export const plannedBike = (plan: string, more: Partial<LifeSettings> = {}): LifeSettings => ({
  product: 'bike',
  plan,
  timeZone: 'Europe/Zurich',
  at: '2026-12-20T09:00:00Z',
  quote: {
    start_date: '2027-01-01',
    purchase_date: '2026-12-01',
    deductible: 10_000,
    payment: plan,
  },
  payment: card(),
  ...more,
})
