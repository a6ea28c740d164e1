import { type DatasetId, type Json, type ProductVersionId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import type { FieldColumns, Layout } from './content.ts'
import { type StoredContent, selectDatasetContent } from './dataset-store.ts'
import { fold } from './fold.ts'
import { type IndexShape, indexedItemsMin } from './item-index.ts'
import type { LiteralAnswer, LiteralGroup } from './item-store.ts'
import { beginningOf } from './sort-key.ts'
import { datasetBeingPrepared } from './reasons.ts'

export interface Literal {
  readonly datasetId: DatasetId
  /** Null for any field that front ends may see. */
  readonly field: string | null
  readonly value: Json
}

/** Builds indexes and waits until they exist. */
export type BuildIndexes = (content: StoredContent, shapes: readonly IndexShape[]) => Promise<void>

const buildTimeoutMs = 2_500
/** More than any dataset has, so that all items are scanned. */
const allItems = 2 ** 31 - 1

type Ask = (groups: readonly LiteralGroup[], indexedMin: number) => Promise<LiteralAnswer[]>

/**
 * Finds which literals their datasets hold, for rules that accept a value as well as an id. A large
 * dataset is not scanned for that: the first request waits for an index.
 */
export async function findLiterals(
  { db, build }: { readonly db: Queryable; readonly build?: BuildIndexes },
  versionId: ProductVersionId | null,
  literals: readonly Literal[],
  ask: Ask,
): Promise<(literal: Literal) => boolean> {
  const groups = groupsOf(literals)
  if (groups.length === 0) return () => false
  let answers = await ask(groups, build === undefined ? allItems : indexedItemsMin)
  const gaps = answers.filter(({ unserved }) => unserved !== null)
  if (gaps.length > 0 && build !== undefined) {
    await inTime(fillGaps({ db, build, versionId }, groups, gaps))
    answers = await ask(groups, indexedItemsMin)
    // Where an index cannot be built, a slow answer is better than none.
    if (answers.some(({ unserved }) => unserved !== null)) answers = await ask(groups, allItems)
  }
  const known = new Set(answers.map(({ nth, found }) => keyOf(groups[nth], found ?? '')))
  return ({ datasetId, field, value }) =>
    known.has(keyOf({ dataset: datasetId, field }, textOf(value)))
}

function groupsOf(literals: readonly Literal[]): LiteralGroup[] {
  const texts = new Map<string, { dataset: DatasetId; field: string | null; exact: Set<string> }>()
  for (const { datasetId: dataset, field, value } of literals) {
    const text = textOf(value)
    // Such a text is in no dataset, and the database does not take it.
    if (text.includes('\0') || !text.isWellFormed()) continue
    const key = JSON.stringify([dataset, field])
    const group = texts.get(key) ?? { dataset, field, exact: new Set() }
    texts.set(key, group)
    group.exact.add(text)
  }
  return [...texts.values()].map(({ dataset, field, exact }) => {
    const asked = [...exact]
    return {
      dataset,
      field,
      exact: asked,
      begun: asked.map(beginningOf),
      folded: asked.map((text) => beginningOf(fold(beginningOf(text)))),
      numbers: asked.map(numberOf),
    }
  })
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function numberOf(text: string): number | null {
  const number = Number(text)
  return text !== '' && Number.isFinite(number) && String(number) === text ? number : null
}

function keyOf(group: Pick<LiteralGroup, 'dataset' | 'field'> | undefined, text: string): string {
  return JSON.stringify([group?.dataset, group?.field, text])
}

async function fillGaps(
  deps: {
    readonly db: Queryable
    readonly build: BuildIndexes
    readonly versionId: ProductVersionId | null
  },
  groups: readonly LiteralGroup[],
  gaps: readonly LiteralAnswer[],
): Promise<void> {
  const { db, build, versionId } = deps
  for (const [nth, { dataset: id, field }] of groups.entries()) {
    const stems = gaps.filter((gap) => gap.nth === nth).map(({ unserved }) => unserved)
    const found = stems.length === 0 ? undefined : await selectDatasetContent(db, id, versionId)
    if (found === undefined) continue
    const { dataset, content } = found
    const [language = ''] = dataset.languages
    await build(
      content,
      stems.map((stem) => shapeFor(content.layout, stem ?? '', language, field)),
    )
  }
}

function shapeFor(
  layout: Layout,
  stem: string,
  language: string,
  field: string | null,
): IndexShape {
  const columns = layout.columns.find((one) => one.stem === stem)
  const plain = { equal: [], sort: [], carried: [] }
  if (columns === undefined) return { ...plain, language, kind: 'value', equal: [field ?? ''] }
  return { ...plain, language: columns.language ?? language, ...servedBy(columns) }
}

function servedBy({ type, field }: FieldColumns): Pick<IndexShape, 'kind' | 'equal' | 'sort'> {
  if (type !== 'number') return { kind: 'begins', equal: [field], sort: [] }
  return { kind: 'order', equal: [], sort: [{ field, dir: 'asc' }] }
}

async function inTime(work: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(datasetBeingPrepared()), buildTimeoutMs)
  try {
    await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
