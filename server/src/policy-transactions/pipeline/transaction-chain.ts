import type { Reader } from '../../database/index.ts'
import {
  type EndorsementDetails,
  type PolicySegment,
  type PolicyVersion,
  type RenewalDetails,
  selectContents,
  selectPolicyVersions,
  selectTimelines,
} from '../../policies/index.ts'
import { selectQuotes } from '../../quotes/index.ts'
import type { ReplayStep } from '../../timelines/index.ts'
import { replayedContent } from '../kinds/replayed-content.ts'
import type { ChainLink, DraftTransaction, TransactionChain, Unsaved } from '../kind.ts'
import { isTransaction, kindOf } from '../registry.ts'

/** Of a transaction that was accepted everything is stored. */
export const nothingUnsaved: Unsaved = { contents: [], quotes: [] }

/**
 * The transactions that hold, or held, in the order in which they came, and last the one that is being
 * carried out, or only previewed: then its records are stored nowhere yet.
 */
export async function readChain(
  db: Reader,
  { version: next, unsaved }: DraftTransaction,
): Promise<TransactionChain> {
  const all = await selectPolicyVersions(db, next.policyId)
  const held = all.filter(({ state }) => state === 'active' || state === 'superseded')
  const versions = [...held.toSorted((one, other) => one.number - other.number), next]
  const timelines = await selectTimelines(
    db,
    held.map(({ id }) => id),
  )
  const segments = [...timelines.values()].flatMap((timeline) => timeline.segments)
  const replacing = versions.flatMap(({ kind, details }) =>
    kind === 'endorsement' || kind === 'renewal' ? [details] : [],
  )
  const [quotes, contents] = await Promise.all([
    selectQuotes(db, idsOf(segments, replacing, 'quoteId', 'quote_id')),
    selectContents(db, idsOf(segments, replacing, 'contentId', 'content_id')),
  ])
  const known = {
    quotes: byId([...quotes, ...unsaved.quotes]),
    contents: byId([...contents, ...unsaved.contents]),
  }
  const steps = versions.map((version) => {
    const parent = version.basedOn === null ? version.id : version.basedOn
    const before = timelines.get(parent)
    if (before === undefined) throw new Error(`version ${parent} has no timeline`)
    return stepOf(version, { before, own: timelines.get(version.id), known })
  })
  return { steps: withoutFormerNames(versions, steps), ...known }
}

/**
 * The names of a former policyholder that were set for later days count no more: from the day on which
 * a policy was handed over, it has those of the new one.
 */
function withoutFormerNames(
  versions: readonly PolicyVersion[],
  steps: readonly ReplayStep[],
): readonly ReplayStep[] {
  return steps.map((step, n) => {
    if (step.kind !== 'endorsement' && step.kind !== 'renewal') return step
    const isFormer = versions.slice(n + 1).some((version) => isHandOverBefore(version, step.day))
    if (!isFormer) return step
    const { first_name: _, last_name: __, email: ___, ...data } = step.patch.data
    return { ...step, patch: { ...step.patch, data } }
  })
}

function isHandOverBefore(version: PolicyVersion, day: Temporal.PlainDate): boolean {
  if (version.kind !== 'endorsement' || version.details.policyholder === undefined) return false
  return Temporal.PlainDate.compare(version.effectiveDay, day) < 0
}

function stepOf(version: PolicyVersion, link: ChainLink): ReplayStep {
  if (isTransaction(version)) return kindOf(version.kind).replay(version, link)
  const [segment] = link.before.segments
  if (segment === undefined) throw new Error(`version ${version.id} has no segment`)
  const made = replayedContent(segment, link.known)
  return { kind: 'sale', firstDay: segment.firstDay, made }
}

function idsOf<
  SegmentName extends 'quoteId' | 'contentId',
  DetailName extends 'quote_id' | 'content_id',
>(
  segments: readonly PolicySegment[],
  replacing: readonly (EndorsementDetails | RenewalDetails)[],
  ofSegment: SegmentName,
  ofDetails: DetailName,
) {
  const named = replacing.flatMap((details) => {
    const id = details[ofDetails]
    return id === null ? [] : [id]
  })
  return [...new Set([...segments.map((segment) => segment[ofSegment]), ...named])]
}

function byId<Row extends { readonly id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.id, row]))
}
