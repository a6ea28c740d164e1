import { type Clock, type Problem, type ProductVersionId, todayIn } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import type { Caller } from '../identity/index.ts'
import {
  type DatasetUse,
  type Difference,
  type PricedVersion,
  type ProductFiles,
  type ValidateDeps,
  compareDatasetRows,
  compilable,
  compareDefinitions,
  compareDocuments,
  compareFiles,
  comparePrices,
  compareWorkbooks,
  compileProduct,
  folderDatasetUses,
  isProductSeen,
  orderProblems,
  parseProductFiles,
  selectNewestVersion,
  selectProductByKey,
  selectVersion,
  selectVersionFiles,
  validateProduct,
  productVersionNotFound,
  versionDatasets,
} from '../products/index.ts'

type Deps = ValidateDeps
export type Manager = Pick<Caller, 'account' | 'limits'>

export interface ProductPlan {
  /** The problems that prevent a push; empty where none does. */
  readonly problems: readonly Problem[]
  readonly warnings: readonly Problem[]
  readonly differences: readonly Difference[]
  readonly datasets: readonly DatasetUse[]
}

/**
 * What a folder would change against the live version, or the newest where none is live. Cases that
 * expect the prices of before are no reason to hide it: they fail because something has changed.
 */
export async function planProduct(
  deps: Deps,
  caller: Manager,
  files: ProductFiles,
): Promise<ProductPlan> {
  const checked = await validateProduct(deps, caller.account, files)
  const read = checked.ok ? checked : checked.read
  const problems = checked.ok ? [] : checked.problems
  const warnings = checked.ok ? orderProblems(checked.compiled.warnings) : checked.warnings
  if (read === null) return { problems, warnings, differences: [], datasets: [] }
  const { product, compiled } = read
  const base = await findBase(deps.db, caller, product.definition.key)
  const before = base === null ? null : await loadSide(deps, caller, base)
  return {
    problems,
    warnings,
    differences: await compare(deps.clock, before, { files, product, compiled }),
    datasets: await folderDatasetUses(deps.db, caller.account, product.definition),
  }
}

/** The version that a folder of this key is compared with; null where it would be the first. */
async function findBase(
  db: Queryable,
  caller: Manager,
  key: string,
): Promise<ProductVersionId | null> {
  const product = await selectProductByKey(db, caller.account.id, key)
  if (product === undefined || !isProductSeen(caller, product.id)) return null
  return product.liveVersionId ?? (await selectNewestVersion(db, product.id))?.id ?? null
}

export async function compareVersions(
  deps: Deps,
  caller: Manager,
  before: ProductVersionId,
  after: ProductVersionId,
): Promise<readonly Difference[]> {
  const older = await loadSide(deps, caller, before)
  return compare(deps.clock, older, await loadSide(deps, caller, after))
}

/** A version of this insurer's, of a product within the limits of the caller. */
export async function managedVersion(db: Queryable, caller: Manager, id: ProductVersionId) {
  const version = await selectVersion(db, id)
  if (version?.insurerId !== caller.account.id || !isProductSeen(caller, version.productId)) {
    throw productVersionNotFound(id)
  }
  return version
}

type Side = PricedVersion & { readonly files: ProductFiles }

async function loadSide(
  { db, raters }: Pick<Deps, 'db' | 'raters'>,
  caller: Manager,
  id: ProductVersionId,
): Promise<Side> {
  const version = await managedVersion(db, caller, id)
  const files = await selectVersionFiles(db, id)
  const parsed = parseProductFiles(files)
  const tests = parsed.ok ? parsed.product.tests : []
  const product = { definition: version.definition, tests, demo: null }
  const findDataset = await versionDatasets(db, version)
  const compiled = await compileProduct(product, files, {
    dataset: (keyOrId) => compilable(findDataset(keyOrId)),
    raters,
    isAccepted: true,
  })
  if (!compiled.ok) throw new Error(`version ${id} was pushed and no longer compiles`)
  return { files, product, compiled: compiled.compiled }
}

async function compare(clock: Clock, before: Side | null, after: Side): Promise<Difference[]> {
  const { definition } = after.product
  const today = todayIn(definition.timeZone, clock())
  const found = [
    ...compareDefinitions(before?.product.definition ?? null, definition),
    ...compareDatasetRows(before && folderOf(before), folderOf(after)),
    ...compareDocuments(before && folderOf(before), folderOf(after)),
  ]
  const workbooks = compareWorkbooks(before?.files ?? null, after.files)
  return [
    ...found,
    ...[...workbooks.values()].flat(),
    ...compareFiles(before?.files ?? null, after.files, found, workbooks),
    ...(await comparePrices(before, after, today)),
  ]
}

function folderOf({ product, files }: Side) {
  return { definition: product.definition, files }
}
