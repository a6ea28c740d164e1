import type pg from 'pg'
import { addJobAsItWas, selectAllOfJobs } from '../support/queue.ts'
import { describeSchema } from '../../tools/describe-schema.ts'

/** A whole database as text, which another server can be given. */
export interface DatabaseDump {
  readonly schema: string
  readonly extensions: readonly string[]
  readonly sequences: readonly { readonly name: string; readonly value: string }[]
  readonly tables: readonly DumpedTable[]
  readonly jobs: readonly DumpedJob[]
}

interface DumpedTable {
  readonly name: string
  readonly columns: readonly string[]
  /** A JSON array as PostgreSQL wrote it: numbers of any size stay what they are. */
  readonly rows: string
}

interface DumpedJob {
  readonly task: string
  readonly payload: object
  readonly key: string | null
  readonly runAt: string
  readonly priority: number
  readonly attemptsMax: number
}

/** Made by the runner of migrations, so the description of the schema leaves it out. */
const migrationsTable = `
  create table schema_migrations (
    name text primary key, checksum text not null,
    applied_at timestamptz not null default now())`

export async function dumpDatabase(client: pg.ClientBase): Promise<DatabaseDump> {
  await client.query('begin isolation level repeatable read')
  try {
    const schema = await describeSchema(client)
    const extensions = await client.query<{ name: string }>(
      `select extname as name from pg_extension where extname <> 'plpgsql' order by 1`,
    )
    const sequences = await client.query<{ name: string; value: string }>(
      `select sequencename as name, last_value::text as value from pg_sequences
       where schemaname = 'public' and last_value is not null order by 1`,
    )
    return {
      schema,
      extensions: extensions.rows.map(({ name }) => name),
      sequences: sequences.rows,
      tables: await dumpTables(client),
      jobs: await dumpJobs(client),
    }
  } finally {
    await client.query('rollback')
  }
}

/** Without columns that PostgreSQL computes from others. */
async function dumpTables(client: pg.ClientBase): Promise<DumpedTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname::text as name,
       array_agg(quote_ident(a.attname) order by a.attnum)::text[] as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname collate "C"`,
  )
  const tables: DumpedTable[] = []
  for (const { name, columns } of rows) {
    const found = await client.query<{ rows: string | null }>(
      `select json_agg(r)::text as rows from (select ${columns.join(', ')} from "${name}") r`,
    )
    const text = found.rows[0]?.rows ?? null
    if (text !== null) tables.push({ name, columns, rows: text })
  }
  return tables
}

async function dumpJobs(client: pg.ClientBase): Promise<DumpedJob[]> {
  const { rows } = await client.query<DumpedJob>(selectAllOfJobs)
  return rows
}

/** Fills an empty database. The client is a superuser, so that no trigger stands in the way. */
export async function restoreTables(
  client: pg.ClientBase,
  dump: DatabaseDump,
  owner: string,
): Promise<void> {
  await client.query(`set session_replication_role = replica`)
  await client.query('begin')
  for (const name of dump.extensions) await client.query(`create extension if not exists ${name}`)
  await client.query(`set role ${owner}`)
  await client.query(dump.schema)
  await client.query(migrationsTable)
  for (const { name, columns, rows } of dump.tables) {
    const list = columns.join(', ')
    await client.query(
      `insert into "${name}" (${list}) overriding system value
       select ${list} from json_populate_recordset(null::"${name}", $1::json)`,
      [rows],
    )
  }
  for (const { name, value } of dump.sequences) {
    await client.query('select setval($1, $2)', [`public.${name}`, value])
  }
  await client.query('commit')
}

/** After the queue has made its tables: what was waiting there waits again. */
export async function restoreJobs(client: pg.ClientBase, dump: DatabaseDump): Promise<void> {
  for (const { task, payload, key, runAt, priority, attemptsMax } of dump.jobs) {
    const values = [task, JSON.stringify(payload), key, runAt, priority, attemptsMax]
    await client.query(addJobAsItWas, values)
  }
}
