import { type JsonObject, type Problem, clockIn, todayIn } from '../kernel/index.ts'
import type { Caller } from '../identity/index.ts'
import { type PricedOutcome, calculate } from '../pricing/index.ts'
import {
  FolderDatasets,
  type ProductFiles,
  type ValidateDeps,
  holdToSale,
  placeDatasetItems,
  priceCase,
  validateProduct,
} from '../products/index.ts'
import { type LookUp, checkWith } from '../quotes/index.ts'

export type ExplainedPrice =
  | PricedOutcome
  | { readonly outcome: 'mistakes'; readonly problems: readonly Problem[] }
  | { readonly outcome: 'unknown'; readonly message: string }

/** What a folder would ask for some answers, and how it comes to that. Nothing is kept. */
export async function priceFolder(
  deps: Omit<ValidateDeps, 'checkPapers'> & { readonly lookUp: LookUp },
  caller: Pick<Caller, 'account'>,
  order: {
    readonly files: ProductFiles
    readonly item: string | null
    readonly integration: string | null
    readonly data: JsonObject
  },
): Promise<ExplainedPrice> {
  // Papers cost nothing: whoever asks for a price need not wait for them.
  const checkPapers = () => async () => []
  const checked = await validateProduct({ ...deps, checkPapers }, caller.account, order.files)
  if (!checked.ok) return { outcome: 'mistakes', problems: checked.problems }
  const { definition } = checked.product
  const itemKey = order.item ?? definition.items[0]?.key ?? ''
  const item = checked.compiled.items.get(itemKey)
  if (item === undefined)
    return { outcome: 'unknown', message: `The product has no item ${itemKey}.` }
  const integration =
    order.integration === null
      ? definition.integrations[0]
      : definition.integrations.find((one) => one.key === order.integration)
  if (integration === undefined) {
    return { outcome: 'unknown', message: `The product has no integration ${order.integration}.` }
  }
  const now = deps.clock()
  const today = todayIn(definition.timeZone, now)
  const variables = integration.pricingVariables
  const datasets = new FolderDatasets(checked.product, checked.compiled)
  const placed = placeDatasetItems(order.data, datasets)
  const [unknown] = placed.unknown
  if (unknown !== undefined) {
    return { outcome: 'unknown', message: `The folder has no dataset item ${unknown}.` }
  }
  if (placed.hasReferences) {
    const priced = await priceCase(item, placed, variables, today, datasets, { trace: true })
    return holdToSale(priced, definition.paymentPlans)
  }
  const { errors, expanded } = await checkWith(deps.lookUp, {
    checker: item.quoteChecker,
    document: { data: order.data },
    now: clockIn(definition.timeZone, now),
  })
  if (errors.length > 0) return { outcome: 'invalid', errors }
  const priced = await calculate(
    item.pricing,
    { data: expanded, variables, today },
    { trace: true },
  )
  return holdToSale(priced, definition.paymentPlans)
}
