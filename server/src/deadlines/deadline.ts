import type { ClockId, Moment, PolicyId } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import type { OnClock } from './test-clock.ts'

/** What can fall due by a row of its own; more come with what they are for. */
export type DeadlineKind =
  /** A version that was proposed, and not paid for in time, lapses: the key names it. */
  | 'proposal'
  /** An open invoice is collected by a mandate: the key names it and which try it is. */
  | 'collection'
  /** A billing period is asked for: the key is its first day, or names what left a rest to be paid. */
  | 'instalment'
  /** On a test clock, it is time to ask a provider about a payment or a refund: the key names it. */
  | 'settlement'
  /** The next term of a policy begins: the key names its first day. */
  | 'renewal'
  /** Arrears are looked at: the key names what may be overdue, or the case that it is a step of. */
  | 'dunning'

/** Something that is to happen to a policy. */
export interface Deadline extends OnClock {
  readonly policyId: PolicyId
  readonly kind: DeadlineKind
  /** What it is about: asked for twice, it is one deadline. */
  readonly key: string
  readonly dueAt: Temporal.Instant
}

/**
 * What is left to be done once a duty has been committed, such as asking somebody outside. It may be
 * lost with the process, so that the duty has written down who does it then.
 */
export type Afterwards = () => Promise<void>

/** Does what is due, in the transaction that has the policy locked and marks it as done. */
export type Duty = (
  tx: Transaction,
  deadline: Deadline,
  moment: Moment,
) => Promise<Afterwards | void>

/** One for each kind; a new kind without one does not compile. */
export type Duties = Readonly<Record<DeadlineKind, Duty>>

/** A policy of which something may be due, and its place among all of them. */
export interface Candidate {
  readonly policyId: PolicyId
  readonly place: string
  /** Whether it has waited for so long that it comes before customers. */
  readonly isLate: boolean
}

/** Lists policies of which something is due, in order, from a place on. */
export type Listing = (asked: {
  readonly until: Temporal.Instant
  /** What was due before this is late. */
  readonly lateBefore: Temporal.Instant
  readonly after: Candidate | null
  readonly limit: number
}) => Promise<Candidate[]>

/** What a policy's own row says will happen to it, and what it takes to write that down. */
export interface OwnDate {
  readonly dueAt: Temporal.Instant
  carryOut(tx: Transaction, moment: Moment): Promise<void>
}

/** A policy, and when something of it is due. */
export interface DatedPolicy {
  readonly policyId: PolicyId
  readonly dueAt: Temporal.Instant
  /** Of what; left out of what stands in the policy's own row. */
  readonly kind?: DeadlineKind
}

/** What has to be known of policies here; told by the room that keeps them. */
export interface PolicyPortfolio {
  /** Of those that live by true time. */
  readonly listings: readonly Listing[]
  /** Those on a clock, and what their own rows say will happen to them, the earliest first. */
  datedOn(clockId: ClockId, limit: number): Promise<DatedPolicy[]>
  policiesOn(clockId: ClockId): Promise<PolicyId[]>
  /**
   * Locks the policy for this transaction and reads it. Undefined where somebody else has it, or is
   * making another version of it: then nothing is done to it before that is over.
   */
  hold(tx: Transaction, policyId: PolicyId): Promise<HeldPolicy | undefined>
  /** The same for a transaction that holds it already. */
  look(tx: Transaction, policyId: PolicyId): Promise<HeldPolicy | undefined>
}

export interface HeldPolicy {
  /** The next thing that its own row says, whenever that is. */
  readonly ownDate: OwnDate | null
}
