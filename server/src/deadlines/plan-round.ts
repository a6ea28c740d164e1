import type { PolicyId } from '../kernel/index.ts'
import type { DatedPolicy, DeadlineKind } from './deadline.ts'

/** What is next for a policy, and the moment at which it is run. */
export interface Step {
  readonly policyId: PolicyId
  readonly at: Temporal.Instant
  /** The kind; left out for a transition in the policy's own row. */
  readonly kind?: DeadlineKind
}

/** A policy that stops its clock. */
export interface Halt {
  readonly policyId: PolicyId
  readonly at: Temporal.Instant
  readonly reason: string
}

/** How far the policies of a clock have come. */
export interface Progress {
  /** What the clock shows. */
  readonly at: Temporal.Instant
  readonly target: Temporal.Instant
  /** What is next for each policy, in any sequence. */
  readonly due: readonly DatedPolicy[]
  /** The times of policies that are ahead of the clock. */
  readonly reached: ReadonlyMap<PolicyId, Temporal.Instant>
  /** Policies with jobs to be done. */
  readonly waiting: ReadonlySet<PolicyId>
  /** A policy that another process uses. */
  readonly busy: Step | null
  readonly halt: Halt | null
}

export interface Round {
  /** What the clock may show: no policy has anything left to do before. */
  readonly at: Temporal.Instant
  /** What can be run now, the earliest first, at most one for each policy. */
  readonly steps: readonly Step[]
  /** How far policies may go on from there. */
  readonly until: Temporal.Instant
  /** Whether all policies have come as far as the clock goes. */
  readonly isOver: boolean
}

/**
 * How far a policy may be ahead of the others. A month lets policies that are billed monthly share
 * transactions, whatever their days.
 */
const aheadMax = { hours: 31 * 24 }

/**
 * What can be run next. Each policy keeps its own sequence and its own moments, and waits for its
 * own jobs only. Nobody passes a policy that is in use, or one that has failed: the others come up
 * to its moment.
 */
export function planRound(progress: Progress): Round {
  const { at, target, reached, waiting, busy, halt } = progress
  const timeOf = (id: PolicyId) => latest(at, reached.get(id) ?? at)
  const end = earliest(target, ...(busy === null ? [] : [busy.at]), ...(halt ? [halt.at] : []))
  const steps = nextOfEach(progress.due)
    .map(({ dueAt, ...one }) => ({ ...one, at: latest(dueAt, timeOf(one.policyId)) }))
    .filter((step) => !isAfter(step.at, end) && step.policyId !== halt?.policyId)
    .toSorted((one, other) => Temporal.Instant.compare(one.at, other.at))
  const unfinished = [...waiting].map(timeOf).filter((time) => !isAfter(time, end))
  const shown = earliest(end, ...unfinished, ...steps.slice(0, 1).map((step) => step.at))
  const until = earliest(end, shown.add(aheadMax))
  return {
    at: shown,
    until,
    steps: steps.filter((step) => !waiting.has(step.policyId) && !isAfter(step.at, until)),
    isOver: busy === null && steps.length === 0 && unfinished.length === 0,
  }
}

function nextOfEach(due: readonly DatedPolicy[]): DatedPolicy[] {
  const next = new Map<PolicyId, DatedPolicy>()
  for (const one of due) {
    const known = next.get(one.policyId)
    if (known === undefined || isAfter(known.dueAt, one.dueAt)) next.set(one.policyId, one)
  }
  return [...next.values()]
}

export function isAfter(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) > 0
}

export function latest(one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant {
  return isAfter(one, other) ? one : other
}

function earliest(...all: [Temporal.Instant, ...Temporal.Instant[]]): Temporal.Instant {
  return all.reduce((one, other) => (isAfter(one, other) ? other : one))
}
