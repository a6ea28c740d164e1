import type { JsonObject } from '../kernel/index.ts'
import { type Database, type Statement, endSession, openSession } from '../database/index.ts'
import { tableOf, translatedIn } from './content.ts'
import { unnamed } from './content-store.ts'
import type { Dataset, ItemRow } from './dataset.ts'
import { holdContent } from './hold-content.ts'
import { type RecordForm, writeCsv, writeJsonLines } from './write-records.ts'

/** As much as is parsed and written in some milliseconds. */
const portionItems = 1_000
const portionBytesMax = 256 * 1024
/** Whoever stops reading must not hold a connection for ever. */
const idleInTransactionTimeoutMs = 120_000
const statementTimeoutMs = 60_000

export type ExportFormat = 'csv' | 'json_lines'

/**
 * All items as a file that can be imported again, in the order of their import and in the memory of
 * a few thousand of them. An import that comes meanwhile does not disturb it.
 */
export async function* exportItems(
  db: Database,
  dataset: Dataset,
  format: ExportFormat,
): AsyncGenerator<string> {
  const client = await openSession(db.connection, {
    name: 'bindery export',
    statementTimeoutMs,
    idleInTransactionTimeoutMs,
  })
  try {
    const query = async <Row>(statement: Statement) => (await client.query(statement)).rows as Row[] // As each statement says.
    await client.query('begin isolation level repeatable read') // All portions are of one moment.
    const content = await holdContent({ query }, dataset.id)
    const translated = content === null ? new Set<string>() : translatedIn(content.layout)
    const form: RecordForm = { dataset, translated }
    const write = format === 'csv' ? writeCsv : writeJsonLines
    yield* write(form, content === null ? [] : portionsOf(query, content.id))
  } finally {
    await endSession(client)
  }
}

interface Row extends Pick<ItemRow, 'translations'> {
  readonly position: number
  readonly item_values: JsonObject
}

async function* portionsOf(
  query: <One>(statement: Statement) => Promise<One[]>,
  contentId: number,
): AsyncGenerator<Pick<ItemRow, 'values' | 'translations'>[]> {
  const text = `select position, item_values, translations from (
      select position, item_values, translations, row_number() over so_far as nth,
        sum(octet_length(item_values::text) + octet_length(translations::text)) over so_far as bytes
      from (select position, item_values, translations from ${tableOf(contentId)}
        where position > $1 order by position limit ${portionItems}) as next_ones
      window so_far as (order by position)) as summed
    where nth = 1 or bytes <= ${portionBytesMax} order by position`
  for (let after = -1; ;) {
    const rows = await query<Row>(unnamed(text, [after]))
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(({ item_values: values, translations }) => ({ values, translations }))
    after = last.position
  }
}
