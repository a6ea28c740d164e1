import { Readable, pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { type Json, type Problem, isJsonObject, otherSeparator } from '../kernel/index.ts'
import { shareTheLoop } from '../threads/index.ts'
import { ImportRefused } from './import-refused.ts'
import { wrongCount } from './wrong-count.ts'

/** One item as its file has it: by column, where `city.de` is the German of `city`. */
export interface SourceRecord {
  readonly line: number
  /** The very same list for all records of a CSV file. */
  readonly columns: readonly string[]
  readonly values: readonly Json[]
  /** Why the record cannot be read, where that is so; the records after it still can. */
  readonly fault?: Pick<Problem, 'message' | 'fix'>
}

const recordBytesMax = 1024 * 1024
/** As many as are read into items, and written, in some milliseconds. */
const portionRecords = 500
const portionCellsMax = 10_000
const portionLettersMax = 256 * 1024
/** The bytes that are parsed at once: a file may have a record in every byte. */
const pieceBytes = 8 * 1024
/** Far more than a dataset may have: a file with a million columns is refused early. */
const columnsMax = 2_000

/**
 * Streams: a file of any length takes the memory of a few records. The parser could report the line
 * of each record itself, but would take half as long again.
 */
export async function* readCsv(
  source: AsyncIterable<Uint8Array>,
  file: string,
): AsyncGenerator<SourceRecord[]> {
  const parser = parse({ bom: true, relax_column_count: true, max_record_size: recordBytesMax })
  // A failure of the source ends the parser, and is thrown where the parser is read.
  pipeline(Readable.from(checked(source, file)), parser, () => undefined)
  let header: readonly string[] | null = null
  let line = 1
  const portion = gatherPortion()
  const share = shareTheLoop()
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      if (!isEmptyLine(record)) {
        if (header === null) header = readHeader(record, file, line)
        else if (record.length === header.length) {
          portion.add({ line, columns: header, values: record }, lettersIn(record))
        } else {
          const fault = wrongCount(record.length, header.length)
          portion.add({ line, columns: [], values: [], fault }, 0)
        }
      }
      line += 1 + lineBreaksIn(record)
      if (portion.isFull()) yield portion.take()
      if (share.isUsedUp()) await share.wait()
    }
    yield portion.take()
  } catch (error) {
    yield portion.take()
    if (!(error instanceof CsvError)) throw error
    const at: unknown = error.lines
    throw refuse(file, typeof at === 'number' ? at : line, `This is not CSV: ${error.message}`)
  }
  if (header === null)
    throw refuse(file, 1, 'The file has no header line with the names of the columns.')
}

function isEmptyLine(record: readonly string[]): boolean {
  return record.length === 1 && record[0] === ''
}

/** Those inside quotes. */
function lineBreaksIn(record: readonly string[]): number {
  let count = 0
  for (const value of record) {
    for (let at = value.indexOf('\n'); at >= 0; at = value.indexOf('\n', at + 1)) count += 1
  }
  return count
}

function lettersIn(values: readonly string[]): number {
  let count = 0
  for (const value of values) count += value.length
  return count
}

function readHeader(record: readonly string[], file: string, line: number): string[] {
  const other = otherSeparator(record)
  if (other !== null) throw refuse(file, line, other.message, other.fix)
  const names = record.map((name) => name.trim())
  const unnamed = names.indexOf('')
  if (unnamed >= 0) {
    const message = `Column ${unnamed + 1} has no name.`
    throw refuse(file, line, message, 'Name it, or remove it from every line.')
  }
  if (names.length > columnsMax) {
    throw refuse(file, line, `There are ${names.length} columns.`, 'Split the dataset.')
  }
  const again = names.find((name, at) => names.indexOf(name) !== at)
  if (again === undefined) return names
  throw refuse(file, line, `There are two columns ${again}.`, 'Give each column a name of its own.')
}

export async function* readJsonLines(
  source: AsyncIterable<Uint8Array>,
  file: string,
): AsyncGenerator<SourceRecord[]> {
  let line = 0
  const portion = gatherPortion()
  const share = shareTheLoop()
  for await (const lines of linesOf(decoded(source, file))) {
    for (const text of lines) {
      line += 1
      if (text.length > recordBytesMax) {
        yield portion.take()
        throw refuse(file, line, 'The line is longer than 1 MiB.')
      }
      if (text.trim() !== '') portion.add({ line, ...readLine(text) }, text.length)
      if (portion.isFull()) yield portion.take()
      if (share.isUsedUp()) await share.wait()
    }
  }
  yield portion.take()
}

function gatherPortion() {
  let records: SourceRecord[] = []
  let letters = 0
  let cells = 0
  return {
    add(record: SourceRecord, lettersInRecord: number) {
      records.push(record)
      letters += lettersInRecord
      cells += record.columns.length
    },
    isFull: () =>
      records.length >= portionRecords || letters >= portionLettersMax || cells >= portionCellsMax,
    take(): SourceRecord[] {
      const taken = records
      records = []
      letters = 0
      cells = 0
      return taken
    },
  }
}

/** Lines as they are complete; one that is too long is passed on before it fills the memory. */
async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    yield lines
    if (rest.length > recordBytesMax) break
  }
  if (rest !== '') yield [rest]
}

function readLine(text: string): Omit<SourceRecord, 'line'> {
  try {
    const value: unknown = JSON.parse(text)
    if (isJsonObject(value)) return membersOf(value)
    return faulty('The line is not a JSON object.')
  } catch {
    return faulty('The line is not JSON.')
  }
}

function faulty(
  message: string,
  fix = 'Write one JSON object in each line.',
): Omit<SourceRecord, 'line'> {
  const fault = { message, fix }
  return { columns: [], values: [], fault }
}

/** A member that is an object holds one value for each language. */
function membersOf(object: Record<string, Json>): Omit<SourceRecord, 'line'> {
  const cells = Object.entries(object).flatMap(([name, value]): [string, Json][] => {
    if (!isJsonObject(value)) return [[name, value]]
    return Object.entries(value).map(([language, one]) => [`${name}.${language}`, one])
  })
  if (cells.length > columnsMax) {
    return faulty(`The object has more than ${columnsMax} values.`, 'Split the dataset.')
  }
  return { columns: cells.map(([column]) => column), values: cells.map(([, value]) => value) }
}

async function* decoded(source: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<string> {
  const decode = decoderFor(file)
  for await (const piece of piecesOf(source)) yield decode(piece)
  yield decode(null)
}

/** The same bytes, if they are UTF-8. */
async function* checked(
  source: AsyncIterable<Uint8Array>,
  file: string,
): AsyncGenerator<Uint8Array> {
  const decode = decoderFor(file)
  for await (const piece of piecesOf(source)) {
    decode(piece)
    yield piece
  }
  decode(null)
}

async function* piecesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    for (let from = 0; from < chunk.length; from += pieceBytes) {
      yield chunk.subarray(from, from + pieceBytes)
    }
  }
}

function decoderFor(file: string): (chunk: Uint8Array | null) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return (chunk) => {
    try {
      return chunk === null ? decoder.decode() : decoder.decode(chunk, { stream: true })
    } catch {
      throw refuse(file, null, 'The file is not UTF-8 text.', 'Save it with the encoding UTF-8.')
    }
  }
}

function refuse(file: string, line: number | null, message: string, fix = 'Fix this line.') {
  const problem: Problem = { file, place: line === null ? '' : `line ${line}`, message, fix }
  return new ImportRefused([problem])
}
