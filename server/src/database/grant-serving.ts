import type pg from 'pg'
import { advisoryLock } from './migrate.ts'

/** Append-only tables: the serving role can read and insert, but not change rows. */
const addedTo = ['events', 'event_feed', 'audit_entries', 'evidence_links']

/**
 * Grants a role that owns nothing the rights to serve and to run jobs, but not to change or delete
 * evidence. Any number of roles may serve. The owner of the database calls this after every
 * migration, so that the role may use new tables.
 */
export async function grantServing(
  owner: pg.ClientBase,
  role: string,
  /** Where the queue has its tables. */
  queueSchema: string,
): Promise<void> {
  const { rows } = await owner.query<{ isItself: boolean }>(
    'select current_user = $1 as "isItself"',
    [role],
  )
  if (rows[0]?.isItself === true) return
  const name = `"${role.replaceAll('"', '""')}"`
  await owner.query('begin')
  try {
    // Concurrent grants of the same rights would fail.
    await owner.query('select pg_advisory_xact_lock($1)', [advisoryLock])
    for (const schema of ['public', queueSchema]) {
      await owner.query(`revoke create on schema ${schema} from ${name}`)
      await owner.query(`grant usage on schema ${schema} to ${name}`)
      await owner.query(`grant all on all tables in schema ${schema} to ${name}`)
      await owner.query(`grant all on all sequences in schema ${schema} to ${name}`)
    }
    await owner.query(`revoke all on ${[...addedTo, 'schema_migrations'].join()} from ${name}`)
    await owner.query(`grant select, insert on ${addedTo.join()} to ${name}`)
    await owner.query(`grant select on schema_migrations to ${name}`)
    for (const made of await functionsThatMake(owner)) {
      await owner.query(`grant execute on function ${made} to ${name}`)
    }
    await showJobs(owner, queueSchema)
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
}

/** These functions create tables and indexes at run time with the rights of the owner. */
async function functionsThatMake(owner: pg.ClientBase): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select oid::regprocedure::text as name from pg_proc
     where pronamespace = 'public'::regnamespace and prosecdef`,
  )
  return rows.map(({ name }) => name)
}

/**
 * The queue has row security for its owner; this policy lets grants decide, as for other tables.
 */
async function showJobs(owner: pg.ClientBase, queueSchema: string): Promise<void> {
  const { rows } = await owner.query<{ table: string }>(
    `select oid::regclass::text as table from pg_class
     where relnamespace = $1::regnamespace and relrowsecurity
       and not exists (select from pg_policy where polrelid = pg_class.oid)`,
    [queueSchema],
  )
  for (const { table } of rows) {
    await owner.query(`create policy bindery_granted on ${table} using (true) with check (true)`)
  }
}
