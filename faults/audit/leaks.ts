import { harnessName } from '../installation/database.ts'
import type { Installation } from '../installation/installation.ts'
import type { Ledger } from '../ledger.ts'

/** A server's pool, its feed and a worker's pool with its sign of life: more than it ever needs. */
const sessionsPerProcessMax = 30
const momentSeconds = 10

const statements: Readonly<Record<string, string>> = {
  'a session that keeps a transaction open': `
    select pid, state, xact_start, query from pg_stat_activity
    where datname = current_database() and xact_start < now() - interval '${momentSeconds} seconds'
      and backend_type = 'client backend'`,
  'a lock that is waited for': `
    select pid, locktype, mode, relation::regclass from pg_locks
    where not granted and waitstart < now() - interval '${momentSeconds} seconds'`,
}

/** Nobody is left who holds a connection or a lock of somebody dead. */
export async function auditLeaks(installation: Installation, ledger: Ledger): Promise<void> {
  const { database, processes } = installation
  for (const [rule, statement] of Object.entries(statements)) {
    const rows = await database.ask(statement)
    if (rows.length > 0) ledger.violate(rule, rows)
  }
  const sessions = await database.ask<{ count: number }>(
    `select count(*)::int from pg_stat_activity
     where backend_type = 'client backend' and application_name <> $1`,
    [harnessName],
  )
  const sessionsMax = sessionsPerProcessMax * processes.length
  if ((sessions[0]?.count ?? 0) > sessionsMax) {
    ledger.violate('connections leaked', { ...sessions[0], sessionsMax })
  }
}
