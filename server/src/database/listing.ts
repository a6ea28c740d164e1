import type { Statement } from './sql.ts'

/** Selects rows of each of some things, such as policies, and says whose each is. A constant. */
export interface Listing<Row, Shared extends readonly unknown[]> {
  (keys: readonly string[], ...shared: Shared): Statement
  /** What a row has, besides the key. */
  readonly row?: Row
}

/** Says which rows a statement selects; each has its key as `of`. */
export function listing<Row, Shared extends readonly unknown[] = []>(
  select: (keys: readonly string[], ...shared: Shared) => Statement,
): Listing<Row, Shared> {
  return select
}

/** The key has told whose they are, and is no part of them. */
export function withoutKeys<Row>(rows: readonly unknown[]): Row[] {
  return rows.map((row) => {
    const { of: _, ...rest } = row as Row & { readonly of: string } // As every listing selects it.
    return rest as Row
  })
}
