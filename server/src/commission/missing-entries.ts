import type { EarnedAt } from './derive-commission.ts'
import type { CommissionEntry } from './entry.ts'

/** What is missing, with its amount. */
export interface MissingEntry extends Omit<EarnedAt, 'total'> {
  readonly amount: number
}

/**
 * What was earned and is not written yet. Entries are never changed: what happened before the last of
 * them and became known after it is part of the next.
 */
export function missingEntries(
  earned: readonly EarnedAt[],
  written: readonly Pick<CommissionEntry, 'amount' | 'happenedAt'>[],
): MissingEntry[] {
  const last = written.at(-1)?.happenedAt
  let total = written.reduce((sum, { amount }) => sum + amount, 0)
  return earned
    .filter(({ at }) => last === undefined || Temporal.Instant.compare(at, last) >= 0)
    .flatMap(({ total: due, ...moment }) => {
      const amount = due - total
      total = due
      return amount === 0 ? [] : [{ ...moment, amount }]
    })
}
