import { type CustomerId, type PolicyId, isId } from '../kernel/index.ts'
import type { Clock } from '../kernel/index.ts'
import type { Reader } from '../database/index.ts'
import { timesOf } from '../deadlines/index.ts'
import { type Caller, seenBy } from '../identity/index.ts'
import {
  type Policy,
  type PolicyStatus,
  policyAt,
  selectPolicies,
  selectPoliciesOfCustomers,
  statusAt,
} from '../policies/index.ts'
import { selectMembers, selectRoot } from './customer-join-store.ts'
import { selectHandedOver } from './party-store.ts'
import { type Holder, readHolders } from './read-parties.ts'
import { customerNotFound } from './reasons.ts'

/** A person with all policies, under every id that stands for the same person. */
export interface Customer {
  /** The one that stands for all. */
  readonly id: CustomerId
  readonly members: readonly CustomerId[]
  /** Those that the caller sees, oldest first. */
  readonly policies: readonly HeldPolicy[]
  /** How many there are, with those that the caller may not see. */
  readonly count: number
}

export interface HeldPolicy {
  readonly policy: Policy
  readonly status: PolicyStatus
  /** All who held it, one after the other. */
  readonly holders: readonly Holder[]
  /** Whether this customer holds it now. */
  readonly isHeld: boolean
}

/**
 * A customer, by the id that any of its policies names. Policies, and rows of those that were handed
 * over, are all there is of a customer of whom nobody said more.
 */
export async function findCustomer(
  { db, clock }: { readonly db: Reader; readonly clock: Clock },
  caller: Caller,
  customerId: string,
): Promise<Customer> {
  if (!isId('tcu', customerId)) throw customerNotFound(customerId)
  const id = await selectRoot(db, customerId)
  const members = await selectMembers(db, id)
  const [sold, handedOver] = await Promise.all([
    selectPoliciesOfCustomers(db, members),
    selectHandedOver(db, members),
  ])
  const ids = [...new Set<PolicyId>([...sold.map((one) => one.id), ...handedOver])]
  const all = await selectPolicies(db, ids)
  const seen = all.filter((policy) => seenBy(caller, policy) !== undefined)
  if (seen.length === 0) throw customerNotFound(customerId)
  const [holders, timeFor] = await Promise.all([readHolders(db, seen), timesOf(db, clock, seen)])
  const current = await Promise.all(seen.map((one) => policyAt(db, one, timeFor(one))))
  return {
    id,
    members,
    policies: current
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .map((policy) => ({
        policy,
        status: statusAt(policy, timeFor(policy)),
        holders: holders.get(policy.id) ?? [],
        isHeld: members.includes(policy.customerId),
      })),
    count: all.length,
  }
}
