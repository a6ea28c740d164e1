import type { Database } from '../database/index.ts'
import {
  type ChargedDays,
  type DatedPosting,
  type Invoice,
  readCause,
  selectChargedDays,
  selectInvoicesOf,
  selectPostingsOf,
} from '../ledger/index.ts'
import {
  type Payment,
  type Refund,
  selectPaymentsOf,
  selectRefundsOf,
  unapplied,
} from '../payments/index.ts'
import type { Policy } from '../policies/index.ts'
import { type Memo, type StatementEntry, assembleStatement } from './statement.ts'

/** The account of a policy as it stood at the end of a day. */
export interface PolicyAccount {
  readonly entries: readonly AccountEntry[]
  /** What was owed then; below zero, what the customer was owed. */
  readonly owed: number
  /** Those of the statement of which something is open now, oldest due first. */
  readonly openInvoices: readonly Invoice[]
}

/** An entry with what it is about, as far as it is about one of these. */
export interface AccountEntry extends StatementEntry {
  readonly charge: ChargedDays | undefined
  readonly invoice: Invoice | undefined
  readonly payment: Payment | undefined
  readonly refund: Refund | undefined
}

/**
 * Reads everything that happened to the money of a policy until the end of a day. Postings are read
 * first: the records that they name were written with them, so these are found later.
 */
export async function readAccount(
  db: Database,
  policy: Policy,
  until: Temporal.PlainDate,
): Promise<PolicyAccount> {
  const postings = await selectPostingsOf(db, policy.id)
  const [charges, invoices, payments] = await Promise.all([
    selectChargedDays(db, policy.id),
    selectInvoicesOf(db, policy.id),
    selectPaymentsOf(db, policy.id),
  ])
  const refunds = await selectRefundsOf(
    db,
    payments.map(({ id }) => id),
  )
  const issued = invoices.filter(({ state }) => state !== 'proposed' && state !== 'void')
  const entries = assembleStatement(
    {
      postings,
      memos: [
        ...issued.map((invoice) => memoOf(invoice, postings)),
        ...payments.filter(({ onAccount }) => onAccount).map(waitedFor),
        ...payments.flatMap(unappliedPayment),
        ...refunds.filter(({ cause }) => cause === unapplied).map(unappliedRefund),
      ],
      receipts: new Set(
        payments.filter(({ receivedOn }) => receivedOn !== null).map(({ id }) => id),
      ),
    },
    { timeZone: policy.timeZone, until },
  )
  const shown = new Set(entries.map(({ id }) => id))
  return {
    entries: entries.map((entry) => ({
      ...entry,
      charge: charges.find(
        ({ versionId, firstDay }) => versionId === entry.id && `${firstDay}` === entry.firstDay,
      ),
      invoice: invoices.find(({ id }) => id === entry.id),
      payment: payments.find(({ id }) => id === entry.id),
      refund: refunds.find(({ id }) => id === entry.id),
    })),
    owed: entries.at(-1)?.owed ?? 0,
    openInvoices: issued
      .filter(({ id, state }) => state === 'open' && shown.has(id))
      .toSorted(byDue),
  }
}

/**
 * An invoice is listed once it is issued: a proposed one, once its transaction is active and charged.
 */
function memoOf(
  { id, kind, versionId, createdAt }: Invoice,
  postings: readonly DatedPosting[],
): Memo {
  const charged = postings.find(({ cause }) => readCause(cause).id === versionId)
  const isLater = charged !== undefined && Temporal.Instant.compare(charged.at, createdAt) > 0
  const at = isLater ? charged.at : createdAt
  return { kind: kind === 'credit_note' ? kind : 'invoice', id, at }
}

function waitedFor({ id, createdAt }: Payment): Memo {
  return { kind: 'on_account', id, at: createdAt }
}

/** The total of the invoice, payment or refund that an entry is about: those that move nothing have one too. */
export function totalOf({
  invoice,
  payment,
  refund,
}: Pick<AccountEntry, 'invoice' | 'payment' | 'refund'>): number | null {
  return invoice?.total ?? payment?.amount ?? refund?.amount ?? null
}

/** Money that came too late, or of another amount, never was the policy's: it goes back whole. */
function unappliedPayment({ id, unappliedAt }: Payment): Memo[] {
  return unappliedAt === null ? [] : [{ kind: 'unapplied_payment', id, at: unappliedAt }]
}

function unappliedRefund({ id, createdAt }: Refund): Memo {
  return { kind: 'unapplied_refund', id, at: createdAt }
}

function byDue(one: Invoice, other: Invoice): number {
  return Temporal.PlainDate.compare(one.dueDay, other.dueDay) || (one.id < other.id ? -1 : 1)
}
