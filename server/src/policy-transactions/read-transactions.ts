import {
  type Json,
  type JsonObject,
  type JsonPath,
  type PolicyId,
  type PolicyVersionId,
  differingPaths,
  isJsonObject,
} from '../kernel/index.ts'
import type { Reader } from '../database/index.ts'
import { selectChargedByVersion } from '../ledger/index.ts'
import { type Quote, selectQuotes } from '../quotes/index.ts'
import { segmentOn } from '../timelines/index.ts'
import {
  type PolicyContent,
  type PolicyTimeline,
  type PolicyVersion,
  documentOf,
  selectContents,
  selectPolicyVersions,
  selectTimelines,
} from '../policies/index.ts'
import { isTransaction, kindOf } from './registry.ts'

/** A value that a transaction replaced. */
export interface ReplacedValue {
  /** Where it stands among the answers or the policy data, such as `['owner', 'name']`. */
  readonly path: JsonPath
  /** Null where there was none. */
  readonly before: Json
  readonly after: Json
}

/** A version, with its effect on the policy. */
export interface ReadTransaction {
  readonly version: PolicyVersion
  /** Null where it never held, or not yet. */
  readonly done: CompletedTransaction | null
}

export interface CompletedTransaction {
  readonly timeline: PolicyTimeline
  readonly replaced: readonly ReplacedValue[]
  /** The additional charge; a credit where negative. */
  readonly amount: number
}

/** All transactions of a policy, oldest first, with their effects. */
export async function readTransactions(db: Reader, policyId: PolicyId): Promise<ReadTransaction[]> {
  const versions = await selectPolicyVersions(db, policyId)
  const [timelines, charged] = await Promise.all([
    selectTimelines(
      db,
      versions.map(({ id }) => id),
    ),
    selectChargedByVersion(db, policyId),
  ])
  const segments = [...timelines.values()].flatMap((timeline) => timeline.segments)
  const [quotes, contents] = await Promise.all([
    selectQuotes(db, [...new Set(segments.map(({ quoteId }) => quoteId))]),
    selectContents(db, [...new Set(segments.map(({ contentId }) => contentId))]),
  ])
  const known = {
    quotes: new Map(quotes.map((quote) => [quote.id, quote])),
    contents: new Map(contents.map((content) => [content.id, content])),
  }
  return versions.map((version) => {
    const timeline = heldBy(version, timelines)
    if (timeline === undefined) return { version, done: null }
    const before = version.basedOn === null ? undefined : timelines.get(version.basedOn)
    const on = (one: PolicyTimeline) => valuesOn(one, version.effectiveDay, known)
    const replaced =
      isReplacing(version) && before !== undefined ? replacedIn(on(before), on(timeline)) : []
    return { version, done: { timeline, replaced, amount: charged.get(version.id) ?? 0 } }
  })
}

/** Whether it may have replaced values. */
function isReplacing(version: PolicyVersion): boolean {
  return isTransaction(version) && kindOf(version.kind).replacesValues
}

/** The values of a version that is or was active. */
function heldBy(
  { id, state }: PolicyVersion,
  timelines: ReadonlyMap<PolicyVersionId, PolicyTimeline>,
): PolicyTimeline | undefined {
  return state === 'active' || state === 'superseded' ? timelines.get(id) : undefined
}

interface Known {
  readonly quotes: ReadonlyMap<string, Quote>
  readonly contents: ReadonlyMap<string, PolicyContent>
}

/** Answers, customer and data of a day, by their names; items of datasets as they were then. */
function valuesOn(timeline: PolicyTimeline, day: Temporal.PlainDate, known: Known): JsonObject {
  const { quoteId, contentId } = segmentOn(timeline, day)
  const quote = known.quotes.get(quoteId)
  const content = known.contents.get(contentId)
  if (quote === undefined || content === undefined) {
    throw new Error(`quote ${quoteId} or content ${contentId} is gone`)
  }
  const { data, ...customer } = documentOf(content)
  return { ...(isJsonObject(data) ? data : {}), ...customer, ...quote.customerInput }
}

function replacedIn(before: JsonObject, after: JsonObject): ReplacedValue[] {
  return differingPaths(before, after).map((path) => ({
    path,
    before: valueAt(before, path),
    after: valueAt(after, path),
  }))
}

function valueAt(object: JsonObject, path: JsonPath): Json {
  let value: Json = object
  for (const name of path) {
    const member: Json | undefined = Array.isArray(value)
      ? value[Number(name)]
      : isJsonObject(value) && Object.hasOwn(value, name)
        ? value[name]
        : undefined
    value = member ?? null
  }
  return value
}
