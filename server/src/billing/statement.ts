import type { InvoiceId, PaymentId, PayoutId, PolicyVersionId, RefundId } from '../kernel/index.ts'
import {
  type Cause,
  type DatedPosting,
  changeOf,
  readCause,
  writtenOffBy,
} from '../ledger/index.ts'

/** The kinds of entries of a statement. Entries that move no money have an amount of zero. */
export const entryKinds = [
  'charge',
  'fee',
  'goodwill',
  'correction',
  'invoice',
  'credit_note',
  'on_account',
  'payment',
  'receipt',
  'unapplied_payment',
  'charge_back',
  'refund',
  'unapplied_refund',
  'failed_refund',
  'payout',
  'failed_payout',
  'write_off',
  'recovery',
] as const
export type EntryKind = (typeof entryKinds)[number]

export interface StatementEntry {
  readonly kind: EntryKind
  /** The version that charged, the invoice, the payment or the refund. */
  readonly id: PolicyVersionId | InvoiceId | PaymentId | RefundId | PayoutId
  readonly at: Temporal.Instant
  /** On which the policy's own calendar has it. */
  readonly day: Temporal.PlainDate
  /** The increase of the amount owed; negative for a decrease. */
  readonly amount: number
  /** The amount owed afterwards; negative where the customer has a credit. */
  readonly owed: number
  /** Why something was written off. */
  readonly reason: string | null
  /** Of a charge: the first day of its period. */
  readonly firstDay: string | null
}

/** Something that moves no money by itself, and belongs in the statement all the same. */
export interface Memo {
  readonly kind: Extract<
    EntryKind,
    'invoice' | 'credit_note' | 'on_account' | 'unapplied_payment' | 'unapplied_refund'
  >
  readonly id: InvoiceId | PaymentId | RefundId
  readonly at: Temporal.Instant
}

/**
 * Everything that happened to a policy's money until the end of a day, in its order, with what was owed
 * after each. Amounts are those of the postings alone, so that the last line is the balance.
 */
export function assembleStatement(
  post: {
    readonly postings: readonly DatedPosting[]
    readonly memos: readonly Memo[]
    /** Payments that came by themselves. */
    readonly receipts: ReadonlySet<PaymentId>
  },
  { timeZone, until }: { readonly timeZone: string; readonly until: Temporal.PlainDate },
): StatementEntry[] {
  const happened = [...Map.groupBy(post.postings, ({ cause }) => cause).entries()].flatMap(
    ([cause, postings]) => movesOf(cause, postings, post.receipts),
  )
  const memos = post.memos.map((memo) => ({ ...memo, amount: 0, reason: null, firstDay: null }))
  let owed = 0
  return [...happened, ...memos]
    .toSorted(inOrder)
    .map((move) => ({ ...move, day: move.at.toZonedDateTimeISO(timeZone).toPlainDate() }))
    .filter(({ day }) => Temporal.PlainDate.compare(day, until) <= 0)
    .map((move) => ({ ...move, owed: (owed += move.amount) }))
}

type PaidOrReturned = `${'made' | 'returned'}_${'refund' | 'payout'}`

function isBetweenBankAndPayable(kind: Cause['kind']): kind is PaidOrReturned {
  return /^(made|returned)_/.test(kind)
}

type Move = Omit<StatementEntry, 'day' | 'owed'>

/**
 * The entries of one cause. An amount that it wrote off, or recovered of a write-off,
 * is shown apart: a payment is shown with its whole amount.
 */
function movesOf(
  cause: string,
  postings: readonly DatedPosting[],
  receipts: ReadonlySet<PaymentId>,
): Move[] {
  const [first] = postings
  if (first === undefined) return []
  const read = readCause(cause)
  // The customer's account shows a refund when it is decided.
  if (isBetweenBankAndPayable(read.kind)) return []
  const writtenOff = writtenOffBy(postings)
  const change = changeOf('receivable', postings) + changeOf('customer_credit', postings)
  const kind = read.kind === 'payment' && receipts.has(read.id) ? 'receipt' : read.kind
  const firstDay = read.kind === 'charge' ? read.firstDay : null
  const reason = postings.find((posting) => posting.reason !== null)?.reason ?? null
  const moved = { id: read.id, at: first.at, firstDay: null, reason: null }
  const moves: Move[] = []
  if (kind !== 'write_off') moves.push({ ...moved, kind, amount: change + writtenOff, firstDay })
  if (writtenOff > 0) moves.push({ ...moved, kind: 'write_off', amount: -writtenOff, reason })
  if (writtenOff < 0) moves.push({ ...moved, kind: 'recovery', amount: -writtenOff })
  return moves
}

/**
 * By the moment, and where a clock stands still, as a test clock does, by the true time that an id
 * begins with; what has one id comes as it comes about.
 */
function inOrder(one: Move, other: Move): number {
  const byMoment = Temporal.Instant.compare(one.at, other.at)
  if (byMoment !== 0) return byMoment
  const [first, second] = [mintedAt(one.id), mintedAt(other.id)]
  if (first !== second) return first < second ? -1 : 1
  const byKind = entryKinds.indexOf(one.kind) - entryKinds.indexOf(other.kind)
  if (byKind !== 0) return byKind
  return textOf(one) < textOf(other) ? -1 : 1
}

/** Whether an entry came before something that an id and a moment name, in the order of the statement. */
export function entryComesBefore(
  { at, id }: Pick<StatementEntry, 'at' | 'id'>,
  other: { readonly id: string; readonly createdAt: Temporal.Instant },
): boolean {
  const byMoment = Temporal.Instant.compare(at, other.createdAt)
  return byMoment === 0 ? mintedAt(id) <= mintedAt(other.id) : byMoment < 0
}

function textOf({ id, firstDay }: Move): string {
  return `${firstDay ?? ''} ${id}`
}

const timeHexDigits = 12

/** The time that an id begins with, after its prefix. */
function mintedAt(id: string): string {
  const from = id.includes('_') ? id.indexOf('_') + 1 : 1
  return id.slice(from, from + timeHexDigits)
}
