import { type JsonObject, type Problem, clockIn, todayIn } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { type Literal, selectItemKeys } from '../datasets/index.ts'
import type { Caller } from '../identity/index.ts'
import { type PricedOutcome, calculate } from '../pricing/index.ts'
import {
  FolderDatasets,
  type ProductFiles,
  type ValidateDeps,
  daysSold,
  holdToSale,
  placeDatasetItems,
  validateProduct,
} from '../products/index.ts'
import { type LookUp, checkWith } from '../quotes/index.ts'
import { type VariedPrice, combineAnswers, withAnswers } from './vary-answers.ts'
import { noSuchDatasetItem, noSuchIntegration, noSuchItem } from './reasons.ts'

export type ExplainedPrice =
  | (PricedOutcome & { readonly varied?: VariedPrice })
  | { readonly outcome: 'mistakes'; readonly problems: readonly Problem[] }

/** The price of some answers by a folder, and its explanation. Nothing is stored. */
export async function priceFolder(
  deps: Omit<ValidateDeps, 'tryDocuments'> & { readonly lookUp: LookUp },
  caller: Pick<Caller, 'account'>,
  request: {
    readonly files: ProductFiles
    readonly item: string | null
    readonly integration: string | null
    readonly data: JsonObject
    /** Answers to price with each of their allowed values too. */
    readonly vary: readonly string[]
  },
): Promise<ExplainedPrice> {
  // Documents do not affect the price, so their check is skipped.
  const tryDocuments = () => async () => []
  const checked = await validateProduct({ ...deps, tryDocuments }, caller.account, request.files)
  if (!checked.ok) return { outcome: 'mistakes', problems: checked.problems }
  const { definition } = checked.product
  const itemKey = request.item ?? definition.items[0]?.key ?? ''
  const item = checked.compiled.items.get(itemKey)
  const asked = definition.items.find(({ key }) => key === itemKey)
  if (item === undefined || asked === undefined) throw noSuchItem(itemKey)
  const integration =
    request.integration === null
      ? definition.integrations[0]
      : definition.integrations.find((one) => one.key === request.integration)
  if (integration === undefined) throw noSuchIntegration(request.integration ?? '')
  const now = deps.clock()
  const today = todayIn(definition.timeZone, now)
  const variables = integration.pricingVariables
  const datasets = new FolderDatasets(checked.product, checked.compiled)
  const { sent, unknown } = placeDatasetItems(request.data, datasets)
  if (unknown[0] !== undefined) throw noSuchDatasetItem(unknown[0])
  const lookUp = folderFirst(deps, datasets)
  const price = async (data: JsonObject, trace: boolean): Promise<PricedOutcome> => {
    const { errors, expanded } = await checkWith(lookUp, {
      checker: item.quoteChecker,
      document: { data },
      now: clockIn(definition.timeZone, now),
    })
    if (errors.length > 0) return { outcome: 'invalid', errors }
    const priced = await calculate(item.pricing, { data: expanded, variables, today }, { trace })
    return holdToSale(priced, definition, (premium) => daysSold(premium, expanded, today))
  }
  if (request.vary.length === 0) return price(sent, true)
  const { combinations, fields } = combineAnswers(
    request.vary,
    sent,
    asked.quoteRules.quote,
    item.pricing.kind,
  )
  const rows: VariedPrice['rows'][number][] = []
  for (const values of combinations) {
    rows.push({ values, priced: await price(withAnswers(sent, values), false) })
  }
  return { ...(await price(sent, true)), varied: { fields, rows } }
}

/** Items and literals as the folder has them; of datasets that are not in it, as they are live. */
function folderFirst(
  { db, lookUp }: { readonly db: Queryable; readonly lookUp: LookUp },
  datasets: FolderDatasets,
): LookUp {
  return async (references, literals) => {
    const isOwn = ({ datasetId }: Literal) => datasets.has(datasetId)
    const known = await selectItemKeys(
      db,
      references.map(({ id }) => id).filter((id) => datasets.item(id) === undefined),
    )
    for (const { id, datasetId, key } of known) datasets.place(id, datasetId, key)
    const others = references.filter(({ id }) => datasets.item(id) === undefined)
    const live = await lookUp(
      others,
      literals.filter((literal) => !isOwn(literal)),
    )
    const items = new Map([...live.items].filter(([, { datasetId }]) => !datasets.has(datasetId)))
    for (const { id } of references) {
      const item = datasets.item(id)
      if (item !== undefined) items.set(id, { id, ...item })
    }
    return {
      items,
      hasLiteral: (literal) =>
        isOwn(literal) ? datasets.hasLiteral(literal) : live.hasLiteral(literal),
    }
  }
}
