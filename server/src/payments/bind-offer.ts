import type { Moment } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import { selectInvoicesOf } from '../ledger/index.ts'
import { type Policy, planOf } from '../policies/index.ts'
import type { Catalogue } from '../products/index.ts'
import { issuePolicy } from '../sales/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import { giveMandate } from './give-mandate.ts'
import { selectActiveMandate } from './mandate-store.ts'
import { newPayment } from './new-payment.ts'
import { reservePayment } from './pay-invoice.ts'
import type { Payment } from './payment.ts'
import { paymentEvent } from './payment-event.ts'
import { updatePaymentBound } from './payment-store.ts'
import type { NewMandate, PaymentNews } from './provider.ts'

/** A debit that was accepted, and by which mandate. */
export interface AcceptedDebit {
  readonly reference: string
  readonly mandate: NewMandate
}

/**
 * Whether a debit that its provider has accepted is enough for the policy, by the plan of the offer:
 * then nobody waits the two weeks until the money is there.
 */
export async function acceptedDebit(
  { catalogue }: { readonly catalogue: Catalogue },
  policy: Policy,
  { provider, method, status, invoiceId }: Payment,
  answer: PaymentNews,
): Promise<AcceptedDebit | null> {
  if (answer.status !== 'pending' || answer.isProcessing !== true) return null
  const { reference, mandate } = answer
  const isFirst = status === 'pending' && invoiceId === null && policy.status === 'accepted'
  if (!isFirst || reference === null || mandate === undefined) return null
  const { methods } = await planOf(catalogue, policy)
  const way = methods.find((one) => one.provider === provider && one.method === method)
  return way?.bindOn === 'processing' ? { reference, mandate } : null
}

/**
 * Issues the policy for a debit that was accepted. The payment is `ok` as one on account: the invoice of
 * the sale stays open, and the debit is from now on the first try to collect it, which is dunned as
 * every other if it is refused. With the policy locked.
 */
export async function bindOffer(
  deps: { readonly catalogue: Catalogue; readonly keyRing: KeyRing },
  tx: Transaction,
  { payment, policy, debit }: { payment: Payment; policy: Policy; debit: AcceptedDebit },
  moment: Moment,
): Promise<void> {
  const { provider, method, amount } = payment
  await updatePaymentBound(tx, payment.id, debit.reference, moment.now)
  const plan = await planOf(deps.catalogue, policy)
  await issuePolicy(tx, { policy, plan, paymentId: payment.id, till: null }, moment)
  const given = { provider, method, givenBy: payment.id, setUpBy: null, ...debit.mandate }
  await giveMandate(deps, tx, policy, given, moment)
  const [mandate, invoices] = [
    await selectActiveMandate(tx, policy.id),
    await selectInvoicesOf(tx, policy.id),
  ]
  const sale = invoices.find(({ kind }) => kind === 'sale')
  if (mandate === undefined || sale === undefined) {
    throw new Error(`policy ${policy.id} was bound without a mandate or an invoice`)
  }
  const { reference } = debit
  const paid = { provider, method, reference, amount, invoiceId: sale.id }
  const collection = newPayment(policy, { ...paid, mandateId: mandate.id, attempt: 1 }, moment)
  await recordEvents(tx, [paymentEvent('payment.ok', payment, { on_account: true })], moment)
  await reservePayment(tx, collection, moment)
}
