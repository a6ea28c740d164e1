import type { Queryable } from './database.ts'
import { type Page, type PageRows, pageOf, windowOf } from './page.ts'
import { type Fragment, compose, fragment, search } from './sql.ts'

/** A search through a list whose rows are sorted by id. */
interface PageSearch {
  /** The conditions on rows. Null is a filter that was not given. */
  readonly where: readonly (Fragment | null)[]
  /** Selects rows, up to their conditions. */
  readonly select: Fragment
  /**
   * Finds the ids of the page first: where an index has them, no other row is fetched. Then
   * `select` joins its rows with these, by the name `page`, and has no conditions of its own.
   */
  readonly ids?: (where: readonly Fragment[], order: Fragment) => Fragment
  /** Whether the statement is planned for its actual values: see `search`. */
  readonly isPlannedByValue?: boolean
}

export async function searchPage<Row>(
  db: Queryable,
  page: Page,
  { where, select, ids, isPlannedByValue = false }: PageSearch,
): Promise<PageRows<Row>> {
  const window = windowOf(page)
  const asked = [...where.filter((one) => one !== null), ...window.conditions]
  const conditions = asked.length === 0 ? [fragment`true`] : asked
  const found =
    ids === undefined
      ? fragment`${select} where ${conditions} ${window.order}`
      : fragment`
          with page as materialized (${ids(conditions, window.order)}) ${select} ${window.order}`
  const statement = isPlannedByValue ? search`${found}` : compose`${found}`
  return pageOf(await db.query<Row>({ ...statement, mayReadStandby: true }), page)
}

/** Conditions that columns have these values. A filter that was not given is null. */
export function equal(
  columns: Readonly<Record<string, string | number | boolean | null>>,
): (Fragment | null)[] {
  return Object.entries(columns).map(([column, value]) =>
    given(value, () => ({ strings: [`${column} = `, ''], holes: [value] })),
  )
}

/** A condition for a filter that may not be given. */
export function given<Value>(
  value: Value | null,
  condition: (value: Value) => Fragment,
): Fragment | null {
  return value === null ? null : condition(value)
}
