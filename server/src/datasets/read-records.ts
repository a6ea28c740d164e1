import { Readable, pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { type Json, type Problem, isJsonObject } from '../kernel/index.ts'
import { ImportRefused } from './import-items.ts'

/** One item as its file has it: by column, where `city.de` is the German of `city`. */
export interface SourceRecord {
  readonly line: number
  readonly cells: ReadonlyMap<string, Json>
  /** Why the record cannot be read, where that is so; the records after it still can. */
  readonly fault?: Pick<Problem, 'message' | 'mend'>
}

export type RecordReader = (
  source: AsyncIterable<Uint8Array>,
  file: string,
) => AsyncGenerator<SourceRecord>

const recordBytesMax = 1024 * 1024

/**
 * Reads as it goes: a file of any length takes the memory of a few records. The parser could tell
 * the line of each record itself, at half again the cost of everything that it does.
 */
export async function* readCsv(
  source: AsyncIterable<Uint8Array>,
  file: string,
): AsyncGenerator<SourceRecord> {
  const parser = parse({ bom: true, relax_column_count: true, max_record_size: recordBytesMax })
  // A failure of the source ends the parser, and is thrown where the parser is read.
  pipeline(Readable.from(checked(source, file)), parser, () => undefined)
  let header: readonly string[] | null = null
  let line = 1
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      if (!isEmptyLine(record)) {
        if (header === null) header = readHeader(record, file, line)
        else if (record.length === header.length) yield { line, cells: cellsOf(header, record) }
        else yield { line, cells: new Map(), fault: wrongCount(record, header) }
      }
      line += 1 + lineBreaksIn(record)
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const at: unknown = error.lines
    throw refuse(file, typeof at === 'number' ? at : line, `This is not CSV: ${error.message}`)
  }
  if (header === null) throw refuse(file, 1, 'The file has no line with the names of the columns.')
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

function readHeader(record: readonly string[], file: string, line: number): string[] {
  const names = record.map((name) => name.trim())
  const unnamed = names.indexOf('')
  if (unnamed >= 0) {
    const message = `Column ${unnamed + 1} has no name.`
    throw refuse(file, line, message, 'Name it, or remove it from every line.')
  }
  const again = names.find((name, at) => names.indexOf(name) !== at)
  if (again === undefined) return names
  throw refuse(file, line, `There are two columns ${again}.`, 'Give each column a name of its own.')
}

function wrongCount(record: readonly string[], header: readonly string[]) {
  const message = `There are ${record.length} values for ${header.length} columns.`
  return { message, mend: 'Put values that contain commas in double quotes.' }
}

function cellsOf(header: readonly string[], record: readonly string[]): Map<string, Json> {
  return new Map(header.map((name, at) => [name, record[at] ?? null]))
}

export async function* readJsonLines(
  source: AsyncIterable<Uint8Array>,
  file: string,
): AsyncGenerator<SourceRecord> {
  let line = 0
  for await (const text of linesOf(decoded(source, file))) {
    line += 1
    if (text.length > recordBytesMax) throw refuse(file, line, 'The line is longer than 1 MiB.')
    if (text.trim() !== '') yield { line, ...readLine(text) }
  }
}

/** Lines as they are complete; one that is too long is passed on before it fills the memory. */
async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
    if (rest.length > recordBytesMax) break
  }
  if (rest !== '') yield rest
}

function readLine(text: string): Omit<SourceRecord, 'line'> {
  try {
    const value: unknown = JSON.parse(text)
    if (isJsonObject(value)) return { cells: membersOf(value) }
    return faulty('This is no JSON object.')
  } catch {
    return faulty('This is not JSON.')
  }
}

function faulty(message: string): Omit<SourceRecord, 'line'> {
  return { cells: new Map(), fault: { message, mend: 'Write one JSON object in each line.' } }
}

/** A member that is an object holds one value for each language. */
function membersOf(object: Record<string, Json>): Map<string, Json> {
  const cells = new Map<string, Json>()
  for (const [name, value] of Object.entries(object)) {
    if (!isJsonObject(value)) cells.set(name, value)
    else for (const [language, one] of Object.entries(value)) cells.set(`${name}.${language}`, one)
  }
  return cells
}

async function* decoded(source: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<string> {
  const decode = decoderFor(file)
  for await (const chunk of source) yield decode(chunk)
  yield decode(null)
}

/** The same bytes, if they are UTF-8. */
async function* checked(
  source: AsyncIterable<Uint8Array>,
  file: string,
): AsyncGenerator<Uint8Array> {
  const decode = decoderFor(file)
  for await (const chunk of source) {
    decode(chunk)
    yield chunk
  }
  decode(null)
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

function refuse(file: string, line: number | null, message: string, mend = 'Mend this line.') {
  const problem: Problem = { file, place: line === null ? '' : `line ${line}`, message, mend }
  return new ImportRefused([problem])
}
