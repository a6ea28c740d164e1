import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import type pg from 'pg'
import { firstMigrationThen, fromBeforeFirstRelease } from './before-first-release.ts'

/** Any number will do, as long as every server that migrates this database uses the same. */
export const advisoryLock = 7_246_301
const lockTimeoutMs = 10_000

export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

interface Migration {
  readonly name: string
  readonly text: string
  readonly checksum: string
  /** Why servers of earlier releases cannot run beside it; null where they can. */
  readonly breaks: string | null
}

/** Given to a start, it applies migrations that stop running servers of earlier releases. */
export const allowBreakingFlag = '--allow-breaking-migration'

export interface MigrateOptions {
  readonly onStep?: (step: MigrationStep) => void
  readonly allowsBreaking?: boolean
}

/** One migration that is about to be applied. */
export interface MigrationStep {
  readonly name: string
  /** Counted from 1, among those that this start applies. */
  readonly at: number
  readonly of: number
  /** Whether the database was empty before this start. */
  readonly isFirstStart: boolean
}

/**
 * Brings the schema up to date: forward only, each file in a transaction of its own. The client
 * must be a session of its own, because the lock that keeps two servers apart belongs to the
 * session: the second waits, and then finds nothing left to do.
 */
export async function migrate(
  client: pg.ClientBase,
  folder: URL | string,
  { onStep = () => undefined, allowsBreaking = false }: MigrateOptions = {},
): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(folder)
  await client.query('select pg_advisory_lock($1)', [advisoryLock])
  try {
    const waiting = stillToApply(migrations, await readApplied(client))
    const isEmpty = waiting.length === migrations.length
    if (!isEmpty && !allowsBreaking) assertNoneBreaks(waiting)
    const counts = { of: waiting.length, isFirstStart: isEmpty }
    for (const [index, migration] of waiting.entries()) {
      onStep({ name: migration.name, at: index + 1, ...counts })
      await apply(client, migration)
    }
    return { applied: waiting.map((migration) => migration.name) }
  } finally {
    // A lost connection has released it already, and why it was lost is what to report.
    await client.query('select pg_advisory_unlock($1)', [advisoryLock]).catch(() => undefined)
  }
}

async function readMigrations(folder: URL | string): Promise<Migration[]> {
  const path = folder instanceof URL ? fileURLToPath(folder) : folder
  const names = (await readdir(path)).filter((name) => name.endsWith('.sql')).sort()
  names.forEach((name, index) => {
    const expected = String(index + 1).padStart(4, '0')
    if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name) || !name.startsWith(`${expected}-`)) {
      throw new MigrationError(
        `Migrations are numbered without gaps or doubles: expected ${expected}-<name>.sql, found ${name}. Rename it.`,
      )
    }
  })
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(path, name), 'utf8')
      // Line ends are left out of the checksum: git may change them on checkout.
      const checksum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
      const breaks = /^-- breaking: (.+)$/m.exec(text)?.[1] ?? null
      return { name, text, checksum, breaks }
    }),
  )
}

async function readApplied(client: pg.ClientBase): Promise<Map<string, string>> {
  const found = await client.query<{ isThere: boolean }>(
    `select to_regclass('schema_migrations') is not null as "isThere"`,
  )
  // A serving role may not create the table, even where it exists.
  if (found.rows[0]?.isThere !== true) {
    await client.query(
      `create table schema_migrations (
         name text primary key,
         checksum text not null,
         applied_at timestamptz not null default now()
       )`,
    )
  }
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  )
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

function stillToApply(migrations: readonly Migration[], applied: Map<string, string>): Migration[] {
  if (applied.has(firstMigrationThen)) {
    throw new MigrationError(fromBeforeFirstRelease('This database'))
  }
  const known = new Set(migrations.map((migration) => migration.name))
  for (const name of applied.keys()) {
    if (!known.has(name)) {
      throw new MigrationError(
        `The database has migration ${name}, which this release does not know. ` +
          'It was probably written by a newer release: start that release, or restore a backup.',
      )
    }
  }
  for (const { name, checksum } of migrations.slice(0, applied.size)) {
    if (!applied.has(name)) {
      throw new MigrationError(
        `Migration ${name} was added below migrations already applied. Give it the next free number.`,
      )
    }
    if (applied.get(name) !== checksum) {
      throw new MigrationError(
        `Migration ${name} was changed after it was applied. ` +
          'Restore the file as it was, and make the change in a new migration.',
      )
    }
  }
  return migrations.slice(applied.size)
}

/** Before anything is applied: a migration in front of it would already have to be undone. */
function assertNoneBreaks(waiting: readonly Migration[]): void {
  const breaking = waiting.find(({ breaks }) => breaks !== null)
  if (breaking === undefined) return
  throw new MigrationError(
    `Migration ${breaking.name} stops servers of earlier releases that are running: ${breaking.breaks}. ` +
      'Nothing was changed. Back up the database, stop all servers and workers of the earlier release, ' +
      `and run npm run migrate -- ${allowBreakingFlag}`,
  )
}

async function apply(client: pg.ClientBase, { name, text, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
    await client.query(text)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
      name,
      checksum,
    ])
    await client.query('commit')
  } catch (error) {
    // A lost connection rolls back by itself; the first error is the one to report.
    await client.query('rollback').catch(() => undefined)
    const reason = error instanceof Error ? error.message : String(error)
    const isNotOwner = error instanceof Error && 'code' in error && error.code === '42501'
    const fix = isNotOwner
      ? '. Update as the role that owns the database, with npm run migrate, and start again.'
      : ''
    throw new MigrationError(`Migration ${name} failed and was rolled back: ${reason}${fix}`, {
      cause: error,
    })
  }
}
