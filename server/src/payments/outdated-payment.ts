import type { PolicyId } from '../kernel/index.ts'
import type { Finder, Transaction } from '../database/index.ts'
import { enqueue } from '../jobs/index.ts'
import { selectInvoice } from '../ledger/index.ts'
import { askProvider } from './ask-provider.ts'
import type { Payment } from './payment.ts'
import { paymentJobKey } from './payment-job.ts'
import { selectPendingOf } from './payment-store.ts'
import type { ProviderAnswer } from './provider.ts'
import { recordOutcome } from './record-outcome.ts'
import type { SettleDeps } from './settle-payment.ts'

/**
 * Whether a payment that waits for its customer is for something else than is owed now: its invoice was
 * paid otherwise since, in whole or in part. Its form would still take the whole amount.
 */
export async function isOutdated(db: Finder, payment: Payment): Promise<boolean> {
  const { status, invoiceId, mandateId, needsCustomerSince, processingSince, amount } = payment
  const isWithCustomer = mandateId === null || needsCustomerSince !== null
  if (status !== 'pending' || invoiceId === null || !isWithCustomer) return false
  if (processingSince !== null) return false
  const invoice = await selectInvoice(db, invoiceId)
  if (invoice === undefined) throw new Error(`there is no invoice ${invoiceId}`)
  const isOwed = invoice.state === 'open' || invoice.state === 'proposed'
  return !isOwed || invoice.open !== amount
}

/** Ends such a payment at its provider, unless it was made meanwhile: then its money is applied as any other. */
export async function endOutdated(deps: SettleDeps, payment: Payment): Promise<Payment> {
  const voided = await askProvider(deps, payment.provider, (provider, signal) =>
    provider.void(payment, signal),
  )
  if (voided === null) return payment
  return recordOutcome(deps, payment, voided.status === 'voided' ? outdated : voided)
}

/** What is still owed is collected anew, which counts as no further attempt. */
const outdated: ProviderAnswer = {
  status: 'failed',
  errorCode: 'outdated',
  reason: 'The open amount of the invoice changed before the customer paid.',
  decline: 'not_asked',
}

/**
 * Has the forms closed that would take more than is owed, after money came otherwise. With the policy
 * locked, in the transaction that has posted it.
 */
export async function closeOutdatedForms(tx: Transaction, policyId: PolicyId): Promise<void> {
  for (const payment of await selectPendingOf(tx, policyId)) {
    if (!(await isOutdated(tx, payment))) continue
    const { id: paymentId } = payment
    await enqueue(tx, 'settle_payment', { paymentId, policyId }, { key: paymentJobKey(payment) })
  }
}
