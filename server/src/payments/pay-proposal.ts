import { type When, timeOf } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { type Invoice, bookPayment, oweInvoice } from '../ledger/index.ts'
import { activateOrder, findProposal } from '../policies/index.ts'
import type { Payment } from './payment.ts'
import { tillOf } from './provider.ts'
import { proposalOver } from './reasons.ts'

/** Makes the version active that the invoice asks for, with its money, or on account: then it is owed. */
export async function applyToProposal(
  tx: Transaction,
  payment: Payment,
  { id: invoiceId, versionId }: Pick<Invoice, 'id' | 'versionId'>,
  when: When,
): Promise<void> {
  const { policyId, id: paymentId, amount } = payment
  const proposal = await findProposal(tx, policyId, versionId)
  if (proposal === undefined) throw proposalOver(policyId)
  await activateOrder(tx, proposal, when)
  if (payment.onAccount) return oweInvoice(tx, { policyId, invoiceId }, timeOf(when))
  const booked = { policyId, invoiceId, paymentId, amount, till: tillOf(payment) }
  await bookPayment(tx, booked, timeOf(when))
}
