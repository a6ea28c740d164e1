import type { Problem } from '../kernel/index.ts'
import type { CompiledPricing, ConstantOutput } from '../pricing/index.ts'
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
    billingCycles: typeof cycles === 'object' ? Number(cycles.decimal) : null,
    flow: typeof flow === 'string' ? flow : null,
  }
}

/** Answers may decide between plans, so what was saved only tells where no plan can sell it. */
function savedProblems({ file, saved }: Foreseen, plans: Plans): Problem[] {
  const held = saved === null ? null : holdToSale(saved, plans)
  if (saved?.outcome !== 'priced' || held?.outcome !== 'failed') return []
  const [plan] = plans
  const hindrance = plan && hindranceTo(saved.premium, plan)
  const message = `With what the workbook was saved with, the output ${held.place} ${held.reason}.`
  return [{ file, place: held.place, message, mend: hindrance?.mend ?? '' }]
}
