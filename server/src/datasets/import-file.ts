import type pg from 'pg'
import type { AccountId } from '../kernel/index.ts'
import {
  type Database,
  type Queryable,
  beginOn,
  commitOn,
  endSession,
  leaveSession,
  openSession,
  queryableOn,
} from '../database/index.ts'
import { assertForm } from './check-form.ts'
import { translatedIn } from './content.ts'
import { copyRows } from './copy-rows.ts'
import type { Dataset, DatasetField } from './dataset.ts'
import { selectDatasetContent, selectDatasets } from './dataset-store.ts'
import type { SourceItem } from './fill-content.ts'
import { lockShared } from './import-dataset.ts'
import { type ImportMode, type ImportResult, importItems } from './import-items.ts'
import { collectMistakes } from './collect-mistakes.ts'
import { inferFields, splitColumn } from './infer-fields.ts'
import { itemReader } from './read-item.ts'
import { shareTheLoop } from '../threads/index.ts'
import { untilAborted } from './until-aborted.ts'
import { type SourceRecord, readCsv, readJsonLines } from './read-records.ts'

export interface FileImport {
  readonly accountId: AccountId
  readonly key: string
  readonly name: string
  readonly languages: readonly string[]
  readonly access: 'public' | 'locked'
  readonly keyField: string
  /** Null where the types are to be inferred from the first records. */
  readonly fields: readonly DatasetField[] | null
  /** Of inferred fields, those that front ends must not see. */
  readonly hiddenFields: readonly string[]
  /** Fields with known types; the types of all others are inferred. */
  readonly knownFields?: readonly DatasetField[]
  readonly mode: ImportMode
  readonly format: 'csv' | 'json_lines'
  readonly source: AsyncIterable<Uint8Array>
  /** The name of the source in problems, for example the name of the file. */
  readonly file: string
  readonly onFields?: (fields: readonly DatasetField[]) => void
  readonly onProgress?: (itemsRead: number) => void
  /** Aborts the import: it rejects with the reason, and nothing of it stays. */
  readonly signal?: AbortSignal
  /** Called at the end of the import's transaction; if it throws, nothing is imported. */
  readonly finish?: (tx: Queryable, imported: Imported) => Promise<void>
}

export type Imported = ImportResult & { readonly dataset: Dataset }

/** The types of fields are inferred from this many records; a later misfit is a problem. */
const sampleRecords = 1_000

/**
 * Imports a dataset from a stream, all or nothing, with the memory of a few thousand items at any
 * size. Throws `ImportRefused` with the lines that are wrong.
 */
export async function importFile(
  db: Database,
  request: FileImport,
  now: Temporal.Instant,
): Promise<Imported> {
  const { signal } = request
  const read = request.format === 'csv' ? readCsv : readJsonLines
  const records = read(signal ? untilAborted(request.source, signal) : request.source, request.file)
  const sample = await take(records, sampleRecords)
  const { definition, translatedFields } =
    (request.mode === 'merge' ? await formOfExisting(db, request) : null) ??
    (await formOfSample(request, sample))
  const { fields } = definition
  const { file } = request
  if (fields.length === 0) await refuseFaults(file, sample, records)
  assertForm(definition, translatedFields, file)
  request.onFields?.(fields)
  return inSession(db, signal, async (client, tx) => {
    const dataset = { ...definition, id: await lockShared(tx, definition, now) }
    const result = await importItems(
      tx,
      {
        dataset,
        mode: request.mode,
        translatedFields,
        portions: readPortions(request, dataset, translatedFields, sample, records),
        openWriter: (content) => copyRows(client, content),
        reader: db,
        file,
      },
      now,
    )
    const imported = { dataset, ...result }
    await request.finish?.(tx, imported)
    return imported
  })
}

/** The first records, in the portions that they were read in. */
type Sample = readonly (readonly SourceRecord[])[]

interface Form {
  readonly definition: Omit<Dataset, 'id'>
  readonly translatedFields: ReadonlySet<string>
}

/** A merge takes the form of the existing dataset. */
async function formOfExisting(db: Database, request: FileImport): Promise<Form | null> {
  const datasets = await selectDatasets(db, request.accountId)
  const dataset = datasets.find(({ key }) => key === request.key)
  const content = dataset && (await selectDatasetContent(db, dataset.id))?.content
  if (dataset === undefined || content === undefined) return null
  return { definition: dataset, translatedFields: translatedIn(content.layout) }
}

async function formOfSample(request: FileImport, sample: Sample): Promise<Form> {
  const { accountId, key, name, languages, access, keyField } = request
  const fields = request.fields ?? (await fieldsOfSample(request, sample))
  const translatedFields = new Set<string>()
  const share = shareTheLoop()
  for (const portion of sample) {
    for (const record of portion) {
      for (const field of translationsIn(record, languages)) translatedFields.add(field)
    }
    if (share.isUsedUp()) await share.wait()
  }
  return {
    definition: { accountId, key, name, languages, access, keyField, fields },
    translatedFields,
  }
}

async function fieldsOfSample(request: FileImport, sample: Sample): Promise<DatasetField[]> {
  const { knownFields = [] } = request
  if (sample.every((portion) => portion.length === 0)) return [...knownFields]
  const known = new Map(knownFields.map((field) => [field.name, field]))
  const inferred = await inferFields(sample, request.languages, new Set(request.hiddenFields))
  return inferred.map((field) => known.get(field.name) ?? field)
}

async function take(records: AsyncGenerator<SourceRecord[]>, countMin: number): Promise<Sample> {
  const taken: SourceRecord[][] = []
  for (let count = 0; count < countMin;) {
    const { value, done } = await records.next()
    if (done === true) break
    taken.push(value)
    count += value.length
  }
  return taken
}

function translationsIn(record: SourceRecord, languages: readonly string[]): string[] {
  return record.columns
    .map((column) => splitColumn(column, languages))
    .filter(({ language }) => language !== null)
    .map(({ field }) => field)
}

/** Refuses a file of whose first records none can be read. */
async function refuseFaults(
  file: string,
  sample: Sample,
  records: AsyncIterable<readonly SourceRecord[]>,
): Promise<void> {
  const mistakes = collectMistakes()
  for await (const some of follow(sample, mistakes.upToTheLast(records))) {
    for (const { line, fault } of some) {
      if (fault !== undefined) mistakes.add({ file, place: `line ${line}`, ...fault })
    }
  }
  mistakes.refuse()
}

/** After the first mistake no more items are yielded, but more mistakes are collected. */
async function* readPortions(
  request: FileImport,
  dataset: Dataset,
  translatedFields: ReadonlySet<string>,
  sample: Sample,
  records: AsyncIterable<readonly SourceRecord[]>,
): AsyncGenerator<SourceItem[]> {
  const { file } = request
  const mistakes = collectMistakes()
  const readItem = itemReader(dataset, translatedFields, file, mistakes.add)
  let itemsRead = 0
  const share = shareTheLoop()
  for await (const some of follow(sample, mistakes.upToTheLast(records))) {
    if (share.isUsedUp()) await share.wait()
    const portion: SourceItem[] = []
    for (const record of some) {
      const { line, fault } = record
      if (fault === undefined) portion.push(readItem(record))
      else mistakes.add({ file, place: `line ${line}`, ...fault })
    }
    itemsRead += portion.length
    if (!mistakes.areAny() && portion.length > 0) yield portion
    request.onProgress?.(itemsRead)
  }
  mistakes.refuse()
}

async function* follow<One>(first: readonly One[], rest: AsyncIterable<One>): AsyncGenerator<One> {
  yield* first
  yield* rest
}

/** A statement may last as long as its upload, which is as long as any request may. */
const statementTimeoutMs = 3_600_000

/** A transaction on a separate connection, without the time limits of requests. */
async function inSession<Result>(
  db: Database,
  signal: AbortSignal | undefined,
  work: (client: pg.Client, tx: Queryable) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted()
  const client = await openSession(db.connection, { name: 'bindery import', statementTimeoutMs })
  const giveUp = () => leaveSession(client)
  signal?.addEventListener('abort', giveUp)
  try {
    await beginOn(client)
    const result = await work(client, queryableOn(client))
    signal?.removeEventListener('abort', giveUp) // From here on the import cannot be aborted.
    await commitOn(client)
    return result
  } catch (error) {
    throw signal?.aborted === true ? signal.reason : error
  } finally {
    signal?.removeEventListener('abort', giveUp)
    // Without a commit this rolls back, also in the middle of a copy.
    await endSession(client)
  }
}
