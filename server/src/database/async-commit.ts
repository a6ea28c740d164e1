import type { Queryable } from './database.ts'
import { sql } from './sql.ts'

/**
 * The commit of this transaction is not waited for until it is on the disk. For what nobody is told of
 * before a later commit, which makes it last too: it stands further back in the same log.
 */
export async function commitAsync(tx: Queryable): Promise<void> {
  await tx.query(sql`select set_config('synchronous_commit', 'off', true)`)
}
