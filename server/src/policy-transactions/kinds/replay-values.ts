import { isDeepStrictEqual } from 'node:util'
import { type JsonObject, mintId } from '../../kernel/index.ts'
import {
  type PolicyContent,
  type PolicySegment,
  type PolicyTimeline,
  documentOf,
  knownFrom,
  priceOf,
} from '../../policies/index.ts'
import { conflictsOf, replayTransactions } from '../../timelines/index.ts'
import type { Applied, TransactionInput } from '../kind.ts'

/**
 * The timeline after a transaction that replaces values: all transactions replayed by day, this one last,
 * with the prices that were found for their days before.
 */
export async function replayValues(
  input: TransactionInput,
  { terms, taxChanges }: Pick<PolicyTimeline, 'terms' | 'taxChanges'> = input.before,
): Promise<Applied> {
  const { policy, quotes, now } = input
  const chain = await input.readChain()
  const replayed = replayTransactions(chain.steps, { terms, ...(taxChanges && { taxChanges }) })
  const contents: PolicyContent[] = []
  /** The content that holds this data: one that a transaction brought, or one that is new. */
  const contentFor = (data: JsonObject) => {
    const known = [...chain.contents.values(), ...contents].find((one) =>
      isDeepStrictEqual(data, documentOf(one)),
    )
    if (known !== undefined) return known.id
    const content = { id: mintId('pco', now), policyId: policy.id, ...knownFrom(data) }
    contents.push(content)
    return content.id
  }
  const segments = replayed.segments.map(({ firstDay, kind, content }): PolicySegment => {
    const quote = quotes.get(firstDay.toString())
    if (quote === undefined) throw new Error(`nobody priced what holds from ${firstDay} on`)
    const contentId = content.contentId ?? contentFor(content.data)
    return { firstDay, kind, quoteId: quote.id, price: priceOf(quote), contentId }
  })
  return {
    timeline: { terms, segments, ending: replayed.ending, ...(taxChanges && { taxChanges }) },
    contents,
    conflicts: conflictsOf(chain.steps),
  }
}
