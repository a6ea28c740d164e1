import { type Clock, type Problem, todayIn } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { type Dataset, type ItemRow, selectDatasets } from '../datasets/index.ts'
import { type Account, selectDistributorOf } from '../identity/index.ts'
import type { Raters } from '../pricing/index.ts'
import type { KnownDataset } from '../rules/index.ts'
import {
  allSound,
  type CompiledProduct,
  checkDemoPrice,
  compileProduct,
  datasetFileOf,
  datasetKeysIn,
  itemFile,
  namesDataset,
  orderProblems,
  parseDatasetItems,
  parseProductFiles,
  type PartlyRead,
  runProductTests,
  warnOfIpid,
  watchPrices,
} from './folder/index.ts'
import { checkKnownPrices } from './check-known-prices.ts'
import {
  refuseHastyDebits,
  refuseNothingOverdue,
  refuseUnknownProviders,
  refuseUntracked,
} from './check-providers.ts'
import { type DatasetHolder, datasetHolders, refuseTakenDatasets } from './dataset-owners.ts'
import { warnOfMissedFields } from './needed-fields.ts'
import { selectOwnProviders } from './payment-provider-store.ts'
import type { ParsedProduct, ProductFiles } from './product-definition.ts'

/** A folder in which nothing is wrong, with everything that was found on the way. */
export interface CheckedProduct {
  readonly ok: true
  readonly product: ParsedProduct
  readonly compiled: CompiledProduct
  readonly datasets: readonly DatasetContent[]
  readonly distributors: ReadonlyMap<string, Account>
  /** The recorded cases with other outcomes; none unless they may fail. */
  readonly failedCases: readonly Problem[]
}

export interface CheckOptions {
  /** Whether a folder is taken whose recorded cases expect other prices: what is tried out may. */
  readonly casesMayFail: boolean
  /** Whether its documents are accepted without a trial, because they were tried before. */
  readonly trustsDocuments?: boolean
}

export interface FolderMistakes {
  readonly ok: false
  /** By file and place; every problem that can be found, whatever its kind. */
  readonly problems: readonly Problem[]
  readonly warnings: readonly Problem[]
}

/** A folder that is not taken as it is. */
export interface RefusedFolder extends FolderMistakes {
  /**
   * What it says, where all of it can be read and compiled: only what comes of it, such as the price
   * of a test case, is wrong. Null where there is more.
   */
  readonly read: Pick<CheckedProduct, 'product' | 'compiled'> | null
}

interface DatasetContent {
  readonly definition: Omit<Dataset, 'id'>
  readonly items: readonly ItemRow[]
}

/**
 * Reads a folder's documents and, once it is known how they are priced, tries them out; without terms
 * it only checks whether they can be read. The documents room provides it, since products cannot.
 */
export type TryDocuments = (folder: {
  readonly product: ParsedProduct
  readonly files: ProductFiles
}) => (terms: DocumentTerms | null) => Promise<readonly Problem[]>

export interface DocumentTerms {
  /** Items that did not compile are not in it; documents are not made for them. */
  readonly compiled: CompiledProduct
  readonly insurer: Account
  readonly now: Temporal.Instant
}

export interface ValidateDeps {
  readonly db: Queryable
  readonly clock: Clock
  readonly raters: Raters
  readonly tryDocuments: TryDocuments
}

/**
 * Everything that is wrong with a folder, as the insurer's server sees it; nothing is kept. Every
 * check runs that can: one that needs a part with mistakes is skipped for that part alone.
 */
export async function validateProduct(
  deps: ValidateDeps,
  insurer: Account,
  files: ProductFiles,
  { casesMayFail, trustsDocuments = false }: CheckOptions = { casesMayFail: false },
): Promise<CheckedProduct | RefusedFolder> {
  const parsed = parseProductFiles(files)
  const problems: Problem[] = parsed.ok ? [] : [...parsed.problems]
  const read = parsed.ok ? { product: parsed.product, sound: allSound } : parsed.partly
  if (read === null) return mistakes(problems)
  const { product, sound } = read
  const tooLarge = refuseLargeDefinition(product)
  if (tooLarge !== null) return mistakes([...problems, tooLarge])
  const own = await selectOwnProviders(deps.db, insurer.id)
  problems.push(...refuseUnknownProviders(product.definition, own, sound))
  problems.push(...refuseHastyDebits(product.definition))
  problems.push(...refuseUntracked(product.definition))
  problems.push(...refuseNothingOverdue(product.definition))
  // They are read while prices are compiled.
  const tryDocuments = trustsDocuments ? async () => [] : deps.tryDocuments({ product, files })
  const datasets = readDatasets(read, files, insurer, problems)
  const distributors = await findDistributors(deps.db, insurer, read, problems)
  const holders = await datasetHolders(deps.db, insurer, product.definition)
  problems.push(...refuseTakenDatasets(product.definition, holders))
  const existing = await selectDatasets(deps.db, insurer.id)
  const result = await compileProduct(product, files, {
    dataset: (keyOrId) => datasetByKey(keyOrId, datasets, [...existing, ...holders], files),
    raters: deps.raters,
    sound,
  })
  if (!result.ok) problems.push(...result.problems)
  const missed = await warnOfMissedFields(
    deps.db,
    insurer,
    product.definition.key,
    datasets.map(({ definition: { key, fields } }) => {
      return { id: holders.find((one) => one.key === key)?.id ?? null, key, fields }
    }),
  )
  const known = result.ok ? result.compiled : result.partly
  const ipid = await warnOfIpid(product.definition, files)
  const compiled = { ...known, warnings: [...known.warnings, ...missed, ...ipid] }
  const refusedIntegrations = result.ok ? new Set<string>() : result.refusedIntegrations
  const judged = judgedPart(read, files, datasets, compiled, refusedIntegrations)
  const now = deps.clock()
  const today = todayIn(judged.definition.timeZone, now)
  const isRead = problems.length === 0
  problems.push(...checkKnownPrices(judged.definition, compiled))
  const prices = watchPrices(judged, compiled)
  const terms = { compiled: prices.compiled, insurer, now }
  const [reports, demo, documents] = await Promise.all([
    runProductTests(judged, prices.compiled, today),
    checkDemoPrice(judged, prices.compiled, today),
    tryDocuments(canTryDocuments(read, files, datasets) ? terms : null),
  ])
  const failedCases = reports.flatMap((report) => (report.ok ? [] : [report.problem]))
  if (!casesMayFail) problems.push(...failedCases)
  problems.push(...demo, ...documents, ...(await prices.check(today)))
  if (problems.length > 0) {
    return mistakes(problems, compiled.warnings, isRead ? { product, compiled } : null)
  }
  return { ok: true, product, compiled, datasets, distributors, failedCases }
}

function mistakes(
  problems: readonly Problem[],
  warnings: readonly Problem[] = [],
  read: RefusedFolder['read'] = null,
): RefusedFolder {
  const ordered = { problems: orderProblems(problems), warnings: orderProblems(warnings) }
  return { ok: false, ...ordered, read }
}

/** What cases and the demo can be held to: nothing in it hangs on what has mistakes. */
function judgedPart(
  { product, sound }: PartlyRead,
  files: ProductFiles,
  datasets: readonly DatasetContent[],
  { items }: CompiledProduct,
  refusedIntegrations: ReadonlySet<string>,
): ParsedProduct {
  const { definition } = product
  const { integrations } = definition
  const isSold = (key: string | undefined): boolean => {
    const at = integrations.findIndex((one) => one.key === key)
    const isRight = sound.part('product.yaml', `integrations[${at}].pricing_variables`)
    return at >= 0 && isRight && !refusedIntegrations.has(integrations[at]?.key ?? '')
  }
  const hasNone = integrations.length === 0 && sound.setting('integrations')
  const isSoldAtAll = hasNone || isSold(integrations[0]?.key)
  const readable = datasets.map((dataset) => dataset.definition.key)
  const unread = datasetKeysIn(files).filter((key) => !readable.includes(key))
  const tests = product.tests.filter(
    ({ item, integration, input }) =>
      items.has(item) &&
      (integration === null ? isSoldAtAll : isSold(integration)) &&
      !unread.some((key) => namesDataset(input, key)),
  )
  return {
    definition: {
      ...definition,
      timeZone: sound.setting('time_zone') ? definition.timeZone : 'UTC',
      paymentPlans: sound.setting('payment_plans') ? definition.paymentPlans : [],
      datasets: definition.datasets.filter(({ key }) => readable.includes(key)),
    },
    tests,
    demo: isSoldAtAll && sound.file('demo.yaml') ? product.demo : null,
  }
}

/** Documents speak in languages and currency of what the rules declare. */
function canTryDocuments(
  { product, sound }: PartlyRead,
  files: ProductFiles,
  datasets: readonly DatasetContent[],
): boolean {
  const settings = ['languages', 'default_language', 'currency', 'time_zone', 'payment_plans']
  const rules = product.definition.items.flatMap(({ key }) => [
    itemFile(files, key, 'quote.json'),
    itemFile(files, key, 'fields.json'),
  ])
  return (
    sound.setting(...settings) &&
    rules.every((file) => sound.file(file)) &&
    datasetKeysIn(files).length === datasets.length
  )
}

/** Every process that sells the product reads this in one go. */
const definitionCharactersMax = 1024 * 1024

function refuseLargeDefinition({ definition }: ParsedProduct): Problem | null {
  if (JSON.stringify(definition).length <= definitionCharactersMax) return null
  return {
    file: 'product.yaml',
    place: '',
    message: `Rules, plans, integrations and descriptions have more than ${definitionCharactersMax} characters together.`,
    fix: 'Split the product, and keep lists that grow in datasets.',
  }
}

function readDatasets(
  { product, sound }: PartlyRead,
  files: ProductFiles,
  insurer: Account,
  problems: Problem[],
): DatasetContent[] {
  return product.definition.datasets.flatMap(({ file, ...definition }) => {
    // Its problems are reported already.
    if (!sound.file(file) || !sound.file(datasetFileOf(definition.key))) return []
    const rows = parseDatasetItems({ file, ...definition }, files.get(file) ?? new Uint8Array())
    if (rows.ok)
      return [{ definition: { ...definition, accountId: insurer.id }, items: rows.items }]
    problems.push(...rows.problems)
    return []
  })
}

async function findDistributors(
  db: Queryable,
  insurer: Account,
  { product, sound }: PartlyRead,
  problems: Problem[],
): Promise<Map<string, Account>> {
  const found = new Map<string, Account>()
  for (const [at, integration] of product.definition.integrations.entries()) {
    if (!sound.part('product.yaml', `integrations[${at}].distributor`)) continue
    const account = await selectDistributorOf(db, insurer.id, integration.distributor)
    if (account !== undefined) found.set(account.key, account)
    else {
      problems.push({
        file: 'product.yaml',
        place: `integrations.${integration.key}.distributor`,
        message: `There is no distributor with the key "${integration.distributor}".`,
        fix: 'Create its account first, or name another distributor.',
      })
    }
  }
  return found
}

/**
 * A dataset of the folder, or one that the insurer already has. Checking needs no real id for a
 * dataset that this very push is about to make, and none of its own that has mistakes is judged by.
 */
function datasetByKey(
  keyOrId: string,
  pushed: readonly DatasetContent[],
  existing: readonly (Dataset | DatasetHolder)[],
  files: ProductFiles,
): KnownDataset | undefined {
  const stored = existing.find(({ key, id }) => key === keyOrId || id === keyOrId)
  const key = stored?.key ?? keyOrId
  const own = pushed.find(({ definition }) => definition.key === key)?.definition
  const id = stored?.id ?? 'dat_new'
  if (own === undefined && files.has(datasetFileOf(key))) return { id, fields: null }
  if (own !== undefined) return { id, fields: own.fields.map((field) => field.name) }
  if (stored === undefined) return undefined
  if ('fields' in stored) return { id, fields: stored.fields.map((field) => field.name) }
  return stored.isOwn ? undefined : { id, fields: null, unpublishedOf: stored.product ?? '' }
}
