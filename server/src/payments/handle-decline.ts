import { type InvoiceId, type Moment, todayIn } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { setDeadline } from '../deadlines/index.ts'
import { selectInvoice } from '../ledger/index.ts'
import { type Policy, overdueDeadline } from '../policies/index.ts'
import type { Catalogue } from '../products/index.ts'
import { collectAgain } from './collection-deadline.ts'
import { endMandate } from './give-mandate.ts'
import type { Payment } from './payment.ts'
import type { Decline } from './provider.ts'

/**
 * An instalment could not be collected. After a soft decline it is collected again after the next of
 * the plan's pauses, as long as there is one; a hard decline ends the mandate, and the customer must
 * pay in another way. The policy must be locked.
 */
export async function handleDecline(
  { catalogue }: { readonly catalogue: Catalogue },
  tx: Transaction,
  { payment, policy }: { readonly payment: Payment; readonly policy: Policy },
  { decline = 'soft', reason }: { readonly decline?: Decline | undefined; readonly reason: string },
  moment: Moment,
): Promise<void> {
  const { mandateId, invoiceId, attempt } = payment
  if (mandateId === null || invoiceId === null || attempt === null) return
  if (decline === 'not_asked')
    return collectAgain(tx, policy, { invoiceId, attempt, pauseDays: 1 }, moment)
  if (decline !== 'soft') {
    const end =
      decline === 'hard'
        ? ({ state: 'declined', reason } as const)
        : ({ state: 'revoked', revokedBy: 'provider', reason } as const)
    await endMandate(tx, policy, { id: mandateId }, end, moment)
    return leaveToCustomer(tx, policy, invoiceId, moment)
  }
  const product = await catalogue.version(policy.productVersionId)
  const pauseDays = product?.plans.get(policy.planId)?.retryDays[attempt - 1]
  if (pauseDays === undefined) return leaveToCustomer(tx, policy, invoiceId, moment)
  await collectAgain(tx, policy, { invoiceId, attempt: attempt + 1, pauseDays }, moment)
}

/** The invoice is no longer collected: it is overdue unless the customer pays it today. */
export async function leaveToCustomer(
  tx: Transaction,
  policy: Policy,
  invoiceId: InvoiceId,
  { now }: Moment,
): Promise<void> {
  const today = todayIn(policy.timeZone, now)
  const invoice = await selectInvoice(tx, invoiceId)
  if (invoice?.state === 'open') await setDeadline(tx, overdueDeadline(policy, invoice, today))
}
