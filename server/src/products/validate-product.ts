import { type Clock, type Problem, todayIn } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { type Dataset, type ItemRow, selectDatasets } from '../datasets/index.ts'
import { type Account, selectDistributorOf } from '../identity/index.ts'
import type { Raters } from '../pricing/index.ts'
import {
  type CompiledProduct,
  checkDemoPrice,
  compileProduct,
  parseDatasetItems,
  parseProductFiles,
  runProductTests,
  watchPrices,
} from './folder/index.ts'
import { checkForeseen } from './check-foreseen.ts'
import type { ParsedProduct, ProductFiles } from './product-definition.ts'
import { refuseUnknownProviders } from './provider-names.ts'

/** A folder in which nothing is wrong, with everything that was found on the way. */
export interface CheckedProduct {
  readonly ok: true
  readonly product: ParsedProduct
  readonly compiled: CompiledProduct
  readonly datasets: readonly DatasetContent[]
  readonly distributors: ReadonlyMap<string, Account>
}

interface DatasetContent {
  readonly definition: Omit<Dataset, 'id'>
  readonly items: readonly ItemRow[]
}

/**
 * Reads a folder's papers and, once it is known how they are priced, tries them out. Whoever makes
 * papers provides it, since products cannot.
 */
export type CheckPapers = (folder: {
  readonly product: ParsedProduct
  readonly files: ProductFiles
}) => (terms: {
  readonly compiled: CompiledProduct
  readonly insurer: Account
  readonly now: Temporal.Instant
}) => Promise<readonly Problem[]>

export interface ValidateDeps {
  readonly db: Queryable
  readonly clock: Clock
  readonly raters: Raters
  readonly checkPapers: CheckPapers
}

/** Everything that is wrong with a folder, as the insurer's server sees it; nothing is kept. */
export async function validateProduct(
  deps: ValidateDeps,
  insurer: Account,
  files: ProductFiles,
): Promise<CheckedProduct | { readonly ok: false; readonly problems: readonly Problem[] }> {
  const parsed = parseProductFiles(files)
  if (!parsed.ok) return parsed
  const { product } = parsed
  const tooLarge = refuseLargeDefinition(product)
  if (tooLarge !== null) return { ok: false, problems: [tooLarge] }
  const problems: Problem[] = refuseUnknownProviders(product.definition)
  const tryPapers = deps.checkPapers({ product, files }) // They are read while prices are compiled.
  const datasets = readDatasets(product, files, insurer, problems)
  const distributors = await findDistributors(deps.db, insurer, product, problems)
  const existing = await selectDatasets(deps.db, insurer.id)
  const compiled = await compileProduct(product, files, {
    dataset: (keyOrId) => datasetByKey(keyOrId, datasets, existing),
    raters: deps.raters,
  })
  if (!compiled.ok) return { ok: false, problems: [...problems, ...compiled.problems] }
  problems.push(...checkForeseen(product.definition, compiled.compiled))
  const now = deps.clock()
  const today = todayIn(product.definition.timeZone, now)
  const prices = watchPrices(product, compiled.compiled)
  const [reports, demo, papers] = await Promise.all([
    runProductTests(product, prices.compiled, today),
    checkDemoPrice(product, prices.compiled, today),
    tryPapers({ compiled: prices.compiled, insurer, now }),
  ])
  for (const report of reports) if (!report.ok) problems.push(report.problem)
  problems.push(...demo, ...papers, ...(await prices.check(today)))
  if (problems.length > 0) return { ok: false, problems }
  return { ok: true, product, compiled: compiled.compiled, datasets, distributors }
}

/** Every process that sells the product reads this in one go. */
const definitionCharactersMax = 1024 * 1024

function refuseLargeDefinition({ definition }: ParsedProduct): Problem | null {
  if (JSON.stringify(definition).length <= definitionCharactersMax) return null
  return {
    file: 'product.yaml',
    place: '',
    message: `Rules, plans, integrations and descriptions have more than ${definitionCharactersMax} characters together.`,
    mend: 'Split the product, and keep lists that grow in datasets.',
  }
}

function readDatasets(
  product: ParsedProduct,
  files: ProductFiles,
  insurer: Account,
  problems: Problem[],
): DatasetContent[] {
  return product.definition.datasets.flatMap(({ file, ...definition }) => {
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
  product: ParsedProduct,
  problems: Problem[],
): Promise<Map<string, Account>> {
  const found = new Map<string, Account>()
  for (const integration of product.definition.integrations) {
    const account = await selectDistributorOf(db, insurer.id, integration.distributor)
    if (account !== undefined) found.set(account.key, account)
    else {
      problems.push({
        file: 'product.yaml',
        place: `integrations.${integration.key}.distributor`,
        message: `There is no distributor with the key "${integration.distributor}".`,
        mend: 'Create its account first, or name another distributor.',
      })
    }
  }
  return found
}

/**
 * A dataset of the folder, or one that the insurer already has. Checking needs no real id for a
 * dataset that this very push is about to make.
 */
function datasetByKey(
  keyOrId: string,
  pushed: readonly DatasetContent[],
  existing: readonly Dataset[],
): { id: Dataset['id']; fields: string[] } | undefined {
  const stored = existing.find(({ key, id }) => key === keyOrId || id === keyOrId)
  const definition =
    pushed.find((one) => one.definition.key === (stored?.key ?? keyOrId))?.definition ?? stored
  if (definition === undefined) return undefined
  return { id: stored?.id ?? 'dat_new', fields: definition.fields.map((field) => field.name) }
}
