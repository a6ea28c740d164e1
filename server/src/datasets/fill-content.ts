import { createHash } from 'node:crypto'
import { type DatasetItemId, mintId } from '../kernel/index.ts'
import { type Queryable, inSavepoint } from '../database/index.ts'
import { shareTheLoop } from '../threads/index.ts'
import { rootCollation } from './collation.ts'
import {
  type Cell,
  type Content,
  type Layout,
  type PlacedItem,
  layoutOf,
  rowOf,
} from './content.ts'
import {
  createContent,
  createKeyIndex,
  selectCollations,
  selectKnownItems,
  selectLastPosition,
  selectRepeatedKeys,
} from './content-store.ts'
import type { Dataset, ItemRow } from './dataset.ts'
import type { StoredContent } from './dataset-store.ts'
import { ImportRefused, problemsMax } from './import-refused.ts'
import { insertImport } from './item-store.ts'
import { stampOf } from './stamp.ts'

export interface SourceItem extends ItemRow {
  readonly line: number
}

/** Writes rows in the caller's transaction, by inserts or by a copy. */
export interface RowWriter {
  write(rows: readonly (readonly Cell[])[]): Promise<void>
  end(): Promise<void>
}

export interface FillRequest {
  readonly dataset: Dataset
  readonly translatedFields: ReadonlySet<string>
  /** The items, in portions of some thousand. */
  readonly portions: AsyncIterable<readonly SourceItem[]> | Iterable<readonly SourceItem[]>
  readonly openWriter: (content: Content) => RowWriter
  /** A connection for reads while the transaction's own is busy with the copy. */
  readonly reader: Queryable
  /** The name of the source in problems. */
  readonly file: string
}

/** Earlier contents: `old` gives items their ids by key, `base` is what they are merged with. */
interface Before {
  readonly old: StoredContent | null
  readonly base: StoredContent | null
}

/**
 * Fills a new content with items, under their existing ids, in the caller's transaction. The caller
 * has locked the dataset, so that its contents are filled one after the other.
 */
export async function fillContent(
  tx: Queryable,
  request: FillRequest,
  { old, base }: Before,
  now: Temporal.Instant,
): Promise<{ readonly content: Content; readonly contentHash: string }> {
  const layout = await layoutFor(tx, request)
  if (base !== null) assertSameLayout(base.layout, layout, request.file)
  const moment = await reserveMoment(tx, request.dataset, now)
  const content = await createContent(tx, request.dataset, layout, now)
  const place = await placer(request, old, base, moment)
  return { content, contentHash: await writeItems(request, content, base, place) }
}

/** Writes the items, and returns a hash of their content. */
async function writeItems(
  request: FillRequest,
  content: Content,
  base: StoredContent | null,
  place: (portion: readonly SourceItem[]) => Promise<PlacedItem[]>,
): Promise<string> {
  const { layout } = content
  const hash = createHash('sha256').update(JSON.stringify([layout, base?.contentHash]))
  const writer = request.openWriter(content)
  const share = shareTheLoop()
  for await (const portion of request.portions) {
    if (share.isUsedUp()) await share.wait()
    const items = await place(portion)
    const rows = items.map((item) => rowOf(item, layout, request.dataset.languages))
    // The hash covers an item's key, its values and their translations.
    const lines = rows.map(
      ([, key, , , values, translations]) => `${JSON.stringify(key)}${values}${translations}`,
    )
    hash.update(lines.join(''))
    await writer.write(rows)
  }
  await writer.end()
  return hash.digest('hex')
}

async function layoutFor(tx: Queryable, request: FillRequest): Promise<Layout> {
  const layout = layoutOf(request.dataset, request.translatedFields)
  const known = await selectCollations(tx, Object.values(layout.collations))
  const collations = Object.entries(layout.collations).map(([language, collation]) => [
    language,
    known.has(collation) ? collation : rootCollation,
  ])
  return { ...layout, collations: Object.fromEntries(collations) as Layout['collations'] } // Pairs of texts.
}

/** The ids of one import begin with its moment, and no two imports have the same one. */
async function reserveMoment(
  tx: Queryable,
  dataset: Dataset,
  now: Temporal.Instant,
): Promise<Temporal.Instant> {
  let moment = now
  while (!(await insertImport(tx, stampOf(mintId('dai', moment)), dataset.id))) {
    moment = moment.add({ milliseconds: 1 })
  }
  return moment
}

/** Gives items their ids and positions. A key that stays, or comes back, keeps its id. */
async function placer(
  request: FillRequest,
  old: StoredContent | null,
  base: StoredContent | null,
  moment: Temporal.Instant,
) {
  const after = base === null ? 0 : await selectLastPosition(request.reader, base.id)
  return async (portion: readonly SourceItem[]) => {
    const keys = portion.map((item) => item.key)
    const found =
      old === null ? [] : await selectKnownItems(request.reader, request.dataset.id, old.id, keys)
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
      message: 'The items and the dataset do not have the same fields in the same languages.',
      fix: 'Merge items of the same form, or replace the whole content.',
    },
  ])
}

function describeLayout({ columns, collations }: Layout): string {
  const described = columns.map(({ field, type, language, stem }) => [field, type, language, stem])
  return JSON.stringify([described, Object.entries(collations).map(String).sort()])
}

/** Two items with the same key are a mistake of the file. */
export async function assertKeysDiffer(
  tx: Queryable,
  content: Content,
  keyField: string,
  file: string,
): Promise<void> {
  try {
    await inSavepoint(tx, () => createKeyIndex(tx, content.id))
  } catch (error) {
    const repeated = await selectRepeatedKeys(tx, content.id, problemsMax)
    if (repeated.length === 0) throw error
    const problems = repeated.map(({ key, first, again }) => ({
      file,
      place: `line ${again}, ${keyField}`,
      message: `The key "${key}" is used in line ${first} already.`,
      fix: 'Give each item a key of its own.',
    }))
    throw new ImportRefused(problems, repeated[0]?.total)
  }
}
