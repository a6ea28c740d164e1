import type { PageQuery } from '@bindery/sdk'
import { type Store, createStore } from '../store.ts'

/**
 * The pages of a list so far, each by the query that gets it. Only pages in view keep their rows; of
 * the others the number of rows is known, so that a long list takes no more memory than a short one.
 */
export interface Chain {
  /** The first page has none of its own. */
  readonly queries: readonly (PageQuery | null)[]
  readonly counts: readonly number[]
  readonly isComplete: boolean
}

/** Lists that were open in this visit: who comes back finds the same row at the same place. */
interface KeptList {
  readonly chain: Store<Chain>
  scrollTop: number
  focused: number
}

const begun: Chain = { queries: [null], counts: [], isComplete: false }
const kept = new Map<string, KeptList>()

export function keptList(key: string): KeptList {
  const list = kept.get(key) ?? { chain: createStore(begun), scrollTop: 0, focused: 0 }
  kept.set(key, list)
  return list
}

/** The chain after a page has come. Where its successor is another one now, the rest is forgotten. */
export function withPage(
  chain: Chain,
  place: number,
  page: { readonly rows: readonly unknown[]; readonly next: PageQuery | null },
): Chain {
  const known = chain.queries[place + 1]
  const isSame =
    chain.counts[place] === page.rows.length &&
    (page.next === null
      ? chain.isComplete && known === undefined
      : JSON.stringify(known) === JSON.stringify(page.next))
  if (isSame) return chain
  const queries = chain.queries.slice(0, place + 1)
  return {
    queries: page.next === null ? queries : [...queries, page.next],
    counts: [...chain.counts.slice(0, place), page.rows.length],
    isComplete: page.next === null,
  }
}

/** Where a row is: its page, and its place there. */
export function placeOf({ counts }: Chain, row: number): { page: number; place: number } {
  let before = 0
  for (const [page, count] of counts.entries()) {
    if (row < before + count) return { page, place: row - before }
    before += count
  }
  return { page: counts.length, place: row - before }
}

export function rowsKnown({ counts }: Chain): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
