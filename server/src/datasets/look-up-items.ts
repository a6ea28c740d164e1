import { type AccountId, type DatasetItemId, isId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { type DatasetItem, valueIn } from './dataset.ts'
import {
  type FoundItem,
  type LiteralAnswer,
  selectItems,
  selectItemsAndLiterals,
} from './dataset-store.ts'
import type { ItemReference, ItemsById } from './expand-items.ts'
import { hotItemsOf } from './hot-items.ts'
import { type Literal, findLiterals } from './look-up-literals.ts'

/** What a request names in datasets. */
export interface LookedUp {
  /** The items behind its references, as far as the insurer may use them. */
  readonly items: ItemsById
  /** Whether a literal stands in its dataset. */
  readonly hasLiteral: (literal: Literal) => boolean
}

/**
 * Looks up all items and literals of a request: one round trip at most, and none for items that are
 * asked for often. An insurer may use its own datasets and public ones.
 */
export async function lookUp(
  db: Queryable,
  insurerId: AccountId,
  references: readonly ItemReference[],
  literals: readonly Literal[],
): Promise<LookedUp> {
  const ids = [...new Set(references.map(({ id }) => id))].filter((id) => isId('dai', id))
  if (literals.length === 0) {
    return { items: usable(await findItems(db, ids), insurerId), hasLiteral: () => false }
  }
  let items: FoundItem[] = []
  const hasLiteral = await findLiterals(db, literals, async (groups, indexedMin) => {
    let answers: LiteralAnswer[] | undefined
    const ask = async (missing: readonly DatasetItemId[]) => {
      const found = await selectItemsAndLiterals(db, missing, groups, indexedMin)
      answers = found.answers
      return found.items
    }
    items = await findItems(db, ids, ask)
    if (answers === undefined) await ask([])
    return answers ?? []
  })
  return { items: usable(items, insurerId), hasLiteral }
}

async function findItems(
  db: Queryable,
  ids: readonly DatasetItemId[],
  load = (missing: readonly DatasetItemId[]) => selectItems(db, missing),
): Promise<FoundItem[]> {
  if (ids.length === 0) return []
  const hot = hotItemsOf(db)
  return hot === undefined ? load(ids) : hot.find(ids, load)
}

const none: ItemsById = new Map()

function usable(items: readonly FoundItem[], insurerId: AccountId): ItemsById {
  if (items.length === 0) return none
  return new Map(
    items
      .filter(({ dataset }) => dataset.access === 'public' || dataset.accountId === insurerId)
      .map((item) => [item.id, toDatasetItem(item, insurerId)]),
  )
}

/** Of its own dataset an insurer uses whole items; of another's, what everybody may see. */
function toDatasetItem(
  { id, dataset, values, translations }: FoundItem,
  insurerId: AccountId,
): DatasetItem {
  const [language = ''] = dataset.languages
  const inLanguage = dataset.fields
    .filter(({ hidden }) => !hidden || dataset.accountId === insurerId)
    .map(({ name }) => [name, valueIn({ values, translations }, name, language, dataset.languages)])
  return {
    id,
    datasetId: dataset.id,
    values: { id, ...(Object.fromEntries(inLanguage) as DatasetItem['values']) }, // Pairs of name and value.
  }
}
