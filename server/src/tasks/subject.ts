import { type Clock, type CustomerId, type PolicyId, Refusal } from '../kernel/index.ts'
import type { Database, Reader } from '../database/index.ts'
import { type Caller, limitsOf } from '../identity/index.ts'
import { customerNotFound, findCustomer } from '../parties/index.ts'
import { findPolicy } from '../policies/index.ts'

export interface SubjectDeps {
  readonly db: Database
  readonly clock: Clock
}

/** The database itself, or a transaction: within one, nothing is read on another connection. */
export interface SubjectReader {
  readonly db: Reader
  readonly clock: Clock
}

/** What a task or a note is about. */
export interface NamedSubject {
  readonly policyId: string | null
  readonly customerId: string | null
}

export interface Subject {
  readonly policyId: PolicyId | null
  readonly customerId: CustomerId | null
  /** All ids of the customer. */
  readonly customerIds: readonly CustomerId[] | null
  readonly productId: string | null
  readonly distributorId: string | null
}

const nothing: Subject = {
  policyId: null,
  customerId: null,
  customerIds: null,
  productId: null,
  distributorId: null,
}

/** The policy or customer, as far as the caller may see policies. */
export async function findSubject(
  deps: SubjectReader,
  caller: Caller,
  { policyId, customerId }: NamedSubject,
): Promise<Subject> {
  const seeing = seeingPolicies(caller)
  if (policyId !== null) {
    const policy = await findPolicy(deps.db, seeing, policyId, deps.clock())
    const { id, productId, distributorId } = policy
    return { ...nothing, policyId: id, productId, distributorId }
  }
  if (customerId === null) return nothing
  const { id, members } = await findCustomer(deps, seeing, customerId)
  return { ...nothing, customerId: id, customerIds: members }
}

/** The caller within the limits of seeing policies. */
export function seeingPolicies(caller: Caller): Caller {
  return { ...caller, limits: limitsOf(caller.grants, 'policies.read') }
}

/** All ids of a customer; null for one whom the caller may not see. */
export async function seenCustomer(
  deps: SubjectReader,
  caller: Caller,
  customerId: string,
): Promise<readonly CustomerId[] | null> {
  try {
    return (await findSubject(deps, caller, { policyId: null, customerId })).customerIds
  } catch (error) {
    if (error instanceof Refusal && error.details.code === customerNotFound.code) return null
    throw error
  }
}
