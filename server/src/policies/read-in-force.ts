import type { QuoteId } from '../kernel/index.ts'
import type { Reader, IdChunk } from '../database/index.ts'
import { segmentOn } from '../timelines/index.ts'
import { type PortfolioInForce, type PolicyInForce, selectInForce } from './portfolio-store.ts'
import { selectTimelines } from './version-store.ts'

/** A page of policies in force, and up to where it was read. */
export interface InForcePage {
  readonly policies: readonly Pick<PolicyInForce, 'policyId' | 'number' | 'quoteId'>[]
  /** Null where there are no more. */
  readonly last: string | null
}

/** The next policies in force, each with the quote of the day, even where its row is outdated. */
export async function readInForce(
  db: Reader,
  portfolio: PortfolioInForce,
  chunk: IdChunk,
  now: Temporal.Instant,
): Promise<InForcePage> {
  const rows = await selectInForce(db, portfolio, chunk)
  const outdated = rows.filter(
    ({ holdsUntil }) => holdsUntil !== null && Temporal.Instant.compare(holdsUntil, now) <= 0,
  )
  const timelines =
    outdated.length === 0
      ? null
      : await selectTimelines(
          db,
          outdated.map(({ versionId }) => versionId),
        )
  const policies = rows.flatMap(({ policyId, number, quoteId, versionId }) => {
    const timeline = timelines?.get(versionId)
    if (timeline === undefined) return [{ policyId, number, quoteId }]
    const held = segmentOn(timeline, portfolio.today)
    const isPriced = held.kind === 'cover' || held.kind === 'suspended'
    return isPriced ? [{ policyId, number, quoteId: held.quoteId satisfies QuoteId }] : []
  })
  return { policies, last: rows.at(-1)?.policyId ?? null }
}
