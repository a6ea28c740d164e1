import { superuser } from '@bindery/server/src/database/embedded/create-cluster.ts'
import { Client, type ClientConfig } from 'pg'

/** What was written to the log that survives a crash. */
export interface Written {
  /** Without the copies of whole pages, which depend on when the last checkpoint was. */
  readonly walBytes: number
  readonly rows: number
  readonly indexEntries: number
}

export interface WalReader {
  position(): Promise<string>
  written(from: string, to: string): Promise<Written>
  close(): Promise<void>
}

const rowRecords = ['INSERT', 'INSERT+INIT', 'UPDATE', 'UPDATE+INIT', 'HOT_UPDATE', 'DELETE']
const entryRecords = ['INSERT_LEAF', 'SPLIT_L', 'SPLIT_R', 'INSERT', 'UPDATE_META_PAGE']

/** The write-ahead log says what a request made the database write, whoever wrote it. */
export async function openWalReader(database: ClientConfig): Promise<WalReader> {
  const client = new Client({ ...database, user: superuser, database: superuser })
  await client.connect()
  await client.query('create extension if not exists pg_walinspect')
  return {
    async position() {
      const { rows } = await client.query<{ at: string }>('select pg_current_wal_flush_lsn() as at')
      return rows[0]?.at ?? ''
    },
    async written(from, to) {
      const { rows } = await client.query<Written>(
        `select
           sum(record_length - fpi_length)::float as "walBytes",
           count(*) filter (where resource_manager = 'Heap' and record_type = any($3))::int as rows,
           count(*) filter (
             where resource_manager in ('Btree', 'Gin', 'Gist') and record_type = any($4)
           )::int as "indexEntries"
         from pg_get_wal_records_info($1, $2)`,
        [from, to, rowRecords, entryRecords],
      )
      const [row] = rows
      if (row === undefined) throw new Error(`there is no log between ${from} and ${to}`)
      return row
    },
    close: () => client.end(),
  }
}
