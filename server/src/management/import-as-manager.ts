import { isDeepStrictEqual } from 'node:util'
import { type Clock, type JsonObject, type Refusal, isId } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import { type Database, announceChange } from '../database/index.ts'
import {
  DatasetTaken,
  type DatasetSummary,
  type FileImport,
  type Imported,
  importFile,
  selectDatasetSummary,
} from '../datasets/index.ts'
import type { Caller } from '../identity/index.ts'
import { assertFieldsKept, ownerKey } from '../products/index.ts'
import { type ManagedDataset, describeUses, managedDataset } from './manage-datasets.ts'
import { type ImportSettings, assertMerges, assertNamed, settle } from './import-settings.ts'
import { datasetOfProduct } from './reasons.ts'

export interface ImportRequest extends Pick<
  FileImport,
  'key' | 'mode' | 'format' | 'source' | 'file' | 'signal'
> {
  readonly settings: ImportSettings
  /** Whether the import only reports what it would do. */
  readonly isDryRun: boolean
}

export interface ImportDone {
  readonly imported: Imported
  readonly dataset: ManagedDataset
}

/** Why nothing is imported into a dataset; null if something can be. */
export function refusalOfImport({
  key,
  product,
}: Pick<ManagedDataset, 'key' | 'product'>): Refusal | null {
  return product === null ? null : datasetOfProduct(key, product)
}

/** Imports a file into a dataset of the insurer, which is created if needed, and audits it. */
export async function importAsManager(
  deps: { readonly db: Database; readonly clock: Clock },
  caller: Caller,
  request: ImportRequest,
): Promise<ImportDone> {
  const now = deps.clock()
  const { settings, isDryRun, ...file } = request
  const accountId = caller.account.id
  const existing = isId('dat', request.key)
    ? await managedDataset(deps.db, caller, request.key)
    : await selectDatasetSummary(deps.db, accountId, request.key)
  if (existing !== undefined && existing.productId !== null) {
    const product = await ownerKey(deps.db, caller.account, existing.productId)
    const refusal = refusalOfImport({ key: existing.key, product })
    if (refusal !== null) throw refusal
  }
  if (existing !== undefined && request.mode === 'merge') assertMerges(settings, existing)
  let done: ImportDone | undefined
  const finish: FileImport['finish'] = async (tx, imported) => {
    const dataset = await managedDataset(tx, caller, imported.dataset.id)
    await assertFieldsKept(tx, caller.account, (missed) => missed.dataset === dataset.key)
    const [described] = await describeUses(tx, caller, [dataset])
    if (described === undefined) throw new Error('what was found is described')
    done = { imported, dataset: described }
    if (isDryRun) throw new DryRunDone()
    if (!imported.isNew && isDeepStrictEqual(existing, dataset)) return
    const change = { action: 'dataset.imported', subjectId: dataset.id } as const
    const { added, changed, removed } = imported
    const before = existing === undefined ? null : describe(existing)
    const after = { ...describe(dataset), mode: request.mode, added, changed, removed }
    await recordAudit(tx, caller, { ...change, before, after }, now)
    await announceChange(tx, 'datasets')
  }
  const key = existing?.key ?? request.key
  const onFields: FileImport['onFields'] = (fields) => assertNamed(settings, fields)
  const settled = settle(key, settings, existing)
  try {
    await importFile(deps.db, { ...file, ...settled, key, accountId, onFields, finish }, now)
  } catch (error) {
    // A product has created the dataset since it was looked up: the next try finds it.
    if (error instanceof DatasetTaken) return importAsManager(deps, caller, request)
    if (!(error instanceof DryRunDone)) throw error
  }
  if (done === undefined) throw new Error('an import that is done was finished')
  return done
}

/** Thrown to roll a dry run back once its result is known. */
class DryRunDone extends Error {}

function describe(dataset: DatasetSummary): JsonObject {
  const { key, name, languages, access, keyField, fields, items } = dataset
  return {
    key,
    name,
    languages: [...languages],
    access,
    key_field: keyField,
    fields: fields.map(({ name: field, type, hidden }) => ({ name: field, type, hidden })),
    items,
  }
}
