import type { Moment } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import type { Policy } from '../policies/index.ts'
import type { Catalogue } from '../products/index.ts'
import { collectAgain } from './collection-deadline.ts'
import { endMandate } from './give-mandate.ts'
import type { Payment } from './payment.ts'
import type { Decline } from './provider.ts'

/**
 * An instalment could not be collected. What may work later is tried again after the next of the
 * plan's pauses, as long as there is one; what never will ends the mandate, and is left to the
 * customer. With the policy locked.
 */
export async function hearDecline(
  { catalogue }: { readonly catalogue: Catalogue },
  tx: Transaction,
  { payment, policy }: { readonly payment: Payment; readonly policy: Policy },
  { decline = 'soft', reason }: { readonly decline?: Decline | undefined; readonly reason: string },
  moment: Moment,
): Promise<void> {
  const { mandateId, invoiceId, attempt } = payment
  if (mandateId === null || invoiceId === null || attempt === null) return
  if (decline !== 'soft') {
    const state = decline === 'hard' ? 'declined' : 'withdrawn'
    return endMandate(tx, policy, { id: mandateId }, { state, reason }, moment)
  }
  const product = await catalogue.version(policy.productVersionId)
  const pauseDays = product?.plans.get(policy.planId)?.retryDays[attempt - 1]
  if (pauseDays === undefined) return
  await collectAgain(tx, policy, { invoiceId, attempt: attempt + 1, pauseDays }, moment)
}
