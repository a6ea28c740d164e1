import { type InvoiceId, type Moment, type PolicyId, todayIn } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { selectPendingKeys } from '../deadlines/index.ts'
import { type Invoice, selectInvoicesOf, selectWaiting } from '../ledger/index.ts'
import { type Payment, selectPaymentsOf } from '../payments/index.ts'
import { type Policy, selectPolicyVersion } from '../policies/index.ts'
import type { DunningLetter } from './dunning-case.ts'
import { noticeFault } from './notice-fault.ts'

/** What of a policy is overdue, as the ledger has it. */
export interface Arrears {
  /** Open invoices, oldest due first; not the fees of letters. */
  readonly open: readonly Invoice[]
  /** Those of them whose day is over. */
  readonly late: readonly LateInvoice[]
  /** Fees of letters that are open. */
  readonly fees: readonly Invoice[]
  readonly payments: readonly Payment[]
}

export interface LateInvoice extends Invoice {
  /** It is being collected, or somebody is paying it just now. */
  readonly isBeingPaid: boolean
}

/** With the policy locked. */
export async function readArrears(
  tx: Transaction,
  policy: Policy,
  moment: Moment,
): Promise<Arrears> {
  const [invoices, payments, collections] = await Promise.all([
    selectInvoicesOf(tx, policy.id),
    selectPaymentsOf(tx, policy.id),
    selectPendingKeys(tx, policy.id, 'collection'),
  ])
  const today = todayIn(policy.timeZone, moment.now)
  const asked = invoices.filter(({ state }) => state === 'open').toSorted(byDue)
  const open = asked.filter(({ kind }) => kind !== 'fee')
  const isPaid = ({ id, kind }: Invoice) =>
    collections.some((key) => key.startsWith(`${id} `)) ||
    payments.some((one) => one.status === 'pending' && isFor(one, id, kind === 'sale'))
  return {
    open,
    late: open
      .filter(({ dueDay }) => isBefore(dueDay, today))
      .map((invoice) => ({ ...invoice, isBeingPaid: isPaid(invoice) })),
    fees: asked.filter(({ kind }) => kind === 'fee'),
    payments,
  }
}

function isFor({ invoiceId }: Payment, id: InvoiceId, isSale: boolean): boolean {
  return invoiceId === id || (invoiceId === null && isSale)
}

/** What was wrong with a notice, by what has become known since. */
export async function readFault(
  tx: Transaction,
  notice: DunningLetter,
  payments: readonly Payment[],
): Promise<string | null> {
  const { policyId, knownCharges, knownReceipts } = notice
  const later = await selectWaiting(tx, policyId, knownCharges)
  // A period that is charged for the first time was not part of what the notice asks for.
  const changed = later.filter(({ isFirst, amount }) => !isFirst && amount.payment !== 0)
  const orders = await Promise.all(
    changed.map(async ({ versionId }) => selectPolicyVersion(tx, policyId, versionId)),
  )
  return noticeFault(notice, {
    receipts: payments.flatMap(({ id, receivedOn }) =>
      receivedOn !== null && !knownReceipts.includes(id) ? [{ receivedOn }] : [],
    ),
    orders: orders.flatMap((order) => order ?? []),
  })
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
