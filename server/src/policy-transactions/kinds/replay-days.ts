import { replayTransactions, segmentOn } from '../../timelines/index.ts'
import type { PolicyTimeline } from '../../policies/index.ts'
import type { TransactionInput } from '../kind.ts'

/**
 * The timeline after a transaction that replaces no values: all transactions replayed by day, this one
 * last. Data and price of each day stay.
 */
export async function replayDays({
  before,
  readChain,
}: Pick<TransactionInput, 'before' | 'readChain'>): Promise<PolicyTimeline> {
  const { steps } = await readChain()
  const { segments, ending } = replayTransactions(steps, before)
  return {
    ...before,
    segments: segments.map(({ firstDay, kind }) => ({
      ...segmentOn(before, firstDay),
      firstDay,
      kind,
    })),
    ending,
  }
}
