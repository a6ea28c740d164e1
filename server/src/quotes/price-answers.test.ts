import { expect, it } from 'vitest'
import { pricingOf } from '../pricing/testing/build-pricing.ts'
import { type Pricing, type Sale, priceAnswers } from './price-answers.ts'

const day = Temporal.PlainDate.from('2027-01-10')

/** What it costs where the product says so of cover free of charge, or was never asked. */
async function priced(freeOfCharge: boolean | undefined, sale: Sale): Promise<number | string> {
  const definition = { languages: ['en'], defaultLanguage: 'en', freeOfCharge }
  const terms = {
    version: { insurerId: 'acc_1', definition, plans: new Map() },
    item: { pricing: pricingOf('outputs:\n  net_premium: 0\n  tax_rate: 0.19\n') },
    integrationVersion: { definition: { pricingVariables: {} } },
  } as unknown as Pricing['terms'] // The rest of a version prices nothing.
  const deps = { onCalculationFailed: () => undefined }
  const answers = { data: {}, today: day }
  return priceAnswers(deps, { terms, languages: [] }, answers, sale).then(
    ({ grossPaymentAmount }) => grossPaymentAmount,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
}

it('a cover that costs nothing is sold where the product consents', async () => {
  const failed = 'The quote calculation failed.'
  expect(await priced(true, { isNew: true })).toBe(0)
  expect(await priced(true, {})).toBe(0)
  expect(await priced(false, { isNew: true })).toBe(failed)
  expect(await priced(false, {})).toBe(failed)
})

it('a policy of a version that was never asked goes on, and nothing new is sold on it', async () => {
  expect(await priced(undefined, { isNew: true })).toBe('The quote calculation failed.')
  expect(await priced(undefined, {})).toBe(0)
})
