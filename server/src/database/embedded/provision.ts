import type pg from 'pg'

/** The platform's own role and database. The role owns the database and nothing else. */
export const platformRole = 'bindery'
export const platformDatabase = 'bindery'

/** Whoever serves: it owns nothing of the platform's, so that it cannot change what is evidence. */
export const servingRole = 'bindery_serve'

/** Asked at every start, so that a first start killed half way is completed by the next. */
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
