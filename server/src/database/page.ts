import { type Fragment, fragment } from './sql.ts'

/** A page of a list whose rows are sorted by id, newest first where nothing else is said. */
export interface Page {
  readonly limit: number
  /** The page begins after the row of this id. */
  readonly startingAfter: string | null
  /** The page ends before the row of this id. */
  readonly endingBefore: string | null
  readonly isOldestFirst?: boolean
}

/** One row more than asked for shows whether there is a further page. */
export interface PageRows<Row> {
  readonly rows: readonly Row[]
  readonly hasMore: boolean
}

/** The conditions and the sort of a page by id: the cost does not grow with the depth. */
export function windowOf(page: Page): { conditions: Fragment[]; order: Fragment } {
  const { startingAfter, endingBefore, isOldestFirst = false } = page
  const [olderThan, newerThan] = isOldestFirst
    ? [endingBefore, startingAfter]
    : [startingAfter, endingBefore]
  const conditions: Fragment[] = []
  if (olderThan !== null) conditions.push(fragment`id < ${olderThan}`)
  if (newerThan !== null) conditions.push(fragment`id > ${newerThan}`)
  const rowsMax = page.limit + 1
  return {
    conditions,
    order:
      isBackwards(page) !== isOldestFirst
        ? fragment`order by id asc limit ${rowsMax}`
        : fragment`order by id desc limit ${rowsMax}`,
  }
}

/** The rows of the page in the order of the list, and whether more follow in the direction of reading. */
export function pageOf<Row>(rows: readonly Row[], page: Page): PageRows<Row> {
  const kept = rows.slice(0, page.limit)
  return {
    rows: isBackwards(page) ? kept.toReversed() : kept,
    hasMore: rows.length > page.limit,
  }
}

function isBackwards(page: Page): boolean {
  return page.endingBefore !== null && page.startingAfter === null
}

/** Ids begin with their time, so a range of moments is a range of ids. */
export function idsBetween(
  prefix: string,
  from: Temporal.Instant | null,
  until: Temporal.Instant | null,
): Fragment[] {
  const bound = (moment: Temporal.Instant) =>
    `${prefix}${moment.epochMilliseconds.toString(16).padStart(12, '0')}`
  const conditions: Fragment[] = []
  if (from !== null) conditions.push(fragment`id >= ${bound(from)}`)
  if (until !== null) conditions.push(fragment`id < ${bound(until)}`)
  return conditions
}
