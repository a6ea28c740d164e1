import type pg from 'pg'
import { advisoryLock } from './migrate.ts'

/** What is only ever added to. Whoever serves can read it and write more, and change nothing. */
const addedTo = ['events', 'event_feed', 'audit_entries', 'evidence_links']

/**
 * Lets a role serve that owns nothing: it may do all that serving and running jobs takes, but not
 * change or delete what proves what happened. Any number of roles may be let serve. Asked by the owner
 * of the database after every update, so that the role may use what is new.
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
    // Two who grant the same at once fail each other.
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

/** They make with the rights of the owner what is made at run time. */
async function functionsThatMake(owner: pg.ClientBase): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select oid::regprocedure::text as name from pg_proc
     where pronamespace = 'public'::regnamespace and prosecdef`,
  )
  return rows.map(({ name }) => name)
}

/** The queue shows its rows to their owner alone; here what a role is granted decides, as everywhere. */
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
