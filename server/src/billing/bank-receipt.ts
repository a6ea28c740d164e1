import { createHash } from 'node:crypto'
import type { AccountId, BankReceiptId, InvoiceId, PaymentId } from '../kernel/index.ts'
import type { BankLine } from './bank-file.ts'

/** One that is `waiting` was read and is about to be posted; what is `unmatched` waits for a person. */
export const receiptStates = ['waiting', 'unmatched', 'matched', 'dismissed'] as const
export type ReceiptState = (typeof receiptStates)[number]

/** Why a line could not be matched by itself. */
export const unmatchedReasons = [
  'no_number',
  'unknown_number',
  'several_numbers',
  'other_currency',
  'other_amount',
  'invoice_settled',
] as const
export type UnmatchedReason = (typeof unmatchedReasons)[number]

/** Money that came in, as the bank reported it. */
export interface BankReceipt {
  readonly id: BankReceiptId
  readonly insurerId: AccountId
  readonly livemode: boolean
  readonly amount: number
  readonly currency: string
  readonly receivedOn: Temporal.PlainDate
  readonly reference: string
  readonly bankId: string | null
  readonly digest: Buffer
  /** Among lines that say the same. */
  readonly ordinal: number
  readonly state: ReceiptState
  readonly why: UnmatchedReason | null
  readonly invoiceId: InvoiceId | null
  readonly paymentId: PaymentId | null
  /** Why it was dismissed. */
  readonly reason: string | null
  readonly importedAt: Temporal.Instant
}

/** What a line says, but for what the bank calls it. */
export function digestOf({ amount, currency, receivedOn, reference }: BankLine): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([amount, currency, receivedOn.toString(), reference]))
    .digest()
}

/** The members of a stored line that identify it. */
export type KnownLine = Pick<BankReceipt, 'id' | 'digest' | 'bankId' | 'ordinal'>

export interface SortedLine {
  readonly line: BankLine
  readonly digest: Buffer
  /** The receipt that it is; null for a new one, which is the next of its like. */
  readonly known: BankReceiptId | null
  readonly ordinal: number
}

/**
 * Separates new lines from known ones. Two lines that say the same are the same line, unless the
 * bank calls both by a name and these differ; each stored line is found once, so that two equal lines of
 * a file are two receipts.
 */
export function sortLines(lines: readonly BankLine[], stored: readonly KnownLine[]): SortedLine[] {
  const free = Map.groupBy(stored, ({ digest }) => digest.toString('hex'))
  const counts = new Map([...free].map(([key, some]) => [key, some.length]))
  const digests = lines.map((line) => digestOf(line))
  const found = new Map<number, KnownLine>()
  for (const isSame of [byItsName, byWhatItSays]) {
    lines.forEach((line, at) => {
      const rest = free.get(digests[at]?.toString('hex') ?? '')
      const match = found.has(at) ? undefined : rest?.find((known) => isSame(line, known))
      if (match === undefined || rest === undefined) return
      found.set(at, match)
      rest.splice(rest.indexOf(match), 1)
    })
  }
  return lines.map((line, at) => {
    const digest = digests[at] ?? digestOf(line)
    const known = found.get(at)
    if (known !== undefined) return { line, digest, known: known.id, ordinal: known.ordinal }
    const key = digest.toString('hex')
    const ordinal = (counts.get(key) ?? 0) + 1
    counts.set(key, ordinal)
    return { line, digest, known: null, ordinal }
  })
}

function byItsName({ bankId }: BankLine, known: KnownLine): boolean {
  return bankId !== null && bankId === known.bankId
}

function byWhatItSays({ bankId }: BankLine, known: KnownLine): boolean {
  return bankId === null || known.bankId === null
}
