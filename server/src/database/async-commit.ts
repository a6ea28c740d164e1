import type { Queryable } from './database.ts'
import { sql } from './sql.ts'

/**
 * The commit of this transaction does not wait for the disk. For writes that nobody learns of
 * before a later commit, which makes them durable too: they come earlier in the same log.
 */
export async function commitAsync(tx: Queryable): Promise<void> {
  await tx.query(sql`select set_config('synchronous_commit', 'off', true)`)
}
