import type { Statement } from './sql.ts'

/** Selects the rows of several things, such as policies, each with its key. A constant. */
export interface Listing<Row, Shared extends readonly unknown[]> {
  (keys: readonly string[], ...shared: Shared): Statement
  /** What a row has, besides the key. */
  readonly row?: Row
}

/** Types the rows of a statement; each has its key as `of`. */
export function listing<Row, Shared extends readonly unknown[] = []>(
  select: (keys: readonly string[], ...shared: Shared) => Statement,
): Listing<Row, Shared> {
  return select
}

/** Removes the key, by which the rows were grouped. */
export function withoutKeys<Row>(rows: readonly unknown[]): Row[] {
  return rows.map((row) => {
    const { of: _, ...rest } = row as Row & { readonly of: string } // As every listing selects it.
    return rest as Row
  })
}
