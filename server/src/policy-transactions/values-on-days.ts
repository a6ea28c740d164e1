import {
  type Json,
  type JsonObject,
  type JsonPath,
  differingPaths,
  isJsonObject,
} from '../kernel/index.ts'
import type { Reader } from '../database/index.ts'
import { type PolicyTimeline, documentOf, selectContents } from '../policies/index.ts'
import { selectQuotes } from '../quotes/index.ts'
import { segmentOn } from '../timelines/index.ts'

/** A value that is another one than before. */
export interface ReplacedValue {
  /** Where it stands among the answers or the policy data, such as `['owner', 'name']`. */
  readonly path: JsonPath
  /** Null where there was none. */
  readonly before: Json
  readonly after: Json
}

/** Answers, customer and data of a day, by their names; items of datasets as they were then. */
export type ValuesOnDay = (timeline: PolicyTimeline, day: Temporal.PlainDate) => JsonObject

/** The values of all days of some timelines. */
export async function readValues(
  db: Reader,
  timelines: readonly PolicyTimeline[],
): Promise<ValuesOnDay> {
  const segments = timelines.flatMap((timeline) => timeline.segments)
  const [quotes, contents] = await Promise.all([
    selectQuotes(db, [...new Set(segments.map(({ quoteId }) => quoteId))]),
    selectContents(db, [...new Set(segments.map(({ contentId }) => contentId))]),
  ])
  const quoteById = new Map(quotes.map((quote) => [quote.id, quote]))
  const contentById = new Map(contents.map((content) => [content.id, content]))
  return (timeline, day) => {
    const { quoteId, contentId } = segmentOn(timeline, day)
    const quote = quoteById.get(quoteId)
    const content = contentById.get(contentId)
    if (quote === undefined || content === undefined) {
      throw new Error(`quote ${quoteId} or content ${contentId} is gone`)
    }
    const { data, ...customer } = documentOf(content)
    return { ...(isJsonObject(data) ? data : {}), ...customer, ...quote.customerInput }
  }
}

export function replacedIn(before: JsonObject, after: JsonObject): ReplacedValue[] {
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
