import type { Moment } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import type { Afterwards, Deadline } from '../deadlines/index.ts'
import { selectInvoice } from '../ledger/index.ts'
import { openSecret, selectPolicy } from '../policies/index.ts'
import { abilitiesOf } from '../products/index.ts'
import { announcedDay } from './announce-debit.ts'
import { charge } from './charge.ts'
import { collectAgain, readTry } from './collection-deadline.ts'
import { leaveToCustomer } from './handle-decline.ts'
import type { Mandate } from './mandate.ts'
import { selectActiveMandate } from './mandate-store.ts'
import { newPayment } from './new-payment.ts'
import { reservePayment } from './pay-invoice.ts'
import { selectLivePayment } from './payment-store.ts'
import type { PaymentProvider } from './provider.ts'
import type { Commit, ReportedOutcome } from './record-outcome.ts'
import type { SettleDeps } from './settle-payment.ts'

export interface CollectDeps extends SettleDeps {
  /** Many invoices are collected at once, and their outcomes are stored in one batch. */
  readonly recordWithOthers: (outcome: ReportedOutcome & Commit) => Promise<void>
}

/**
 * The duty of the day on which an invoice is collected: reserves the payment, and calls the provider
 * after the commit. If the process ends before, the job that settles reserved payments finds out that
 * the provider does not know the payment. An invoice that was settled otherwise is not collected, and
 * one that is being paid waits for the outcome of that payment.
 */
export async function collectInvoice(
  deps: CollectDeps,
  tx: Transaction,
  { policyId, key }: Deadline,
  moment: Moment,
): Promise<Afterwards | void> {
  const { invoiceId, attempt } = readTry(key)
  const [invoice, mandate, policy, live] = await Promise.all([
    selectInvoice(tx, invoiceId),
    selectActiveMandate(tx, policyId),
    selectPolicy(tx, policyId),
    selectLivePayment(tx, invoiceId),
  ])
  if (policy === undefined || invoice?.state !== 'open') return
  if (mandate === undefined) return leaveToCustomer(tx, policy, invoiceId, moment)
  const provider = deps.providers.get(mandate.provider)
  if (live !== undefined || provider?.collect === undefined) {
    if (live === undefined) deps.onDoubt(new Error(`${mandate.provider} collects nothing`))
    return collectAgain(tx, policy, { invoiceId, attempt, pauseDays: 1 }, moment)
  }
  const { leadDays } = abilitiesOf(mandate.provider, mandate.method)
  const announced =
    leadDays === 0 ? null : await announcedDay(tx, { policy, invoice, mandate, attempt }, moment)
  if (leadDays > 0 && announced === null) return
  // The provider knows true days alone.
  const debitOn = moment.clockId === null ? announced : null
  const reference = await referenceOf(deps, tx, mandate)
  const payment = newPayment(
    policy,
    {
      provider: mandate.provider,
      method: mandate.method,
      reference: provider.referenceForCollection?.(reference, attempt, moment.now) ?? null,
      amount: invoice.open,
      invoiceId,
      mandateId: mandate.id,
      attempt,
    },
    moment,
  )
  await reservePayment(tx, payment, moment)
  const isHasty = moment.clockId !== null
  return async () => {
    const ask = async (by: PaymentProvider, signal: AbortSignal) => {
      if (by.collect === undefined) throw new Error(`${by.name} collects nothing`)
      return by.collect(payment, { reference, debitOn }, signal)
    }
    await charge(deps, payment, ask, async (reported) => {
      await deps.recordWithOthers({ ...reported, isHasty })
      return payment
    })
  }
}

async function referenceOf(deps: SettleDeps, tx: Transaction, mandate: Mandate): Promise<string> {
  const place = { policyId: mandate.policyId, kind: 'mandate', subject: mandate.id } as const
  const reference = await openSecret({ db: tx, keyRing: deps.keyRing }, place)
  if (reference === undefined) throw new Error(`mandate ${mandate.id} has no name`)
  return reference
}
