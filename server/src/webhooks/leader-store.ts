import type pg from 'pg'

/** Distinguishes our lock from other advisory locks on the same database. */
const lockSpace = 0x706f7374
const dispatcher = 1

/** Takes the dispatcher's lock for the life of the session; false where another process has it. */
export async function tryToLead(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ isOurs: boolean }>(
    'select pg_try_advisory_lock($1, $2) as "isOurs"',
    [lockSpace, dispatcher],
  )
  return rows[0]?.isOurs === true
}
