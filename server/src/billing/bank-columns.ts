import { type DecimalSign, readAmount } from './bank-amount.ts'

/** The names of the columns that are read from each line. */
export interface BankColumns {
  /** Null where credits and debits have columns of their own. */
  readonly amount: string | null
  /** The column of credits. */
  readonly credit: string | null
  /** The column of debits. */
  readonly debit: string | null
  /** Whether the amount came in or went out, where that is a word. */
  readonly sign: string | null
  readonly date: string
  readonly reference: string
  /** The bank's own id of the line, where it gives one. */
  readonly id: string | null
  readonly currency: string | null
  /** The columns of the account that paid, its IBAN and whose it is, where the file has them. */
  readonly iban?: string | null
  readonly payer?: string | null
}

/** An amount as it stands in its column. */
export interface WrittenAmount {
  readonly column: string
  readonly text: string
  /** Null where its own minus sign says it. */
  readonly way: 'in' | 'out' | null
}

const ways: Readonly<Record<string, 'in' | 'out'>> = {
  h: 'in',
  haben: 'in',
  c: 'in',
  cr: 'in',
  crdt: 'in',
  credit: 'in',
  '+': 'in',
  s: 'out',
  soll: 'out',
  d: 'out',
  dr: 'out',
  dbit: 'out',
  debit: 'out',
  '-': 'out',
}

/** The amount of a line; or why it cannot be read, and the fix. */
export function findAmount(
  { amount, credit, debit, sign }: BankColumns,
  at: (column: string) => string,
): WrittenAmount | { readonly message: string; readonly fix: string } {
  if (credit !== null) {
    const isOut = debit !== null && saysSomething(at(debit))
    if (isOut && saysSomething(at(credit))) {
      const message = `The line has an amount both in ${credit} and in ${debit}.`
      return { message, fix: 'Split it into two lines, one for each amount.' }
    }
    if (isOut) return { column: debit, text: at(debit), way: 'out' }
    return { column: credit, text: at(credit), way: 'in' }
  }
  const column = amount ?? 'amount'
  const text = at(column)
  if (sign === null) return { column, text, way: null }
  const way = ways[at(sign).toLowerCase()]
  if (way !== undefined) return { column, text, way }
  const message = `"${at(sign).slice(0, 60)}" in ${sign} marks neither a credit nor a debit.`
  return { message, fix: 'Write C, H or + for a credit, and D, S or - for a debit.' }
}

/** Some banks write a nought into the column that is not meant. */
function saysSomething(text: string): boolean {
  return /[1-9]/.test(text)
}

/** What it would be in minor units; below zero where it went out. Null where it would be none. */
export function amountIn(
  { text, way }: WrittenAmount,
  decimal: DecimalSign,
  currency: string,
): number | null {
  const amount = readAmount(text, decimal, currency)
  if (amount === null || way === null) return amount
  return way === 'out' ? 0 - Math.abs(amount) : amount
}
