import type pg from 'pg'

/** The platform's own role and database. The role owns the database and nothing else. */
export const platformRole = 'bindery'
export const platformDatabase = 'bindery'

/** The serving role owns nothing, so that it cannot change evidence. */
export const servingRole = 'bindery_serve'

/** Runs at every start, so that the next start completes a first one that was killed. */
export async function provision(superuser: pg.Client, password: string | undefined): Promise<void> {
  const { rows } = await superuser.query<{ role: boolean; serving: boolean; database: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as role,
            exists (select from pg_roles where rolname = $2) as serving,
            exists (select from pg_database where datname = $3) as database`,
    [platformRole, servingRole, platformDatabase],
  )
  const found = rows[0]
  const secret = password ? ` password ${superuser.escapeLiteral(password)}` : ''
  if (!found?.role) await superuser.query(`create role ${platformRole} login${secret}`)
  // The owner may hand tables over to it, and not the other way round.
  if (!found?.serving) {
    await superuser.query(`create role ${servingRole} login${secret} role ${platformRole}`)
  }
  if (!found?.database) {
    await superuser.query(`create database ${platformDatabase} owner ${platformRole}`)
  }
}
