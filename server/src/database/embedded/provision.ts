import type pg from 'pg'

/** The platform's own role and database. The role owns the database and nothing else. */
export const platformRole = 'bindery'
export const platformDatabase = 'bindery'

/** Asked at every start, so that a first start killed half way is completed by the next. */
export async function provision(superuser: pg.Client, password: string | undefined): Promise<void> {
  const { rows } = await superuser.query<{ role: boolean; database: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as role,
            exists (select from pg_database where datname = $2) as database`,
    [platformRole, platformDatabase],
  )
  const found = rows[0]
  if (!found?.role) {
    const secret = password ? ` password ${superuser.escapeLiteral(password)}` : ''
    await superuser.query(`create role ${platformRole} login${secret}`)
  }
  if (!found?.database) {
    await superuser.query(`create database ${platformDatabase} owner ${platformRole}`)
  }
}
