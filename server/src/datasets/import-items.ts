import { createHash } from 'node:crypto'
import { type DatasetItemId, type Problem, describeProblem, mintId } from '../kernel/index.ts'
import { type Queryable, announceChange } from '../database/index.ts'
import { shareTheLoop } from '../threads/index.ts'
import { rootCollation } from './collation.ts'
import { type Cell, type Content, type Layout, type PlacedItem, layOut, rowOf } from './content.ts'
import {
  completeContent,
  copyOtherItems,
  createContent,
  createKeyIndex,
  dropContent,
  selectCollations,
  selectKnownItems,
  selectLastPosition,
  selectRepeatedKeys,
  switchContent,
} from './content-store.ts'
import type { Dataset, ItemRow } from './dataset.ts'
import { type ItemChanges, allNew, countChanges, unchanged } from './count-changes.ts'
import { type StoredContent, insertImport, selectDatasetContent } from './dataset-store.ts'
import { rebuildIndexes } from './item-index.ts'
import { mergeInPlace } from './merge-in-place.ts'

/** Replace: the items are exactly these. Merge: these are added or changed, the others stay. */
export type ImportMode = 'replace' | 'merge'

export interface SourceItem extends ItemRow {
  readonly line: number
}

/** Where rows go: into the caller's transaction, by inserts or by a copy. */
export interface RowWriter {
  write(rows: readonly (readonly Cell[])[]): Promise<void>
  end(): Promise<void>
}

export interface ImportOrder {
  readonly dataset: Dataset
  readonly mode: ImportMode
  readonly translatedFields: ReadonlySet<string>
  /** The items, in portions of some thousand. */
  readonly portions: AsyncIterable<readonly SourceItem[]> | Iterable<readonly SourceItem[]>
  readonly openWriter: (content: Content) => RowWriter
  /** Reads while the transaction is busy being written to. */
  readonly reader: Queryable
  /** The name of the source in problems. */
  readonly file: string
}

export interface ImportResult extends ItemChanges {
  readonly items: number
  /** False where the content was exactly this already. */
  readonly isNew: boolean
}

/** An import that was refused whole, with the places of its mistakes. */
export class ImportRefused extends Error {
  /** The first of them. */
  readonly problems: readonly Problem[]
  /** How many there are in all. */
  readonly total: number

  constructor(problems: readonly Problem[], total = problems.length) {
    super(problems.map(describeProblem).join('\n'))
    this.name = 'ImportRefused'
    this.problems = problems
    this.total = total
  }
}

export const problemsMax = 20

/**
 * Fills a new content and points the dataset to it, or merges it into the old one, in the caller's
 * transaction. The caller has locked the dataset, so that its imports come one after the other.
 */
export async function importItems(
  tx: Queryable,
  order: ImportOrder,
  now: Temporal.Instant,
): Promise<ImportResult> {
  const { dataset, mode } = order
  const old = (await selectDatasetContent(tx, dataset.id))?.content ?? null
  const layout = await layoutFor(tx, order)
  const base = mode === 'merge' ? old : null
  if (base !== null) assertSameLayout(base.layout, layout, order.file)
  const moment = await claimMoment(tx, dataset, now)
  const content = await createContent(tx, dataset.id, layout, now)
  const place = await placer(order, old, base, moment)
  const contentHash = await fillContent(order, content, base, place)
  if (contentHash === old?.contentHash) {
    await dropContent(tx, content.id)
    return { items: old.items, isNew: false, ...unchanged(old.items) }
  }
  await assertKeysDiffer(tx, content, dataset.keyField, order.file)
  if (base !== null) {
    const merge = { datasetId: dataset.id, base, brought: content, contentHash }
    const changes = await mergeInPlace(tx, merge, now)
    if (changes !== null) return announceMerge(tx, base, changes)
    await copyOtherItems(tx, base, content)
  }
  const items = await completeContent(tx, content, contentHash)
  const changes = old === null ? allNew(items) : await countChanges(tx, old.id, content.id)
  await switchContent(tx, dataset.id, old?.id ?? null, content.id, now)
  await rebuildIndexes(tx, dataset, { ...content, items }, old?.indexes ?? [])
  await announceChange(tx, 'datasets')
  return { items, isNew: true, ...changes }
}

/** Writes the items, and returns what tells their content from every other. */
async function fillContent(
  order: ImportOrder,
  content: Content,
  base: StoredContent | null,
  place: (portion: readonly SourceItem[]) => Promise<PlacedItem[]>,
): Promise<string> {
  const { layout } = content
  const hash = createHash('sha256').update(JSON.stringify([layout, base?.contentHash]))
  const writer = order.openWriter(content)
  const share = shareTheLoop()
  for await (const portion of order.portions) {
    if (share.isUsedUp()) await share.wait()
    const items = await place(portion)
    const rows = items.map((item) => rowOf(item, layout, order.dataset.languages))
    // What the file says of an item: its key, its values and their translations.
    const said = rows.map(
      ([, key, , , values, translations]) => `${JSON.stringify(key)}${values}${translations}`,
    )
    hash.update(said.join(''))
    await writer.write(rows)
  }
  await writer.end()
  return hash.digest('hex')
}

async function announceMerge(
  tx: Queryable,
  base: StoredContent,
  changes: ItemChanges,
): Promise<ImportResult> {
  const isNew = changes.added + changes.changed > 0
  if (isNew) await announceChange(tx, 'datasets')
  return { items: base.items + changes.added, isNew, ...changes }
}

async function layoutFor(tx: Queryable, order: ImportOrder): Promise<Layout> {
  const layout = layOut(order.dataset, order.translatedFields)
  const known = await selectCollations(tx, Object.values(layout.collations))
  const collations = Object.entries(layout.collations).map(([language, collation]) => [
    language,
    known.has(collation) ? collation : rootCollation,
  ])
  return { ...layout, collations: Object.fromEntries(collations) as Layout['collations'] } // Pairs of texts.
}

/** The ids of one import begin with its moment, and no two imports have the same one. */
async function claimMoment(
  tx: Queryable,
  dataset: Dataset,
  now: Temporal.Instant,
): Promise<Temporal.Instant> {
  let moment = now
  while (!(await insertImport(tx, mintId('dai', moment).slice(4, 16), dataset.id))) {
    moment = moment.add({ milliseconds: 1 })
  }
  return moment
}

/** Gives items their ids and places. A key that stays, or comes back, keeps its id. */
async function placer(
  order: ImportOrder,
  old: StoredContent | null,
  base: StoredContent | null,
  moment: Temporal.Instant,
) {
  const after = base === null ? 0 : await selectLastPosition(order.reader, base.id)
  return async (portion: readonly SourceItem[]) => {
    const keys = portion.map((item) => item.key)
    const found =
      old === null ? [] : await selectKnownItems(order.reader, order.dataset.id, old.id, keys)
    const known = new Map(found.map((item) => [item.key, item]))
    return portion.map((item) => {
      const before = known.get(item.key)
      const id: DatasetItemId = before?.id ?? mintId('dai', moment)
      const kept = base === null ? null : before?.position
      return { ...item, id, position: kept ?? after + item.line }
    })
  }
}

function assertSameLayout(base: Layout, wanted: Layout, file: string): void {
  if (describeLayout(base) === describeLayout(wanted)) return
  throw new ImportRefused([
    {
      file,
      place: '',
      message: 'The items do not have the same fields in the same languages as the dataset.',
      mend: 'Merge items of the same form, or replace the whole content.',
    },
  ])
}

function describeLayout({ columns, collations }: Layout): string {
  const described = columns.map(({ field, type, language, stem }) => [field, type, language, stem])
  return JSON.stringify([described, Object.entries(collations).map(String).sort()])
}

async function assertKeysDiffer(
  tx: Queryable,
  content: Content,
  keyField: string,
  file: string,
): Promise<void> {
  await tx.query({ name: '', text: 'savepoint before_keys', values: [] })
  try {
    await createKeyIndex(tx, content.id)
  } catch (error) {
    await tx.query({ name: '', text: 'rollback to before_keys', values: [] })
    const repeated = await selectRepeatedKeys(tx, content.id, problemsMax)
    if (repeated.length === 0) throw error
    const problems = repeated.map(({ key, first, again }) => ({
      file,
      place: `line ${again}, ${keyField}`,
      message: `The key "${key}" already stands in line ${first}.`,
      mend: 'Give each item a key of its own.',
    }))
    throw new ImportRefused(problems, repeated[0]?.total)
  }
}
