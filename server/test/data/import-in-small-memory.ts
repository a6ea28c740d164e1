import type pg from 'pg'
import { openDatabase } from '../../src/database/index.ts'
import { importFile } from '../../src/datasets/index.ts'
import type { AccountId } from '../../src/kernel/index.ts'

export interface SmallMemoryTask {
  readonly connection: pg.ClientConfig
  readonly accountId: AccountId
  readonly count: number
}

/** Run in a process of its own, whose heap is too small for all the items. */
const task = JSON.parse(process.argv[2] ?? '') as SmallMemoryTask // The test beside it wrote it.
const { connection, accountId, count } = task
const db = openDatabase({
  connection,
  connectionsMax: 2,
  onConnectionError: (error) => void process.stderr.write(`${error.message}\n`),
})

async function* lines(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('code,name,city,power\n')
  for (let from = 0; from < count; from += 1_000) {
    const some = Array.from({ length: Math.min(1_000, count - from) }, (_, at) => {
      return `V${from + at},Vehicle number ${from + at} of ${count},City ${at % 500},${at}\n`
    })
    yield Buffer.from(some.join(''))
  }
}

const { items, dataset } = await importFile(
  db,
  {
    accountId,
    key: 'many-vehicles',
    name: 'Vehicles',
    languages: ['en'],
    access: 'public',
    keyField: 'code',
    fields: null,
    hiddenFields: [],
    mode: 'replace',
    format: 'csv',
    source: lines(),
    file: 'vehicles.csv',
  },
  Temporal.Now.instant(),
)
await db.close()
process.stdout.write(JSON.stringify({ items, fields: dataset.fields.map(({ type }) => type) }))
