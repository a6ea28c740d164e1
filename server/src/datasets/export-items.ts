import {
  type Database,
  type Queryable,
  beginOn,
  endSession,
  openSession,
  queryableOn,
} from '../database/index.ts'
import { translatedIn } from './content.ts'
import { holdContent, selectPortion } from './content-store.ts'
import type { Dataset, ItemRow } from './dataset.ts'
import { type RecordForm, writeCsv, writeJsonLines } from './write-records.ts'

/** As much as is parsed and written in a few milliseconds. */
const portion = { itemsMax: 1_000, bytesMax: 256 * 1024 }
/** A client that stops reading must not hold a connection for ever. */
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
    const tx = queryableOn(client)
    await beginOn(client, 'at one moment')
    const content = await holdContent(tx, dataset.id)
    const translated = content === null ? new Set<string>() : translatedIn(content.layout)
    const form: RecordForm = { dataset, translated }
    const write = format === 'csv' ? writeCsv : writeJsonLines
    yield* write(form, content === null ? [] : portionsOf(tx, content.id))
  } finally {
    await endSession(client)
  }
}

async function* portionsOf(
  tx: Queryable,
  contentId: number,
): AsyncGenerator<Pick<ItemRow, 'values' | 'translations'>[]> {
  for (let after = -1; ;) {
    const rows = await selectPortion(tx, contentId, after, portion)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(({ item_values: values, translations }) => ({ values, translations }))
    after = last.position
  }
}
