import type { PolicyId, PolicyVersionId } from '../kernel/index.ts'
import { type Queryable, compose, sql } from '../database/index.ts'
import type { BillingPeriod, PeriodPrice } from '../timelines/index.ts'
import type { InvoiceMovement, PolicyLedger } from './ledger-faults.ts'
import { partsWrittenOff } from './ledger-store.ts'
import type { Balances } from './postings.ts'

type Row<Content> = Content & { readonly policyId: PolicyId }

/** All that is written of the money of some policies, but for commission. */
export async function selectLedgers(
  db: Queryable,
  policyIds: readonly PolicyId[],
): Promise<(policyId: PolicyId) => PolicyLedger> {
  const [charges, invoices, postings, balances, fees, movements] = await Promise.all([
    db.query<Row<StoredCharge>>(sql`
      select policy_id as "policyId", number, version_id as "versionId", period_first_day as "firstDay",
        period_last_day as "lastDay", whole_days as "wholeDays", days_before as "daysBefore",
        amount as payment, tax, fee, commission
      from charges where policy_id = any(${policyIds})`),
    db.query<Row<PolicyLedger['invoices'][number]>>(sql`
      select i.policy_id as "policyId", i.id, i.kind, i.state, i.total, i.open, i.paid, i.lines,
        i.charges_from as "chargesFrom", i.charges_to as "chargesTo", n.number,
        u.invoice_id is not null as "isWaiting",
        n.number is null or ((n.number = 1 or exists (
            select from invoice_numbers b where (b.insurer_id, b.livemode, b.year, b.number)
              = (n.insurer_id, n.livemode, n.year, n.number - 1)))
          and (n.number = s.last or exists (
            select from invoice_numbers a where (a.insurer_id, a.livemode, a.year, a.number)
              = (n.insurer_id, n.livemode, n.year, n.number + 1)))) as "isInOrder"
      from invoices i
      left join invoice_numbers n on n.invoice_id = i.id
      left join invoice_series s
        on (s.insurer_id, s.livemode, s.year) = (n.insurer_id, n.livemode, n.year)
      left join unnumbered_invoices u on (u.insurer_id, u.livemode, u.year, u.invoice_id)
        = (i.insurer_id, i.livemode, extract(year from i.issue_day)::int, i.id)
      where i.policy_id = any(${policyIds})`),
    db.query<Row<PolicyLedger['postings'][number]>>(sql`
      select policy_id as "policyId", cause, debit, credit, amount, reason, tax_rate as "taxRate"
      from postings where policy_id = any(${policyIds}) and cause not like 'commission %'`),
    db.query<Row<Balances>>(compose`
      select policy_id as "policyId", receivable, customer_credit as credit,
        refunds_payable as "refundsPayable", cash,
        collected_elsewhere as elsewhere, written_off as "writtenOff",
        ${partsWrittenOff} as "writtenOffParts", charged_back as "chargedBack", granted
      from balances where policy_id = any(${policyIds})`),
    db.query<Row<PolicyLedger['fees'][number]>>(sql`
      select policy_id as "policyId", invoice_id as "invoiceId", amount
      from fees where policy_id = any(${policyIds})`),
    db.query<Row<InvoiceMovement>>(sql`
      select policy_id as "policyId", invoice_id as "invoiceId", kind, amount
      from invoice_movements where policy_id = any(${policyIds})`),
  ])
  const chargesOf = Map.groupBy(charges, ({ policyId }) => policyId)
  const invoicesOf = Map.groupBy(invoices, ({ policyId }) => policyId)
  const postingsOf = Map.groupBy(postings, ({ policyId }) => policyId)
  const feesOf = Map.groupBy(fees, ({ policyId }) => policyId)
  const movementsOf = Map.groupBy(movements, ({ policyId }) => policyId)
  const balancesOf = new Map(balances.map(({ policyId, ...one }) => [policyId, one]))
  return (policyId) => ({
    charges: (chargesOf.get(policyId) ?? []).map(chargeOf),
    invoices: invoicesOf.get(policyId) ?? [],
    fees: feesOf.get(policyId) ?? [],
    movements: movementsOf.get(policyId) ?? [],
    postings: postingsOf.get(policyId) ?? [],
    balances: balancesOf.get(policyId),
  })
}

interface StoredCharge extends PeriodPrice, BillingPeriod {
  readonly number: number
  readonly versionId: PolicyVersionId
}

function chargeOf({ number, versionId, payment, tax, fee, commission, ...period }: StoredCharge) {
  const { firstDay, lastDay, wholeDays, daysBefore } = period
  return {
    number,
    versionId,
    period: { firstDay, lastDay, wholeDays, daysBefore },
    amount: { payment, tax, fee, commission },
  }
}
