import { type Moment, type PolicyId, type When, timeOf } from '../kernel/index.ts'
import { type Database, type Transaction, together } from '../database/index.ts'
import { assertStanding } from '../deadlines/index.ts'
import { eventsTold } from '../events/index.ts'
import { type Invoice, bookPayment, selectInvoicesOf } from '../ledger/index.ts'
import { activateOrder, findProposal, lockPolicies } from '../policies/index.ts'
import { type Receipt, settleClaim } from '../retries/index.ts'
import { secretMatches } from '../sealing/index.ts'
import { firstAsk } from './ask-later.ts'
import type { Payment } from './payment.ts'
import { paymentEvent } from './payment-event.ts'
import { paymentsMade } from './payment-store.ts'
import { tillOf } from './provider.ts'
import { proposalOver } from './reasons.ts'

/** What a token of a policy pays for, besides the sale: an order that holds only once it is paid. */
export async function findInvoice(
  db: Database,
  policyId: PolicyId,
  token: string,
): Promise<Invoice | undefined> {
  const invoices = await selectInvoicesOf(db, policyId)
  return invoices.find(({ tokenHash }) => tokenHash !== null && secretMatches(token, tokenHash))
}

/** Pays for a proposal with a provider that needs nobody's answer: it holds at once. */
export async function payProposal(
  deps: { readonly db: Database },
  payment: Payment & { readonly status: 'ok' },
  invoice: Invoice,
  { receipt, moment }: { receipt: Receipt<Payment> | null; moment: Moment },
): Promise<void> {
  await deps.db.transactionOn(payment.policyId, async (tx) => {
    await lockPolicies(tx, [payment.policyId])
    await assertStanding(tx, moment)
    await tx.query(together([paymentsMade([payment])]))
    await applyToProposal(tx, payment, invoice, moment)
    await tx.query(together([eventsTold([paymentEvent('payment.ok', payment)], moment)]))
    await settleClaim(tx, receipt, payment)
  })
}

/** Makes the version active that the invoice asks for, with its money. */
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
  const booked = { policyId, invoiceId, paymentId, amount, till: tillOf(payment) }
  await bookPayment(tx, booked, timeOf(when))
}

/** Reserves the payment before the provider is called, as for an offer. The policy stays as it is. */
export async function reserveForProposal(
  deps: { readonly db: Database },
  payment: Payment,
  { versionId }: Invoice,
  { receipt, moment }: { receipt: Receipt<Payment> | null; moment: Moment },
): Promise<void> {
  await deps.db.transactionOn(payment.policyId, async (tx) => {
    await lockPolicies(tx, [payment.policyId])
    await assertStanding(tx, moment)
    if ((await findProposal(tx, payment.policyId, versionId)) === undefined) {
      throw proposalOver(payment.policyId)
    }
    await tx.query(
      together([
        paymentsMade([payment]),
        eventsTold([paymentEvent('payment.pending', payment)], moment),
        firstAsk(payment, moment),
      ]),
    )
    await settleClaim(tx, receipt, payment)
  })
}
