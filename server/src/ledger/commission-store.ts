import type {
  AccountId,
  CommissionEntryId,
  CommissionStatementId,
  InvoiceId,
  PolicyId,
  PolicyVersionId,
} from '../kernel/index.ts'
import { type Queryable, sql } from '../database/index.ts'
import type { InvoiceMovement } from './ledger-faults.ts'

/** What a charge has of commission. */
export interface ChargedCommission {
  /** Among the charges of its policy. */
  readonly number: number
  readonly versionId: PolicyVersionId
  readonly commission: number
  /** Its first day. */
  readonly period: string
  readonly at: Temporal.Instant
  readonly bookingDay: Temporal.PlainDate
}

/** A document that takes in charges, with what changed how much of it is open. */
export interface PaidInvoice {
  readonly id: InvoiceId
  readonly total: number
  readonly chargesFrom: number
  readonly chargesTo: number
  readonly at: Temporal.Instant
  readonly issueDay: Temporal.PlainDate
  readonly movements: readonly (Pick<InvoiceMovement, 'kind' | 'amount'> & {
    readonly at: Temporal.Instant
    readonly bookingDay: Temporal.PlainDate
  })[]
}

/** Of what was written off, an amount that was settled after all. */
export interface Recovery {
  readonly amount: number
  readonly at: Temporal.Instant
  readonly bookingDay: Temporal.PlainDate
}

/** All that commission depends on: charges, and how far they were paid. */
export interface CommissionHistory {
  readonly recoveries: readonly Recovery[]
  readonly charges: readonly ChargedCommission[]
  readonly invoices: readonly PaidInvoice[]
}

type Row<Content> = Content & { readonly policyId: PolicyId }

/** Of policies; those without charges have an empty one. */
export async function selectCommissionHistories(
  db: Queryable,
  policyIds: readonly PolicyId[],
): Promise<(policyId: PolicyId) => CommissionHistory> {
  const [charges, invoices, movements, recoveries] = await Promise.all([
    db.query<Row<ChargedCommission>>(sql`
      select policy_id as "policyId", number, version_id as "versionId", commission,
        period_first_day::text as period, charged_at as at, booking_day as "bookingDay"
      from charges where policy_id = any(${policyIds}) order by policy_id, number`),
    db.query<Row<Omit<PaidInvoice, 'movements'>>>(sql`
      select policy_id as "policyId", id, total, coalesce(charges_from, 1) as "chargesFrom",
        coalesce(charges_to, 0) as "chargesTo", created_at as at, issue_day as "issueDay"
      from invoices
      where policy_id = any(${policyIds}) and (charges_to is not null or state = 'written_off')
      order by policy_id, charges_to`),
    db.query<Row<PaidInvoice['movements'][number] & { readonly invoiceId: InvoiceId }>>(sql`
      select policy_id as "policyId", invoice_id as "invoiceId", kind, amount, moved_at as at,
        booking_day as "bookingDay"
      from invoice_movements where policy_id = any(${policyIds}) order by policy_id, number`),
    db.query<Row<Recovery>>(sql`
      select policy_id as "policyId", sum(amount)::bigint as amount, posted_at as at,
        booking_day as "bookingDay"
      from postings
      where policy_id = any(${policyIds}) and reason is not null and debit = 'receivable'
      group by policy_id, posted_at, booking_day`),
  ])
  const recoveriesOf = Map.groupBy(recoveries, ({ policyId }) => policyId)
  const chargesOf = Map.groupBy(charges, ({ policyId }) => policyId)
  const invoicesOf = Map.groupBy(invoices, ({ policyId }) => policyId)
  const movementsOf = Map.groupBy(movements, ({ invoiceId }) => invoiceId)
  return (policyId) => ({
    recoveries: recoveriesOf.get(policyId) ?? [],
    charges: chargesOf.get(policyId) ?? [],
    invoices: (invoicesOf.get(policyId) ?? []).map((invoice) => {
      return { ...invoice, movements: movementsOf.get(invoice.id) ?? [] }
    }),
  })
}

/** Commission that is posted for a policy. */
export interface PostedCommission {
  readonly policyId: PolicyId
  readonly entryId: CommissionEntryId
  /** Below zero what was taken back. */
  readonly amount: number
  readonly bookingDay: Temporal.PlainDate
}

/**
 * Posts what a distributor has earned, or below zero what is taken back, on the first open day from a
 * day on. Call it with the policy locked. Returns the booking day.
 */
export async function postCommission(
  tx: Queryable,
  posted: Omit<PostedCommission, 'bookingDay'> & {
    readonly insurerId: AccountId
    readonly livemode: boolean
    readonly currency: string
    readonly day: Temporal.PlainDate
    /** When its cause happened. */
    readonly valueDay: Temporal.PlainDate
    readonly now: Temporal.Instant
  },
): Promise<Temporal.PlainDate> {
  const { policyId, entryId, amount, insurerId, livemode, currency, day, valueDay, now } = posted
  const [debit, credit] =
    amount > 0
      ? ['commission_expense', 'commission_payable']
      : ['commission_payable', 'commission_expense']
  const [row] = await tx.query<{ bookingDay: Temporal.PlainDate }>(sql`
    insert into postings (policy_id, cause, debit, credit, amount, posted_at, insurer_id, livemode,
      currency, booking_day, value_day)
    values (${policyId}, ${`commission ${entryId}`}, ${debit}, ${credit}, ${Math.abs(amount)},
      ${now}, ${insurerId}, ${livemode}, ${currency}, posting_day(${insurerId}, ${livemode}, ${day}),
      ${valueDay})
    returning booking_day as "bookingDay"`)
  if (row === undefined) throw new Error('an inserted posting is always returned')
  return row.bookingDay
}

/** Commission that a statement asked for and that a person has paid out or set off. */
export async function postCommissionPayout(
  tx: Queryable,
  payout: {
    readonly statementId: CommissionStatementId
    readonly insurerId: AccountId
    readonly livemode: boolean
    readonly currency: string
    readonly amount: number
    /** Whether it was set off against premium that the distributor has collected. */
    readonly isSetOff: boolean
    readonly day: Temporal.PlainDate
    readonly today: Temporal.PlainDate
    readonly now: Temporal.Instant
  },
): Promise<void> {
  const { statementId, insurerId, livemode, currency, amount, isSetOff, day, today, now } = payout
  await tx.query(sql`
    insert into postings (cause, debit, credit, amount, posted_at, insurer_id, livemode, currency,
      booking_day, value_day)
    values (${`commission_statement ${statementId}`}, 'commission_payable',
      ${isSetOff ? 'collected_elsewhere' : 'bank'}, ${amount}, ${now}, ${insurerId}, ${livemode},
      ${currency}, posting_day(${insurerId}, ${livemode}, ${today}), ${day})`)
}

/** What is posted of commission for some policies. */
export async function selectPostedCommission(
  db: Queryable,
  policyIds: readonly PolicyId[],
): Promise<PostedCommission[]> {
  return db.query<PostedCommission>(sql`
    select policy_id as "policyId", substring(cause from 12) as "entryId",
      case 'commission_payable' when credit then amount when debit then -amount else 0 end as amount,
      booking_day as "bookingDay"
    from postings where policy_id = any(${policyIds}) and cause like 'commission %'
    order by policy_id, number`)
}
