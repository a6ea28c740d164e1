import type { AccountId, DeliveryId, PolicyId } from '../kernel/index.ts'

/**
 * What can be shown to have reached a customer. `policy` is the policy with its terms, the information that
 * the law asks for and the instruction on withdrawal; `termination` the letter that ends a contract whose
 * cover is suspended; `renewal_notice` the notice of the next term.
 */
export const deliveredThings = ['policy', 'termination', 'renewal_notice'] as const
export type DeliveredThing = (typeof deliveredThings)[number]

/** That documents reached a customer on a day, and how that is known. Of each thing the newest counts. */
export interface DocumentDelivery {
  readonly id: DeliveryId
  readonly policyId: PolicyId
  readonly thing: DeliveredThing
  readonly deliveredOn: Temporal.PlainDate
  /** In the words of whoever recorded it. */
  readonly evidence: string
  readonly recordedBy: AccountId
  readonly recordedAt: Temporal.Instant
}

/** The newest record of a thing; null where it is not known to have arrived. */
export function newestDelivery(
  deliveries: readonly DocumentDelivery[],
  thing: DeliveredThing,
): DocumentDelivery | null {
  return deliveries.findLast((one) => one.thing === thing) ?? null
}
