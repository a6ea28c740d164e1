import { type Problem, lastDayOf } from '../kernel/index.ts'
import {
  type CompiledPricing,
  type ConstantOutput,
  type Premium,
  toPremium,
} from '../pricing/index.ts'
import { coverYearsMax } from './cover.ts'
import type { CompiledProduct } from './folder/index.ts'
import {
  type Hindrance,
  type SaleRules,
  type SaleTerms,
  hindranceTo,
  holdToSale,
  notFree,
} from './hold-to-sale.ts'

/**
 * Prices that could never be sold, as far as a folder shows it before anybody asks: by outputs that
 * are the same for every customer, and by what a workbook was saved with.
 */
export function checkKnownPrices(
  rules: SaleRules,
  { items }: Pick<CompiledProduct, 'items'>,
): Problem[] {
  const pricings = new Set([...items.values()].map(({ pricing }) => pricing))
  return [...pricings].flatMap(({ known, outputs }) => {
    if (known === undefined) return []
    const constant = constantProblems(known, outputs, rules)
    return constant.length > 0 ? constant : savedProblems(known, rules)
  })
}

type KnownPrices = NonNullable<CompiledPricing['known']>

/** A plan is of no use where it can never sell, whatever the other plans can. */
function constantProblems(
  { file, constants }: KnownPrices,
  outputs: readonly string[],
  { paymentPlans, freeOfCharge = false }: SaleRules,
): Problem[] {
  const terms = saleTerms(constants)
  const hindrances = paymentPlans.flatMap((plan) => hindranceTo(terms, plan) ?? [])
  if (!freeOfCharge && isAlwaysFree(constants, outputs)) hindrances.push(notFree)
  const byOutput = new Map<string, Hindrance>()
  for (const one of hindrances) if (!byOutput.has(one.output)) byOutput.set(one.output, one)
  return [...byOutput.values()].map(({ output, reason, fix }) => ({
    file,
    place: constants.find(({ name }) => name === output)?.place ?? '',
    message: `The output ${output} ${reason}, whatever the customer answers.`,
    fix,
  }))
}

const amounts = ['gross_payment_amount', 'gross_premium', 'premium_tax', 'net_premium', 'tax_rate']

/** Where all that the price follows from is the same for every customer, and comes to nothing. */
function isAlwaysFree(constants: readonly ConstantOutput[], outputs: readonly string[]): boolean {
  const known = constants.filter(({ name }) => amounts.includes(name))
  if (known.length < amounts.filter((name) => outputs.includes(name)).length) return false
  const priced = toPremium({
    outcome: 'priced',
    outputs: Object.fromEntries(known.map(({ name, value }) => [name, value])),
  })
  return priced.outcome === 'priced' && priced.premium.grossPaymentAmount === 0
}

function saleTerms(constants: readonly ConstantOutput[]): SaleTerms {
  const valueOf = (name: string) => constants.find((one) => one.name === name)?.value
  const cycles = valueOf('billing_cycles')
  const flow = valueOf('flow')
  return {
    days: knownDays(valueOf('duration_strategy'), valueOf('policy_duration')),
    billingCycles: typeof cycles === 'object' ? Number(cycles.decimal) : null,
    flow: typeof flow === 'string' ? flow : null,
  }
}

/** Any day will do: months and years have as many payments from each. */
const someDay = Temporal.PlainDate.from('2027-01-01')

/** Days as long as those that are sold, where that is the same for every customer. */
function knownDays(strategy: unknown, duration: unknown): SaleTerms['days'] {
  if (strategy === 'fixed_start') return { startDay: someDay, endDay: null }
  if (strategy !== 'start_plus_duration' || typeof duration !== 'string') return null
  if (!/^P(\d+Y)?(\d+M)?$/.test(duration)) return null
  const { years, months } = Temporal.Duration.from(duration)
  if (years >= coverYearsMax || years + months === 0) return null
  return { startDay: someDay, endDay: lastDayOf(someDay, { years, months }) }
}

/** Answers may decide between plans, so a saved price is a problem only where no plan can sell it. */
function savedProblems({ file, saved }: KnownPrices, rules: SaleRules): Problem[] {
  const held = saved === null ? null : holdToSale(saved, rules, savedDays)
  if (saved?.outcome !== 'priced' || held?.outcome !== 'failed') return []
  const message = `With the answers that the workbook was saved with, the output ${held.place} ${held.reason}.`
  return [{ file, place: held.place, message, fix: held.fix ?? '' }]
}

function savedDays({ durationStrategy, policyDuration }: Premium): SaleTerms['days'] {
  return knownDays(durationStrategy ?? 'fixed_start', policyDuration)
}
