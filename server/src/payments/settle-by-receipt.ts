import type { Queryable, Transaction } from '../database/index.ts'
import { momentOf } from '../deadlines/index.ts'
import { selectPolicy } from '../policies/index.ts'
import { askNoMore } from './ask-later.ts'
import type { CredentialOwner } from './credentials/credentials.ts'
import { onPayment } from './on-payment.ts'
import type { Payment } from './payment.ts'
import { selectByReference, selectPayment, updateReceivedOn } from './payment-store.ts'
import { transferReferencesIn } from './providers/transfer-reference.ts'
import { type OutcomeDeps, carryOut, isOpen, readPaidFor } from './record-outcome.ts'

const provider = 'bank_transfer'

/** Money that a bank reports, with the reference that was written on it. */
interface NamedReceipt extends CredentialOwner {
  readonly reference: string
  readonly amount: number
  readonly currency: string
  readonly receivedOn: Temporal.PlainDate
}

/** The payments by transfer whose references a bank line names. */
export async function paymentsNamedBy(db: Queryable, receipt: NamedReceipt): Promise<Payment[]> {
  const named = transferReferencesIn(receipt.reference)
  const found = await Promise.all(
    named.map((reference) => selectByReference(db, receipt, provider, reference)),
  )
  return found.flatMap((payment) => payment ?? [])
}

type NotSettled = 'other_currency' | 'other_amount' | 'invoice_settled'

/**
 * The money of a payment by transfer has come: it is made, also where it was given up before and can
 * still be applied. Null if it was; otherwise why a person has to see to the receipt.
 */
export async function settleByReceipt(
  deps: OutcomeDeps,
  known: Payment,
  receipt: NamedReceipt,
  alongside: (tx: Transaction, paid: Payment) => Promise<void>,
): Promise<NotSettled | null> {
  return onPayment(deps.db, known, async (tx, payment) => {
    const { amount, currency, receivedOn } = receipt
    if (currency !== payment.currency) return 'other_currency'
    if (amount !== payment.amount) return 'other_amount'
    if (payment.status === 'ok' || payment.unappliedAt !== null) return 'invoice_settled'
    const [policy, paidFor] = await Promise.all([
      selectPolicy(tx, payment.policyId),
      readPaidFor(tx, payment),
    ])
    if (policy === undefined) throw new Error(`there is no policy ${payment.policyId}`)
    const moment = await momentOf(tx, deps.clock, policy)
    if (!(await isOpen(tx, { payment, policy, ...paidFor }, moment.now))) return 'invoice_settled'
    const isLate = payment.status === 'failed'
    const charge = { status: 'ok', chargeId: null, reference: payment.reference } as const
    // It came to the bank, as every receipt.
    const found = { payment: { ...payment, receivedOn }, policy, ...paidFor }
    await carryOut(deps, tx, found, { kind: 'made', charge, isLate }, moment)
    await updateReceivedOn(tx, payment.id, receivedOn)
    await askNoMore(tx, payment, moment)
    await alongside(tx, (await selectPayment(tx, payment.id)) ?? payment)
    return null
  })
}
