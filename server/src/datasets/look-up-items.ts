import { type AccountId, type DatasetItemId, type ProductVersionId, isId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { type DatasetItem, valueIn } from './dataset.ts'
import type { ItemReference, ItemsById } from './expand-items.ts'
import type { HotItems } from './hot-items.ts'
import {
  type FoundItem,
  type LiteralAnswer,
  selectItems,
  selectItemsAndLiterals,
} from './item-store.ts'
import { type BuildIndexes, type Literal, findLiterals } from './look-up-literals.ts'

/** The dataset items and values that a request names. */
export interface LookedUp {
  /** The items behind its references, as far as the insurer may use them. */
  readonly items: ItemsById
  /** Whether a dataset holds a literal. */
  readonly hasLiteral: (literal: Literal) => boolean
}

/** The insurer, and the product version whose bound contents are used; without it, live ones. */
export interface LookUpSite {
  readonly insurerId: AccountId
  readonly versionId: ProductVersionId | null
}

export interface LookUpDeps {
  readonly db: Queryable
  /** A cache; without it, every item is read from the database. */
  readonly hot?: HotItems
  /** Without it, large datasets are scanned. */
  readonly build?: BuildIndexes
}

/**
 * Looks up all items and literals of a request: one round trip at most, and none for cached items.
 * An insurer may use its own datasets and public ones.
 */
export async function lookUp(
  deps: LookUpDeps,
  { insurerId, versionId }: LookUpSite,
  references: readonly ItemReference[],
  literals: readonly Literal[],
): Promise<LookedUp> {
  const { db, hot } = deps
  const ids = [...new Set(references.map(({ id }) => id))].filter((id) => isId('dai', id))
  type Load = (missing: readonly DatasetItemId[]) => Promise<FoundItem[]>
  const find = async (load: Load) => {
    if (ids.length === 0) return []
    return hot === undefined ? load(ids) : hot.find(versionId, ids, load)
  }
  if (literals.length === 0) {
    const found = await find((missing) => selectItems(db, missing, versionId))
    return { items: usable(found, insurerId), hasLiteral: () => false }
  }
  let items: FoundItem[] = []
  const hasLiteral = await findLiterals(deps, versionId, literals, async (groups, indexedMin) => {
    let answers: LiteralAnswer[] | undefined
    const ask: Load = async (missing) => {
      const found = await selectItemsAndLiterals(db, missing, groups, versionId, indexedMin)
      answers = found.answers
      return found.items
    }
    items = await find(ask)
    if (answers === undefined) await ask([])
    return answers ?? []
  })
  return { items: usable(items, insurerId), hasLiteral }
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

/** An insurer uses whole items of its own dataset, and the public fields of another's. */
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
