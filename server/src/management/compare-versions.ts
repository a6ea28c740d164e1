import { type Clock, type Problem, type ProductVersionId, todayIn } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import type { Caller } from '../identity/index.ts'
import {
  type DatasetUse,
  type Difference,
  type FolderMistakes,
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
type Manager = Pick<Caller, 'account'>

export type ProductPlan =
  | FolderMistakes
  | {
      readonly ok: true
      readonly differences: readonly Difference[]
      readonly datasets: readonly DatasetUse[]
      readonly warnings: readonly Problem[]
    }

/** What a folder would change against the live version, or the newest where none is live. */
export async function planProduct(
  deps: Deps,
  caller: Manager,
  files: ProductFiles,
): Promise<ProductPlan> {
  const checked = await validateProduct(deps, caller.account, files)
  if (!checked.ok) return checked
  const { key } = checked.product.definition
  const product = await selectProductByKey(deps.db, caller.account.id, key)
  const base =
    product === undefined
      ? null
      : (product.liveVersionId ?? (await selectNewestVersion(deps.db, product.id))?.id ?? null)
  const before = base === null ? null : await loadSide(deps, caller, base)
  const after = { files, product: checked.product, compiled: checked.compiled }
  const warnings = orderProblems(checked.compiled.warnings)
  const datasets = await folderDatasetUses(deps.db, caller.account, checked.product.definition)
  return { ok: true, differences: await compare(deps.clock, before, after), datasets, warnings }
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

/** A version of this insurer's. */
export async function managedVersion(db: Queryable, caller: Manager, id: ProductVersionId) {
  const version = await selectVersion(db, id)
  if (version === undefined || version.insurerId !== caller.account.id) {
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
  const told = [
    ...compareDefinitions(before?.product.definition ?? null, definition),
    ...compareDatasetRows(before && folderOf(before), folderOf(after)),
    ...compareDocuments(before && folderOf(before), folderOf(after)),
  ]
  const workbooks = compareWorkbooks(before?.files ?? null, after.files)
  return [
    ...told,
    ...[...workbooks.values()].flat(),
    ...compareFiles(before?.files ?? null, after.files, told, workbooks),
    ...(await comparePrices(before, after, today)),
  ]
}

function folderOf({ product, files }: Side) {
  return { definition: product.definition, files }
}
