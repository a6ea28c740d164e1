import type { Client } from 'pg'

export type Row = Readonly<Record<string, unknown>>

/** What a statement selects as `row`. */
export async function rowsOf(client: Client, select: string, values: unknown[]): Promise<Row[]> {
  const { rows } = await client.query<{ row: Row }>(select, values)
  return rows.map(({ row }) => row)
}
