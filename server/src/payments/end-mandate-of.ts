import type { MandateId, Moment } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import type { Policy } from '../policies/index.ts'
import { endMandate } from './give-mandate.ts'
import { selectActiveMandate } from './mandate-store.ts'

/**
 * Ends the mandate of a policy because another person pays from now on; null where there is none. As
 * with a revocation, a collection that was reserved before is with the provider already, and its outcome
 * counts. With the policy locked.
 */
export async function endMandateOf(
  tx: Transaction,
  policy: Policy,
  reason: string,
  moment: Moment,
): Promise<MandateId | null> {
  const mandate = await selectActiveMandate(tx, policy.id)
  if (mandate === undefined) return null
  const end = { state: 'revoked', revokedBy: 'account', reason } as const
  await endMandate(tx, policy, mandate, end, moment)
  return mandate.id
}
