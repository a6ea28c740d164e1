import type { PolicyId, PolicyVersionId } from '../kernel/index.ts'
import { type Queryable, sql } from '../database/index.ts'
import type { PeriodPrice } from '../timelines/index.ts'
import type { PolicyBook } from './book-faults.ts'
import type { Balances, Posting } from './postings.ts'

type Row<Content> = Content & { readonly policyId: PolicyId }

/** All that is written of the money of some policies. */
export async function selectBooks(
  db: Queryable,
  policyIds: readonly PolicyId[],
): Promise<(policyId: PolicyId) => PolicyBook> {
  const [charges, invoices, postings, balances] = await Promise.all([
    db.query<Row<StoredCharge>>(sql`
      select policy_id as "policyId", version_id as "versionId", period_first_day as "firstDay",
        period_last_day as "lastDay", whole_days as "wholeDays", amount as payment, tax, fee,
        commission
      from charges where policy_id = any(${policyIds})`),
    db.query<Row<PolicyBook['invoices'][number]>>(sql`
      select policy_id as "policyId", id, state, total, open, lines, token_hash is null as "isOfSale"
      from invoices where policy_id = any(${policyIds})`),
    db.query<Row<Posting>>(sql`
      select policy_id as "policyId", cause, debit, credit, amount, reason
      from postings where policy_id = any(${policyIds})`),
    db.query<Row<Balances>>(sql`
      select policy_id as "policyId", receivable, customer_credit as credit, cash,
        collected_elsewhere as elsewhere, written_off as "writtenOff", charged_back as "chargedBack"
      from balances where policy_id = any(${policyIds})`),
  ])
  const chargesOf = Map.groupBy(charges, ({ policyId }) => policyId)
  const invoicesOf = Map.groupBy(invoices, ({ policyId }) => policyId)
  const postingsOf = Map.groupBy(postings, ({ policyId }) => policyId)
  const balancesOf = new Map(balances.map(({ policyId, ...one }) => [policyId, one]))
  return (policyId) => ({
    charges: (chargesOf.get(policyId) ?? []).map(chargeOf),
    invoices: invoicesOf.get(policyId) ?? [],
    postings: postingsOf.get(policyId) ?? [],
    balances: balancesOf.get(policyId),
  })
}

interface StoredCharge extends PeriodPrice {
  readonly versionId: PolicyVersionId
  readonly firstDay: Temporal.PlainDate
  readonly lastDay: Temporal.PlainDate
  readonly wholeDays: number
}

function chargeOf({ versionId, firstDay, lastDay, wholeDays, ...price }: StoredCharge) {
  const { payment, tax, fee, commission } = price
  return {
    versionId,
    period: { firstDay, lastDay, wholeDays },
    amount: { payment, tax, fee, commission },
  }
}
