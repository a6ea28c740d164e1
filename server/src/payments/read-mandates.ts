import type { PaymentId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import type { Policy } from '../policies/index.ts'
import type { Mandate } from './mandate.ts'
import { selectMandatesOf } from './mandate-store.ts'
import { selectPaymentsOf } from './payment-store.ts'

/** A mandate, and what is being collected with it. */
export interface MandateOfPolicy {
  readonly policy: Policy
  readonly mandate: Mandate
  /** Collections that were reserved, and whose outcome is not known yet. */
  readonly pending: readonly PaymentId[]
}

/** All mandates of a policy, in the order in which they ended; the active one last. */
export async function readMandates(db: Queryable, policy: Policy): Promise<MandateOfPolicy[]> {
  return withCollections(db, policy, await selectMandatesOf(db, policy.id))
}

export async function withCollections(
  db: Queryable,
  policy: Policy,
  mandates: readonly Mandate[],
): Promise<MandateOfPolicy[]> {
  const payments = mandates.length === 0 ? [] : await selectPaymentsOf(db, policy.id)
  const pending = payments.filter(({ status }) => status === 'pending')
  return mandates.map((mandate) => ({
    policy,
    mandate,
    pending: pending.filter(({ mandateId }) => mandateId === mandate.id).map(({ id }) => id),
  }))
}
