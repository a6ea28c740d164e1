import { type When, timeOf, todayIn } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { setDeadline } from '../deadlines/index.ts'
import { recordEvents } from '../events/index.ts'
import { enqueue } from '../jobs/index.ts'
import { type Invoice, arrearsOf, postPayment, oweInvoice, selectCharged } from '../ledger/index.ts'
import { type Policy, overdueDeadline } from '../policies/index.ts'
import { activateTransaction, findProposal } from '../policy-transactions/index.ts'
import type { Payment } from './payment.ts'
import { invoicesSettled, transactionInvoiced } from './payment-event.ts'
import { tillOf } from './provider.ts'
import { arrearsOnAccount, proposalOver } from './reasons.ts'

/** Makes the version active that the invoice asks for, with its money, or on account: then it is owed. */
export async function applyToProposal(
  tx: Transaction,
  payment: Payment,
  { policy, invoice }: { readonly policy: Policy; readonly invoice: Invoice },
  when: When,
): Promise<void> {
  const { policyId, id: paymentId, amount } = payment
  const { id: invoiceId, versionId } = invoice
  const proposal = await findProposal(tx, policyId, versionId)
  if (proposal === undefined) throw proposalOver(policyId)
  if (payment.onAccount) await assertNoArrears(tx, proposal, timeOf(when))
  await activateTransaction(tx, proposal, when)
  if (payment.onAccount) {
    const today = todayIn(policy.timeZone, timeOf(when))
    const dueDay = await oweInvoice(tx, { policyId, invoiceId, today }, timeOf(when))
    await recordEvents(tx, [transactionInvoiced(payment, { ...invoice, dueDay })], when)
    return setDeadline(tx, overdueDeadline(policy, { id: invoiceId, dueDay }, today))
  }
  await recordEvents(tx, [transactionInvoiced(payment, invoice)], when)
  const posted = { policy, invoiceId, paymentId, amount, till: tillOf(payment) }
  const { credit, settled } = await postPayment(tx, posted, timeOf(when))
  await recordEvents(tx, invoicesSettled(payment, [invoiceId, ...settled]), when)
  // The arrears that it includes may have been paid otherwise meanwhile.
  if (credit > 0) await enqueue(tx, 'credit_due', { policyId, versionId, cause: paymentId })
}

/** A promise pays nothing that was promised before: the money has to come first. */
async function assertNoArrears(
  tx: Transaction,
  { policy, version }: NonNullable<Awaited<ReturnType<typeof findProposal>>>,
  now: Temporal.Instant,
): Promise<void> {
  if (version.kind !== 'reinstatement') return
  const charged = await selectCharged(tx, policy.id)
  const arrears = arrearsOf(charged, { shrunk: [] }, todayIn(policy.timeZone, now))
  if (arrears > 0) throw arrearsOnAccount(policy.id, arrears, policy.currency)
}
