import type { Clock, JsonObject, PolicyId } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import type { Caller } from '../identity/index.ts'
import {
  type Policy,
  type PolicyContent,
  type TransactionDetails,
  findPolicy,
} from '../policies/index.ts'
import type { Catalogue, ProductDefinition } from '../products/index.ts'
import { staleVersion } from './reasons.ts'
import { type AllowedIn, assertAllowed } from './situation.ts'

/** What every request for a policy transaction says. */
export interface TransactionRequest {
  readonly caller: Caller
  readonly policyId: PolicyId
  /** The version that the client last saw. */
  readonly ifMatch: string
}

/** A request that is to be carried out, not only previewed. */
export interface BindingRequest extends TransactionRequest {
  /** The token of a preview whose amounts the result must equal; null where any result will do. */
  readonly previewToken: string | null
}

/**
 * The kinds that a person requests. A correction is an endorsement that counts from an earlier day; a
 * renewal becomes a version when its term begins.
 */
export type RequestedKind =
  | 'endorsement'
  | 'adjustment'
  | 'cancellation'
  | 'end_move'
  | 'withdrawal'
  | 'reinstatement'

/** A policy transaction that may be carried out. */
export type DecidedTransaction = TransactionDetails<RequestedKind> & {
  readonly effectiveDay: Temporal.PlainDate
  /** Policy data that the transaction brings. */
  readonly contents?: readonly PolicyContent[]
  /** What the audit log says of it: never a person's data. */
  readonly audited: JsonObject
}

/** What some decisions look up before the policy is locked. */
export interface DecideDeps {
  readonly db: Database
  readonly clock: Clock
  readonly catalogue: Catalogue
}

/** Decides whether the transaction is allowed, and what is then written; throws where it is not. */
export type Decide = (policy: Policy, now: Temporal.Instant) => DecidedTransaction

/** The product of the policy that a request is about, as it was sold. */
export async function productOf(
  { db, clock, catalogue }: DecideDeps,
  { caller, policyId }: Pick<TransactionRequest, 'caller' | 'policyId'>,
): Promise<ProductDefinition> {
  const { productVersionId } = await findPolicy(db, caller, policyId, clock())
  const product = await catalogue.version(productVersionId)
  if (product === undefined) throw new Error(`version ${productVersionId} is gone`)
  return product.definition
}

/** Refuses what is not allowed now, and a caller who has not seen the policy as it is. */
export function assertRequestable(
  allowedIn: AllowedIn,
  policy: Policy,
  { ifMatch }: Pick<TransactionRequest, 'ifMatch'>,
  now: Temporal.Instant,
): void {
  assertAllowed(allowedIn, policy, now)
  if (ifMatch !== policy.versionId) throw staleVersion(ifMatch, policy.id)
}
