import { type Moment, type PolicyId, todayIn } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { selectPendingKeys } from '../deadlines/index.ts'
import { type Invoice, isFee, selectInvoicesOf, selectWaiting } from '../ledger/index.ts'
import { type Payment, selectPaymentsOf } from '../payments/index.ts'
import { type Policy, selectPolicyVersion } from '../policies/index.ts'
import type { DunningLetter } from './dunning-case.ts'
import { noticeFault } from './notice-fault.ts'
import { paysFor } from './pays-for.ts'

/** The overdue invoices of a policy, by the ledger. */
export interface Arrears {
  /** Open invoices, oldest due first; not fees. */
  readonly open: readonly OpenInvoice[]
  /** Those of them that are overdue: their day is over, and no mandate collects them any more. */
  readonly late: readonly OpenInvoice[]
  /** Fees that are open, of letters and by hand. */
  readonly fees: readonly Invoice[]
  readonly payments: readonly Payment[]
}

export interface OpenInvoice extends Invoice {
  /** A mandate collects it: a try is to come, or under way. */
  readonly isCollected: boolean
  /** A mandate collects it, or a payment is under way. */
  readonly isBeingPaid: boolean
}

/** With the policy locked. */
export async function readArrears(
  tx: Transaction,
  policy: Policy,
  moment: Moment,
  /** Where there is no cover before the first premium is paid, that one is not dunned. */
  { isFirstDunned }: { readonly isFirstDunned: boolean } = { isFirstDunned: true },
): Promise<Arrears> {
  const [invoices, payments, collections] = await Promise.all([
    selectInvoicesOf(tx, policy.id),
    selectPaymentsOf(tx, policy.id),
    selectPendingKeys(tx, policy.id, 'collection'),
  ])
  const today = todayIn(policy.timeZone, moment.now)
  const asked = invoices.filter(({ state }) => state === 'open').toSorted(byDue)
  const open = asked
    .filter((invoice) => !isFee(invoice))
    .map((invoice): OpenInvoice => {
      const pending = payments.filter((one) => one.status === 'pending' && paysFor(one, invoice))
      const isCollected =
        collections.some((key) => key.startsWith(`${invoice.id} `)) ||
        pending.some(({ mandateId }) => mandateId !== null)
      return { ...invoice, isCollected, isBeingPaid: isCollected || pending.length > 0 }
    })
  return {
    open,
    late: open.filter(
      ({ kind, dueDay, isCollected }) =>
        isBefore(dueDay, today) && !isCollected && (isFirstDunned || kind !== 'sale'),
    ),
    fees: asked.filter(isFee),
    payments,
  }
}

/** The fault of a notice, by what has become known since. */
export async function readFault(
  tx: Transaction,
  notice: DunningLetter,
  payments: readonly Payment[],
  /** The day on which it arrived, where that is known: money for what it asks had not come by then. */
  provenOn: Temporal.PlainDate | null = null,
): Promise<string | null> {
  const { policyId, knownCharges, knownReceipts } = notice
  const later = await selectWaiting(tx, policyId, knownCharges)
  // A period that is charged for the first time was not part of what the notice asks for.
  const changed = later.filter(({ isFirst, amount }) => !isFirst && amount.payment !== 0)
  const transactions = await Promise.all(
    changed.map(async ({ versionId }) => selectPolicyVersion(tx, policyId, versionId)),
  )
  const receipts = payments.flatMap(({ id, receivedOn, invoiceId }) =>
    receivedOn !== null && !knownReceipts.includes(id) ? [{ receivedOn, invoiceId }] : [],
  )
  const news = { receipts, transactions: transactions.flatMap((one) => one ?? []) }
  const fault = noticeFault(notice, news)
  if (fault !== null || provenOn === null) return fault
  const forNotice = ({ invoiceId }: Pick<Payment, 'invoiceId'>) =>
    notice.invoices.some((invoice) => paysFor({ invoiceId }, invoice))
  return noticeFault({ day: provenOn }, { ...news, receipts: receipts.filter(forNotice) })
}

/** What a letter that is written now knows. */
export async function readKnown(
  tx: Transaction,
  policyId: PolicyId,
  { payments }: Arrears,
): Promise<Pick<DunningLetter, 'knownCharges' | 'knownReceipts'>> {
  const charges = await selectWaiting(tx, policyId, 0)
  const receipts = payments.filter(({ receivedOn }) => receivedOn !== null)
  return { knownCharges: charges.length, knownReceipts: receipts.map(({ id }) => id) }
}

function byDue(one: Invoice, other: Invoice): number {
  return Temporal.PlainDate.compare(one.dueDay, other.dueDay) || (one.id < other.id ? -1 : 1)
}

function isBefore(day: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, other) < 0
}
