import { parseDay } from '../../kernel/index.ts'
import type { News } from '../../events/index.ts'
import type { ReplayStep } from '../../timelines/index.ts'
import type {
  CancellationDetails,
  Policy,
  PolicyEnding,
  PolicyState,
  VersionOf,
} from '../../policies/index.ts'
import type { ChainLink } from '../kind.ts'

type EndingVersion = VersionOf<'cancellation' | 'withdrawal' | 'lapse'>

export function lastDayOf({ termination_date: text }: CancellationDetails): Temporal.PlainDate {
  const day = parseDay(text)
  if (day === null) throw new Error('a cancellation was stored without its day')
  return day
}

export function stateAfterEnd(
  _: PolicyState & PolicyEnding,
  { id: versionId, details }: EndingVersion,
  now: Temporal.Instant,
): PolicyState & PolicyEnding {
  return {
    versionId,
    status: 'cancelled',
    terminationDay: lastDayOf(details),
    cancelledAt: now,
    cancelledBy: details.cancelled_by,
    cancellationReason: details.reason,
    cancellationKind: details.cancellation_kind ?? null,
    cancellationReasonCode: details.cancellation_reason_code ?? null,
    withdrawnOn: null,
  }
}

/** Once an end is undone the one before it holds, if there was one: a policy may lapse before its end. */
export function stateAfterUndoing(
  { id: versionId }: VersionOf<'reinstatement' | 'revival'>,
  ending: PolicyEnding,
): PolicyState & PolicyEnding {
  return { versionId, status: ending.terminationDay === null ? 'paid' : 'cancelled', ...ending }
}

export function endedStep({ id }: EndingVersion, { own }: ChainLink): ReplayStep {
  const ending = own?.ending
  if (ending === undefined || ending === null) throw new Error(`version ${id} ended nothing`)
  return { kind: 'cancellation', ...ending }
}

export function cancelledEvent(about: Policy, { id, details }: EndingVersion): News[] {
  const { termination_date, cancellation_kind, cancellation_reason_code = null } = details
  const why = {
    ...(cancellation_kind !== undefined && { cancellation_kind }),
    ...(cancellation_reason_code !== null && { cancellation_reason_code }),
  }
  return [{ type: 'policy.cancelled', about, data: { version_id: id, termination_date, ...why } }]
}
