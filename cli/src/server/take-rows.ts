import type { Pages } from '@bindery/sdk'

const pageRowsMax = 100
export const rowsMax = 10_000
export const rowsDefault = 20

/** The page size for a given number of rows. */
export const pageSize = (rows: number) => Math.min(rows, pageRowsMax)

/** The first rows of a list, from as many pages as they take. */
export async function takeRows<Row>(pages: Pages<Row>, rows: number): Promise<Row[]> {
  const taken: Row[] = []
  for await (const row of pages) {
    taken.push(row)
    if (taken.length === rows) break
  }
  return taken
}
