import { parseDay } from '../kernel/index.ts'
import { type PolicyEnding, type Standing, notEnded } from './policy.ts'
import type { PolicyVersion } from './policy-version.ts'

/** How a policy stands once a version is active. */
export function standingAfter(
  before: Standing & PolicyEnding,
  version: PolicyVersion,
  now: Temporal.Instant,
): Standing & PolicyEnding {
  const versionId = version.id
  switch (version.kind) {
    case 'cancellation':
    case 'lapse':
      return {
        versionId,
        status: 'cancelled',
        terminationDay: lastDayOf(version.change.termination_date),
        cancelledAt: now,
        cancelledBy: version.change.cancelled_by,
        cancellationReason: version.change.reason,
      }
    case 'reinstatement':
      return { versionId, status: 'paid', ...notEnded }
    case 'offer':
    case 'change':
    case 'renewal':
    case 'suspension':
    case 'resumption':
      return { ...before, versionId }
  }
}

export function lastDayOf(text: string): Temporal.PlainDate {
  const day = parseDay(text)
  if (day === null) throw new Error('a cancellation was stored without its day')
  return day
}
