import { type Problem, lastDayOf } from '../kernel/index.ts'
import type { CompiledPricing, ConstantOutput, Premium } from '../pricing/index.ts'
import { coverYearsMax } from './cover.ts'
import type { CompiledProduct } from './folder/index.ts'
import { type Hindrance, type SaleTerms, hindranceTo, holdToSale } from './hold-to-sale.ts'
import type { ProductDefinition } from './product-definition.ts'

/**
 * Prices that could never be sold, as far as a folder shows it before anybody asks: by outputs that
 * are the same for every customer, and by what a workbook was saved with.
 */
export function checkForeseen(
  { paymentPlans }: Pick<ProductDefinition, 'paymentPlans'>,
  { items }: Pick<CompiledProduct, 'items'>,
): Problem[] {
  const pricings = new Set([...items.values()].map(({ pricing }) => pricing))
  return [...pricings].flatMap(({ foreseen }) => {
    if (foreseen === undefined) return []
    const constant = constantProblems(foreseen, paymentPlans)
    return constant.length > 0 ? constant : savedProblems(foreseen, paymentPlans)
  })
}

type Foreseen = NonNullable<CompiledPricing['foreseen']>
type Plans = ProductDefinition['paymentPlans']

/** A plan is of no use where it can never sell, whatever the other plans can. */
function constantProblems({ file, constants }: Foreseen, plans: Plans): Problem[] {
  const terms = saleTerms(constants)
  const hindrances = plans.flatMap((plan) => hindranceTo(terms, plan) ?? [])
  const byOutput = new Map<string, Hindrance>()
  for (const one of hindrances) if (!byOutput.has(one.output)) byOutput.set(one.output, one)
  return [...byOutput.values()].map(({ output, reason, mend }) => ({
    file,
    place: constants.find(({ name }) => name === output)?.place ?? '',
    message: `The output ${output} ${reason}, whatever the customer answers.`,
    mend,
  }))
}

function saleTerms(constants: readonly ConstantOutput[]): SaleTerms {
  const valueOf = (name: string) => constants.find((one) => one.name === name)?.value
  const cycles = valueOf('billing_cycles')
  const flow = valueOf('flow')
  return {
    days: foreseenDays(valueOf('duration_strategy'), valueOf('policy_duration')),
    billingCycles: typeof cycles === 'object' ? Number(cycles.decimal) : null,
    flow: typeof flow === 'string' ? flow : null,
  }
}

/** Any day will do: months and years have as many payments from each. */
const someDay = Temporal.PlainDate.from('2027-01-01')

/** Days as long as those that are sold, where that is the same for every customer. */
function foreseenDays(strategy: unknown, duration: unknown): SaleTerms['days'] {
  if (strategy === 'fixed_start') return { startDay: someDay, endDay: null }
  if (strategy !== 'start_plus_duration' || typeof duration !== 'string') return null
  if (!/^P(\d+Y)?(\d+M)?$/.test(duration)) return null
  const { years, months } = Temporal.Duration.from(duration)
  if (years >= coverYearsMax || years + months === 0) return null
  return { startDay: someDay, endDay: lastDayOf(someDay, { years, months }) }
}

/** Answers may decide between plans, so what was saved only tells where no plan can sell it. */
function savedProblems({ file, saved }: Foreseen, plans: Plans): Problem[] {
  const held = saved === null ? null : holdToSale(saved, plans, savedDays)
  if (saved?.outcome !== 'priced' || held?.outcome !== 'failed') return []
  const [plan] = plans
  const hindrance = plan && hindranceTo({ ...saved.premium, days: savedDays(saved.premium) }, plan)
  const message = `With what the workbook was saved with, the output ${held.place} ${held.reason}.`
  return [{ file, place: held.place, message, mend: hindrance?.mend ?? '' }]
}

function savedDays({ durationStrategy, policyDuration }: Premium): SaleTerms['days'] {
  return foreseenDays(durationStrategy ?? 'fixed_start', policyDuration)
}
