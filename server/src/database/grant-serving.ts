import type pg from 'pg'

/** What is only ever added to. Whoever serves can read it and write more, and change nothing. */
const addedTo = ['events', 'event_feed', 'audit_entries', 'evidence_links']

/** Made and dropped as datasets come and go; and those of the queue, whose rows only their owner sees. */
const handedOver = String.raw`^(public\.dataset_content_|graphile_worker\.)`

/**
 * Lets a role serve that owns nothing of the platform's: it may do all that serving and working off
 * jobs takes, but not change or delete what proves what happened. Asked by the owner of the database
 * after every update, so that the role may use what is new.
 */
export async function grantServing(owner: pg.ClientBase, role: string): Promise<void> {
  const { rows } = await owner.query<{ isItself: boolean }>(
    'select current_user = $1 as "isItself"',
    [role],
  )
  if (rows[0]?.isItself === true) return
  const name = `"${role.replaceAll('"', '""')}"`
  await owner.query('begin')
  try {
    for (const schema of ['public', 'graphile_worker']) {
      await owner.query(`grant usage, create on schema ${schema} to ${name}`)
      await owner.query(`grant all on all tables in schema ${schema} to ${name}`)
      await owner.query(`grant all on all sequences in schema ${schema} to ${name}`)
    }
    await owner.query(`revoke all on ${[...addedTo, 'schema_migrations'].join()} from ${name}`)
    await owner.query(`grant select, insert on ${addedTo.join()} to ${name}`)
    await owner.query(`grant select on schema_migrations to ${name}`)
    for (const table of await tablesToHandOver(owner)) {
      await owner.query(`alter table ${table} owner to ${name}`)
    }
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
}

/** The role makes and drops these itself, or works on them; until then they are the owner's. */
async function tablesToHandOver(owner: pg.ClientBase): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where tableowner = current_user and schemaname || '.' || tablename ~ $1`,
    [handedOver],
  )
  return rows.map(({ name }) => name)
}
