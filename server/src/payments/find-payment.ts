import type { PaymentId } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { type Caller, seenBy } from '../identity/index.ts'
import { type Policy, selectPolicy } from '../policies/index.ts'
import { type Catalogue, assertPageAllowed } from '../products/index.ts'
import { secretMatches } from '../sealing/index.ts'
import { findInvoice } from './pay-invoice.ts'
import type { Payment } from './payment.ts'
import { selectPayment } from './payment-store.ts'

/** A payment, for the holder of the token that it was made with; undefined for all others. */
export async function findByToken(
  { db, catalogue }: { readonly db: Database; readonly catalogue: Catalogue },
  {
    caller,
    paymentId,
    token,
  }: { readonly caller: Caller; readonly paymentId: string; readonly token: string },
): Promise<Payment | undefined> {
  const found = isPaymentId(paymentId) ? await selectPayment(db, paymentId) : undefined
  const payment = seenBy(caller, found)
  const policy = payment === undefined ? undefined : await selectPolicy(db, payment.policyId)
  if (payment === undefined || policy === undefined) return undefined
  if (!(await isTokenOf(db, payment, policy, token))) return undefined
  await assertPageAllowed(catalogue, caller, policy)
  return payment
}

async function isTokenOf(
  db: Database,
  payment: Payment,
  policy: Policy,
  token: string,
): Promise<boolean> {
  if (secretMatches(token, policy.paymentTokenHash)) return true
  const invoice = await findInvoice(db, policy.id, token)
  return invoice !== undefined && invoice.id === payment.invoiceId
}

export function isPaymentId(text: string): text is PaymentId {
  return /^t[0-9a-f]{32}$/.test(text)
}
