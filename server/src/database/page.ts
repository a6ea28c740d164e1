import { type Fragment, fragment } from './sql.ts'

/** A page of a list whose rows are sorted by id, newest first. */
export interface Page {
  readonly limit: number
  /** The page begins after this id, which means with older rows. */
  readonly startingAfter: string | null
  /** The page ends before this id, which means with newer rows. */
  readonly endingBefore: string | null
}

/** One row more than asked for shows whether there is a further page. */
export interface PageRows<Row> {
  readonly rows: readonly Row[]
  readonly hasMore: boolean
}

/** The conditions and the sort of a page by id: the cost does not grow with the depth. */
export function windowOf(page: Page): { conditions: Fragment[]; order: Fragment } {
  const conditions: Fragment[] = []
  if (page.startingAfter !== null) conditions.push(fragment`id < ${page.startingAfter}`)
  if (page.endingBefore !== null) conditions.push(fragment`id > ${page.endingBefore}`)
  const rowsMax = page.limit + 1
  return {
    conditions,
    order: isBackwards(page)
      ? fragment`order by id asc limit ${rowsMax}`
      : fragment`order by id desc limit ${rowsMax}`,
  }
}

/** The rows of the page, newest first, and whether more follow in the direction of reading. */
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
