import type { PolicyId } from '../kernel/index.ts'
import type { Reader } from '../database/index.ts'
import { selectPoliciesAfter } from '../events/index.ts'
import { selectPostedCommission } from '../ledger/index.ts'
import { selectEntriesOf } from './entry-store.ts'
import { readEarnings } from './post-commission.ts'
import { selectFeedPosition } from './statement-store.ts'

/**
 * What is wrong with the commission of policies, by policy. Each entry is posted, with its amount and on
 * its day; and the entries sum to what was earned, once the feed was followed so far.
 */
export async function commissionFaults(
  db: Reader,
  policyIds: readonly PolicyId[],
): Promise<(policyId: PolicyId) => readonly string[]> {
  const position = await selectFeedPosition(db)
  const [entries, posted, earnings, behind] = await Promise.all([
    selectEntriesOf(db, policyIds),
    selectPostedCommission(db, policyIds),
    readEarnings(db, policyIds),
    selectPoliciesAfter(db, policyIds, position),
  ])
  return (policyId) => {
    const written = entries.filter((entry) => entry.policyId === policyId)
    const known = new Set(written.map(({ id }) => id))
    const unposted = written.flatMap(({ id, amount, bookingDay }) => {
      const own = posted.filter(({ entryId }) => entryId === id)
      const isRight =
        own.length === 1 &&
        own.every((one) => one.amount === amount && one.bookingDay.equals(bookingDay))
      return isRight ? [] : [`Commission ${id} of ${amount} on ${bookingDay} is not posted so.`]
    })
    const unknown = posted
      .filter((one) => one.policyId === policyId && !known.has(one.entryId))
      .map(({ entryId }) => `Commission ${entryId} is posted, and there is no such entry.`)
    const earning = earnings.find(({ policy }) => policy.id === policyId)
    const missing = behind.includes(policyId) ? [] : (earning?.missing ?? [])
    return [
      ...unposted,
      ...unknown,
      ...missing.map(({ amount, at }) => `Commission of ${amount} at ${at} has no entry.`),
    ]
  }
}
