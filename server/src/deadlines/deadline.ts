import type { ClockId, Moment, PolicyId } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import type { OnClock } from './test-clock.ts'

/** The kinds of deadlines. */
export type DeadlineKind =
  /** A proposed version that was not paid in time lapses: the key names it. */
  | 'proposal'
  /** An open invoice is collected by a mandate: the key names it and which try it is. */
  | 'collection'
  /** A billing period is invoiced: the key is its first day, or names the cause of a remainder. */
  | 'instalment'
  /**
   * On a test clock, it is time to ask a provider about a payment or a refund: the key names it.
   */
  | 'settlement'
  /** The next term of a policy begins: the key names its first day. */
  | 'renewal'
  /** What is endorsed for a next term counts now, or never: the key names it. */
  | 'next_term'
  /** A dunning step: the key names the invoice that may be overdue, or the case. */
  | 'dunning'

/** Something that has to happen to a policy at a moment. */
export interface Deadline extends OnClock {
  readonly policyId: PolicyId
  readonly kind: DeadlineKind
  /** What it is about: the same key set twice is one deadline. */
  readonly key: string
  readonly dueAt: Temporal.Instant
}

/**
 * Work after the commit of a duty, such as a call to another service. It may be lost with the
 * process, so the duty has also added a job that does it then.
 */
export type Afterwards = () => Promise<void>

/** Runs a due deadline, in the transaction that has the policy locked and marks it as done. */
export type Duty = (
  tx: Transaction,
  deadline: Deadline,
  moment: Moment,
) => Promise<Afterwards | void>

/** One for each kind; a new kind without one does not compile. */
export type Duties = Readonly<Record<DeadlineKind, Duty>>

/** A policy with perhaps something due, and its position in the listing. */
export interface Candidate {
  readonly policyId: PolicyId
  readonly place: string
  /** Whether it has waited so long that it takes precedence over requests. */
  readonly isLate: boolean
}

/** Lists policies with something due, sorted, from a position on. */
export type Listing = (asked: {
  readonly until: Temporal.Instant
  /** Work that was due before this is late. */
  readonly lateBefore: Temporal.Instant
  readonly after: Candidate | null
  readonly limit: number
}) => Promise<Candidate[]>

/** The next transition in a policy's own row, such as its expiry, and the write that makes it. */
export interface OwnDate {
  readonly dueAt: Temporal.Instant
  carryOut(tx: Transaction, moment: Moment): Promise<void>
}

/** A policy, and when something is due. */
export interface DatedPolicy {
  readonly policyId: PolicyId
  readonly dueAt: Temporal.Instant
  /** The kind; left out for a transition in the policy's own row. */
  readonly kind?: DeadlineKind
}

/** What deadlines need to know about policies; implemented by the policies room. */
export interface DatedPolicies {
  /** Of those that live by true time. */
  readonly listings: readonly Listing[]
  /** Those on a clock, and what their own rows say will happen to them, the earliest first. */
  datedOn(clockId: ClockId, limit: number): Promise<DatedPolicy[]>
  policiesOn(clockId: ClockId): Promise<PolicyId[]>
  /**
   * Locks the policy for this transaction and reads it. Undefined where another process has locked
   * it or is assembling a version of it: the policy is left out until then.
   */
  hold(tx: Transaction, policyId: PolicyId): Promise<HeldPolicy | undefined>
  /** The same for a transaction that holds it already. */
  look(tx: Transaction, policyId: PolicyId): Promise<HeldPolicy | undefined>
}

export interface HeldPolicy {
  /** The next transition in its own row, whenever that is. */
  readonly ownDate: OwnDate | null
}
