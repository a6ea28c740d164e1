import { type PolicyVersionId, todayIn } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import type { BillingAdjustment } from './preview-billing.ts'
import { type BilledPolicy, type Invoice, type InvoiceLine, invoiceIdOf } from './invoice.ts'
import { insertInvoice } from './invoice-store.ts'
import { type TaxOf, linesOf } from './lines-of.ts'

/** Asks for a policy transaction that holds only once it is paid. Call it with the policy locked. */
export async function proposeInvoice(
  tx: Transaction,
  due: {
    readonly policy: BilledPolicy
    readonly versionId: PolicyVersionId
    readonly adjustment: Pick<BillingAdjustment, 'charges'>
    /** What is owed for it, and with it what was open before. */
    readonly total: number
    readonly dueDay: Temporal.PlainDate
    readonly tokenHash: Buffer
    readonly taxOf: TaxOf
    readonly now: Temporal.Instant
  },
): Promise<void> {
  const { policy, versionId, total, dueDay, tokenHash, taxOf, now } = due
  const { charges } = due.adjustment
  const invoice: Invoice = {
    ...billTo(policy, now),
    id: invoiceIdOf(versionId),
    kind: 'transaction',
    versionId,
    state: 'proposed',
    total,
    open: total,
    paid: 0,
    dueDay,
    lines: withBalance(
      linesOf(
        charges.map((charge) => ({ ...charge, versionId })),
        taxOf,
      ),
      total,
    ),
    chargesFrom: null,
    chargesTo: null,
    corrects: null,
    tokenHash,
    createdAt: now,
  }
  await insertInvoice(tx, invoice)
}

/** What every invoice of a policy says of it, and the day on which it is issued. */
export function billTo(
  { id: policyId, insurerId, productId, livemode, currency, timeZone }: BilledPolicy,
  now: Temporal.Instant,
) {
  const issueDay = todayIn(timeZone, now)
  return { policyId, insurerId, productId, livemode, currency, issueDay }
}

/** The lines, and one for what makes them the total. */
export function withBalance(lines: readonly InvoiceLine[], total: number): InvoiceLine[] {
  const rest = lines.reduce((left, { amount }) => left - amount, total)
  return rest === 0 ? [...lines] : [...lines, { kind: 'balance', amount: rest }]
}
