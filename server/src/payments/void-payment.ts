import type { PaymentId } from '../kernel/index.ts'
import { type Caller, seenBy } from '../identity/index.ts'
import { type Policy, selectPolicy } from '../policies/index.ts'
import { assertPageAllowed } from '../products/index.ts'
import { secretMatches } from '../sealing/index.ts'
import { askProvider } from './ask-provider.ts'
import { findInvoice } from './pay-invoice.ts'
import type { Payment } from './payment.ts'
import { selectPayment } from './payment-store.ts'
import type { ProviderAnswer } from './provider.ts'
import { paymentUnseen } from './reasons.ts'
import { recordOutcome } from './record-outcome.ts'
import type { SettleDeps } from './settle-payment.ts'

/**
 * Gives up a payment that waits for its provider, so that another way to pay can be chosen. Only the
 * provider can say that it will never be made: where it was made, it was, and where there is no answer
 * it stays pending. Never are there two.
 */
export async function voidPayment(
  deps: SettleDeps,
  order: { readonly caller: Caller; readonly paymentId: string; readonly token: string },
): Promise<Payment> {
  const { payment, policy } = await findByToken(deps, order)
  await assertPageAllowed(deps.catalogue, order.caller, policy)
  // What a mandate collects nobody waits for, and it is not the customer's to end.
  if (payment.status !== 'pending' || payment.mandateId !== null) return payment
  const voided = await askProvider(deps, payment.provider, (provider, signal) =>
    provider.void(payment, signal),
  )
  if (voided === null) return payment
  return recordOutcome(deps, payment.id, voided.status === 'voided' ? givenUp : voided)
}

const givenUp: ProviderAnswer = {
  status: 'failed',
  errorCode: 'given_up',
  reason: 'The customer chose another way to pay.',
}

/** A payment whose token is not shown is not there, as one of somebody else. */
async function findByToken(
  { db }: SettleDeps,
  { caller, paymentId, token }: Parameters<typeof voidPayment>[1],
): Promise<{ payment: Payment; policy: Policy }> {
  const found = isPaymentId(paymentId) ? await selectPayment(db, paymentId) : undefined
  const payment = seenBy(caller, found)
  const policy = payment === undefined ? undefined : await selectPolicy(db, payment.policyId)
  if (payment === undefined || policy === undefined) throw paymentUnseen()
  const isToken =
    secretMatches(token, policy.paymentTokenHash) ||
    (await findInvoice(db, policy.id, token))?.id === payment.invoiceId
  if (!isToken) throw paymentUnseen()
  return { payment, policy }
}

function isPaymentId(text: string): text is PaymentId {
  return /^t[0-9a-f]{32}$/.test(text)
}
