import { Readable, pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { type Json, type Problem, isJsonObject } from '../kernel/index.ts'
import { ImportRefused } from './import-items.ts'

/** One item as its file has it: by column, where `city.de` is the German of `city`. */
export interface SourceRecord {
  readonly line: number
  readonly cells: ReadonlyMap<string, Json>
}

export type RecordReader = (
  source: AsyncIterable<Uint8Array>,
  file: string,
) => AsyncGenerator<SourceRecord>

const recordBytesMax = 1024 * 1024

/** Reads as it goes: a file of any length takes the memory of a few records. */
export async function* readCsv(
  source: AsyncIterable<Uint8Array>,
  file: string,
): AsyncGenerator<SourceRecord> {
  const parser = parse({
    bom: true,
    info: true,
    skip_empty_lines: true,
    max_record_size: recordBytesMax,
  })
  // A failure of the source ends the parser, and is thrown where the parser is read.
  pipeline(Readable.from(decoded(source, file)), parser, () => undefined)
  let header: readonly string[] | null = null
  try {
    for await (const { record, info } of parser as AsyncIterable<CsvRow>) {
      if (header === null) header = record.map((name) => name.trim())
      else yield { line: info.lines, cells: cellsOf(header, record) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line: unknown = error.lines
    throw refuse(file, typeof line === 'number' ? line : 1, `This is not CSV: ${error.message}`)
  }
  if (header === null) throw refuse(file, 1, 'The file has no line with the names of the columns.')
}

interface CsvRow {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
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
    if (text.trim() !== '') yield { line, cells: membersOf(parseLine(text, file, line)) }
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

function parseLine(text: string, file: string, line: number): Record<string, Json> {
  try {
    const value: unknown = JSON.parse(text)
    if (isJsonObject(value)) return value
  } catch {
    throw refuse(file, line, 'This is not JSON.')
  }
  throw refuse(file, line, 'This is no JSON object.')
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
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of source) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw refuse(file, null, 'The file is not UTF-8 text.', 'Save it with the encoding UTF-8.')
  }
}

function refuse(file: string, line: number | null, message: string, mend = 'Mend this line.') {
  const problem: Problem = { file, place: line === null ? '' : `line ${line}`, message, mend }
  return new ImportRefused([problem])
}
