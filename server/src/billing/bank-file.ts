import { CsvError, parse } from 'csv-parse'
import { type Problem, describeProblem, parseDay, suggest } from '../kernel/index.ts'
import { type BankAccount, readBankAccount } from '../payments/index.ts'
import { shareTheLoop } from '../threads/index.ts'
import { type DecimalSign, isWritten } from './bank-amount.ts'
import { type BankColumns, type WrittenAmount, amountIn, findAmount } from './bank-columns.ts'

export interface BankFile {
  /** The name of the file in problems. */
  readonly name: string
  readonly text: string
  readonly columns: BankColumns
  /** Of all lines, where no column says it. */
  readonly currency: string | null
  /** Null where the amounts themselves show it. */
  readonly decimal: DecimalSign | null
}

export interface BankLine {
  readonly line: number
  /** Below zero where the money went out. */
  readonly amount: number
  readonly currency: string
  readonly receivedOn: Temporal.PlainDate
  readonly reference: string
  readonly bankId: string | null
  /** The account that paid, where the file has its IBAN. */
  readonly payer: BankAccount | null
}

/** A file of which nothing is taken, with everything that cannot be read. */
export class BankFileRefused extends Error {
  readonly problems: readonly Problem[]
  /** How many there are in all. */
  readonly total: number

  constructor(problems: readonly Problem[]) {
    super(problems.map(describeProblem).join('\n'))
    this.name = 'BankFileRefused'
    this.problems = problems.slice(0, problemsMax)
    this.total = problems.length
  }
}

const linesMax = 10_000
const problemsMax = 200
const referenceLettersMax = 1_000
const bankIdLettersMax = 200
/** Banks print whose account it is above the names of the columns. */
const linesAboveMax = 50
const recordBytesMax = 64 * 1024
const cellShownMax = 60
const namesShownMax = 40
const delimiters = [';', ',', '\t', '|'] as const
const firstYear = 1990
const lastYear = 2200

/** Reads all lines of a bank's file, or refuses it with all that is wrong with it. */
export async function readBankFile(file: BankFile): Promise<BankLine[]> {
  const { records, header } = await readRecords(file)
  const share = shareTheLoop()
  const problems: Problem[] = []
  const read: ReadLine[] = []
  for (const { line, values } of records) {
    const cells = readCells(file, header, line, values)
    if ('problems' in cells) problems.push(...cells.problems)
    else read.push(cells)
    if (share.isUsedUp()) await share.wait()
  }
  const last = records.at(-1)
  if (last !== undefined) problems.push(...cutOff(file, header, last, read))
  const decimal = file.decimal ?? decimalOf(read)
  const lines = read.flatMap(({ written, amounts, ...rest }): BankLine[] => {
    const amount = decimal === null ? null : amounts[decimal]
    if (amount !== null) return [{ ...rest, amount }]
    problems.push(wrongAmount(file, rest.line, written, decimal))
    return []
  })
  if (problems.length === 0) return lines
  throw new BankFileRefused(problems.toSorted((one, other) => lineOf(one) - lineOf(other)))
}

/**
 * A file that does not end with a line break may have been cut off within its last line. Where it ends
 * in something that is read, nobody knows whether that goes on, unless what stands there has an end:
 * half a line would be posted now, and the whole line as another one later.
 */
function cutOff(
  file: BankFile,
  header: Header,
  { line, values }: { readonly line: number; readonly values: readonly string[] },
  read: readonly ReadLine[],
): Problem[] {
  const isEnded = /[\r\n"]$/.test(file.text)
  const column = wantedOf(file).find((name) => header.at(name) === header.length - 1)
  const own = read.find((one) => one.line === line)
  if (isEnded || column === undefined || own === undefined) return []
  const text = values.at(-1)?.trim() ?? ''
  const others = read.filter((one) => one !== own)
  if (isWhole(file, { column, text, own }, others)) return []
  const message = `The file ends in ${column}, and "${cut(text)}" may be cut off.`
  return [problemAt(file, line, message, 'Send the whole file, or end it with a line break.')]
}

function isWhole(
  { columns, decimal }: BankFile,
  { column, text, own }: { readonly column: string; readonly text: string; readonly own: ReadLine },
  others: readonly ReadLine[],
): boolean {
  if (column === columns.date) return /\d{4}$|^\d{4}-/.test(text)
  if (column === columns.reference || column === columns.id) return false
  // The beginning of a currency is none, that of a word for in or out says the same, and where an
  // amount stands in one of two columns nothing stands in the other one.
  if (column !== own.written.column || text === '') return true
  const isSignKnown =
    decimal !== null ||
    /[.,].*[.,]/.test(text) ||
    others.some(({ amounts }) => amounts.comma !== amounts.point)
  return isSignKnown && isWritten(text, own.currency)
}

interface ReadLine extends Omit<BankLine, 'amount'> {
  readonly written: WrittenAmount
  /** What it would be, however the file writes amounts; null where it would be none. */
  readonly amounts: Readonly<Record<DecimalSign, number | null>>
}

/** What a line says; which amount it is, is known once it is known how the file writes them. */
function readCells(
  file: BankFile,
  header: Header,
  line: number,
  values: readonly string[],
): ReadLine | { readonly problems: readonly Problem[] } {
  const { columns } = file
  const extra = values.slice(header.length).some((value) => value.trim() !== '')
  if (values.length < header.length || extra) {
    const message = `The line has ${values.length} columns instead of ${header.length}.`
    const fix =
      'Quote the values that contain the separator, or remove the line if it is not a receipt.'
    return { problems: [problemAt(file, line, message, fix)] }
  }
  const at = (name: string) => values[header.at(name)]?.trim() ?? ''
  const problems: Problem[] = []
  const receivedOn = readBankDay(at(columns.date))
  if (receivedOn === null) {
    const message = `"${cut(at(columns.date))}" in ${columns.date} is not a date.`
    problems.push(problemAt(file, line, message, 'Write it as 2027-12-31 or 31.12.2027.'))
  }
  const currency = (columns.currency === null ? file.currency : at(columns.currency)) ?? ''
  if (!currencies.has(currency.toUpperCase())) {
    const message = `"${cut(currency)}" is not a currency.`
    problems.push(problemAt(file, line, message, 'Write an ISO 4217 code, such as EUR.'))
  }
  const reference = at(columns.reference).replace(/\s+/g, ' ')
  const bankId = columns.id === null ? '' : at(columns.id)
  for (const [name, text, lettersMax] of [
    [columns.reference, reference, referenceLettersMax],
    [columns.id ?? '', bankId, bankIdLettersMax],
  ] as const) {
    if (text.length > lettersMax || text.includes('\0')) {
      const message = `The value in ${name} is longer than ${lettersMax} characters, or contains a NUL.`
      problems.push(problemAt(file, line, message, 'Shorten the value.'))
    }
  }
  const written = findAmount(columns, at)
  if ('message' in written) problems.push(problemAt(file, line, written.message, written.fix))
  if (problems.length > 0 || receivedOn === null || 'message' in written) return { problems }
  return {
    line,
    written,
    amounts: {
      comma: amountIn(written, 'comma', currency),
      point: amountIn(written, 'point', currency),
    },
    currency: currency.toLowerCase(),
    receivedOn,
    reference,
    bankId: bankId === '' ? null : bankId,
    payer: payerIn(columns, at),
  }
}

const holderLettersMax = 140

/** Banks also write account numbers of other kinds into this column: no money can be sent there. */
function payerIn(
  { iban = null, payer = null }: BankColumns,
  at: (column: string) => string,
): BankAccount | null {
  if (iban === null) return null
  const holder =
    payer === null
      ? ''
      : at(payer)
          .replaceAll(/[\s\0]+/g, ' ')
          .trim()
  return readBankAccount(at(iban), holder.slice(0, holderLettersMax) || null)
}

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** `2027-12-31`, `31.12.2027` or `31.12.27`. */
export function readBankDay(text: string): Temporal.PlainDate | null {
  const [, dayOfMonth, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})$/.exec(text) ?? []
  const written =
    year === undefined
      ? text
      : `${year.padStart(4, '20')}-${month?.padStart(2, '0')}-${dayOfMonth?.padStart(2, '0')}`
  const day = parseDay(written)
  return day !== null && day.year >= firstYear && day.year <= lastYear ? day : null
}

/**
 * How the file writes amounts: the one way in which all of them can be read, or where there are two, in
 * which they come to the same. Null where neither is so.
 */
function decimalOf(lines: readonly ReadLine[]): DecimalSign | null {
  const unread = (decimal: DecimalSign) =>
    lines.filter(({ amounts }) => amounts[decimal] === null).length
  const [byComma, byPoint] = [unread('comma'), unread('point')]
  if (byComma !== byPoint) return byComma < byPoint ? 'comma' : 'point'
  return lines.every(({ amounts }) => amounts.comma === amounts.point) ? 'comma' : null
}

function wrongAmount(
  file: BankFile,
  line: number,
  { text, column }: WrittenAmount,
  decimal: DecimalSign | null,
): Problem {
  if (decimal === null) {
    const message = `"${cut(text)}" in ${column} may have a decimal comma or a decimal point.`
    return problemAt(file, line, message, 'Send decimal=comma or decimal=point.')
  }
  const message = `"${cut(text)}" in ${column} is not an amount with a decimal ${decimal}.`
  return problemAt(file, line, message, 'Fix the line, or send decimal=comma or decimal=point.')
}

interface Header {
  readonly length: number
  at(name: string): number
}

/** The names of the columns, and everything below them. */
async function readRecords(
  file: BankFile,
): Promise<{ header: Header; records: { line: number; values: string[] }[] }> {
  const found = findHeader(file)
  const parser = parse(found.text, {
    delimiter: found.delimiter,
    relax_column_count: true,
    max_record_size: recordBytesMax,
  })
  const records: { line: number; values: string[] }[] = []
  const share = shareTheLoop()
  let header: Header | null = null
  let { line } = found
  try {
    for await (const values of parser as AsyncIterable<string[]>) {
      if (header === null) header = headerOf(file, line, values)
      else if (values.some((value) => value.trim() !== '')) records.push({ line, values })
      line += values.join('').split('\n').length
      if (records.length > linesMax) {
        throw refuse(file, line, `The file has more than ${linesMax} lines.`, 'Split the file.')
      }
      if (share.isUsedUp()) await share.wait()
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw refuse(file, line, `This is not CSV: ${error.message}`, 'Fix this line.')
  }
  if (header === null)
    throw refuse(
      file,
      line,
      'The file names no columns.',
      'Add a header line that names the columns.',
    )
  return { header, records }
}

function headerOf(file: BankFile, line: number, values: readonly string[]): Header {
  const names = values.map(fold)
  const twice = wantedOf(file).find((name) => isTwice(names, fold(name)))
  if (twice !== undefined) {
    throw refuse(
      file,
      line,
      `The file has two columns ${twice}.`,
      'Give each column a name of its own.',
    )
  }
  return { length: names.length, at: (name) => names.indexOf(fold(name)) }
}

function isTwice(names: readonly string[], name: string): boolean {
  return names.indexOf(name) !== names.lastIndexOf(name)
}

/** The first line that names all columns, what separates them there, and the text from there on. */
function findHeader(file: BankFile): { delimiter: string; line: number; text: string } {
  const wanted = wantedOf(file)
  const missingIn = (names: readonly string[]) => {
    const folded = names.map(fold)
    return wanted.filter((name) => !folded.includes(fold(name)))
  }
  let best: { names: string[]; missing: string[] } = { names: [], missing: wanted }
  let from = file.text.startsWith('\uFEFF') ? 1 : 0
  for (let line = 1; line <= linesAboveMax && from < file.text.length; line++) {
    const [written = '', end = ''] = lineFrom(file.text, from)
    for (const delimiter of delimiters) {
      const names = written.split(delimiter).map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
      const missing = missingIn(names)
      if (missing.length === 0) return { delimiter, line, text: file.text.slice(from) }
      if (missing.length < best.missing.length) best = { names, missing }
    }
    from += written.length + end.length
  }
  if (file.text.trim() === '')
    throw refuse(file, 1, 'The file is empty.', 'Send the file that the bank provided.')
  const [missing = ''] = best.missing
  const message = `No line names the columns ${wanted.join(', ')}: there is no ${missing}.`
  const names = best.names.filter((name) => name !== '').slice(0, namesShownMax)
  const fix = names.length === 0 ? 'Name the columns as the file does.' : suggest(missing, names)
  throw refuse(file, 1, message, fix)
}

const lineAndEnd = /([^\r\n]*)(\r\n|\n|\r|$)/y

function lineFrom(text: string, from: number): string[] {
  lineAndEnd.lastIndex = from
  return lineAndEnd.exec(text)?.slice(1) ?? []
}

function wantedOf({ columns }: BankFile): string[] {
  const names: (string | null)[] = Object.values(columns)
  return names.filter((name) => name !== null)
}

function fold(name: string): string {
  return name.trim().toLowerCase()
}

function refuse(file: BankFile, line: number, message: string, fix: string): BankFileRefused {
  return new BankFileRefused([problemAt(file, line, message, fix)])
}

function problemAt({ name }: BankFile, line: number, message: string, fix: string): Problem {
  return { file: name, place: `line ${line}`, message, fix }
}

function lineOf({ place }: Problem): number {
  return Number(place.slice('line '.length))
}

function cut(text: string): string {
  return text.length > cellShownMax ? `${text.slice(0, cellShownMax)}…` : text
}
