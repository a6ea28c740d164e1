import { isDeepStrictEqual } from 'node:util'
import type { Json } from '../../kernel/index.ts'

/** One difference between two versions of a product, in the words of its author. */
export interface Difference {
  readonly area: DifferenceArea
  readonly change: 'added' | 'removed' | 'changed'
  /** What it is about: a field, a plan, a test case. */
  readonly place: string
  readonly before: Json
  readonly after: Json
  /** What it is, where the place does not say it: `the factor of "retail"`. */
  readonly about?: string
}

export type DifferenceArea =
  | 'settings'
  | 'items'
  | 'quote rules'
  | 'quote patch rules'
  | 'policy patch rules'
  | 'pricing variables'
  | 'policy fields'
  | 'public outputs'
  | 'personal data'
  | 'checkout'
  | 'payment plans'
  | 'integrations'
  | 'datasets'
  | 'documents'
  | 'workbook'
  | 'files'
  | 'prices'

/** Compares two sets of named things: what is new, what is gone, what is not the same. */
export function compareNamed(
  area: DifferenceArea,
  before: ReadonlyMap<string, Json>,
  after: ReadonlyMap<string, Json>,
): Difference[] {
  const names = [...new Set([...before.keys(), ...after.keys()])]
  return names.flatMap((place): Difference[] => {
    const [old, now] = [before.get(place), after.get(place)]
    if (old === undefined)
      return [{ area, change: 'added', place, before: null, after: now ?? null }]
    if (now === undefined) return [{ area, change: 'removed', place, before: old, after: null }]
    // A stored definition comes back with its members in another order, which means nothing.
    if (isDeepStrictEqual(old, now)) return []
    return [{ area, change: 'changed', place, before: old, after: now }]
  })
}
