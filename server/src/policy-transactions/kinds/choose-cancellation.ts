import { isEarlier, parseDay, todayIn } from '../../kernel/index.ts'
import type { Viewer } from '../../identity/index.ts'
import type { CancellationDetails, Policy, PolicyTimeline } from '../../policies/index.ts'
import {
  type CancellationKind,
  type CancellationTerms,
  type NamedCancellation,
  type ProductDefinition,
  cancellationReasonOf,
  cancellationTermsOf,
  legalPeriodEnd,
} from '../../products/index.ts'
import {
  cancellationDateInvalid,
  cancellationKindMissing,
  cancellationKindNotPermitted,
  cancellationKindUnknown,
  cancellationReasonUnknown,
  cancellationRightOver,
  eventDateMissing,
  noticeNotKept,
} from '../reasons.ts'
import { type Noticed, firstEndWithNotice, keepsNotice } from './cancellation-notice.ts'
import { readReceiptDay } from './receipt-day.ts'

/** What a request may say beyond the contract; null where it does not. */
export interface RequestedTerms {
  readonly kind: CancellationKind | null
  readonly reasonCode: string | null
  /** The day on which the notice was received; today where it is left out. */
  readonly receivedOn: string | null
  /** The day of the event that gives the right to cancel, such as the settlement of a claim. */
  readonly occurredOn: string | null
}

/** What a cancellation that names a kind is decided by. */
interface AskedCancellation {
  readonly policy: Policy
  readonly day: Temporal.PlainDate
  readonly caller: Viewer
  readonly requested: RequestedTerms
  readonly terms: PolicyTimeline['terms']
}

type KindDetails = Pick<
  CancellationDetails,
  'cancellation_kind' | 'cancellation_reason_code' | 'notice'
>

/** What the version says of kind and reason; nothing where the request names none. */
export function chooseCancellation(
  { policy, day, caller, requested, terms }: AskedCancellation,
  definition: ProductDefinition,
  now: Temporal.Instant,
): KindDetails {
  const named = nameCancellation(requested, caller, definition)
  if (named === null) return {}
  const receivedOn = readReceiptDay(
    policy,
    { receivedOn: requested.receivedOn, caller },
    definition.life,
    now,
    cancellationDateInvalid,
  )
  const occurredOn = readEventDay(policy, requested, now)
  assertRight(definition, named, { receivedOn, occurredOn })
  const { notice } = termsFor(definition, named)
  const noticed = { terms, renews: policy.renews, receivedOn }
  const first = notice.length === 0 ? null : assertNotice(notice, noticed, day)
  return {
    cancellation_kind: named.kind,
    cancellation_reason_code: named.reasonCode,
    notice: {
      received_on: receivedOn.toString(),
      occurred_on: occurredOn?.toString() ?? null,
      first_possible_date: first?.toString() ?? null,
    },
  }
}

/** The kind and the reason that the product lists. */
function nameCancellation(
  { kind, reasonCode, receivedOn, occurredOn }: RequestedTerms,
  { account }: Viewer,
  { cancellation }: ProductDefinition,
): NamedCancellation | null {
  if (kind === null) {
    if (reasonCode === null && receivedOn === null && occurredOn === null) return null
    throw cancellationKindMissing()
  }
  const terms = cancellation.kinds?.[kind]
  if (terms === undefined) {
    throw cancellationKindUnknown(kind, Object.keys(cancellation.kinds ?? {}))
  }
  if (kind !== 'customer' && account.kind !== 'insurer') throw cancellationKindNotPermitted()
  const codes = terms.reasons.map(({ code }) => code)
  if (reasonCode !== null && !codes.includes(reasonCode)) {
    throw cancellationReasonUnknown(reasonCode, kind, codes)
  }
  return { kind, reasonCode }
}

function readEventDay(
  { timeZone }: Policy,
  { occurredOn }: RequestedTerms,
  now: Temporal.Instant,
): Temporal.PlainDate | null {
  if (occurredOn === null) return null
  const day = parseDay(occurredOn)
  if (day === null) throw cancellationDateInvalid('occurred_on', 'iso_date', null)
  const today = todayIn(timeZone, now)
  if (!isEarlier(today, day)) return day
  throw cancellationDateInvalid('occurred_on', 'before_or_equal', today.toString())
}

/** A right that exists for some time after its event alone is used within that time. */
function assertRight(
  definition: ProductDefinition,
  named: NamedCancellation,
  days: {
    readonly receivedOn: Temporal.PlainDate
    readonly occurredOn: Temporal.PlainDate | null
  },
): void {
  const within = cancellationReasonOf(definition.cancellation, named)?.within ?? null
  if (within === null) return
  if (days.occurredOn === null) throw eventDateMissing()
  const lastDay = legalPeriodEnd(definition, days.occurredOn.add(within))
  if (isEarlier(lastDay, days.receivedOn)) throw cancellationRightOver(lastDay.toString())
}

/** Refuses a last day that the notice does not allow; the first one that it does. */
export function assertNotice(
  rules: CancellationTerms['notice'],
  noticed: Noticed,
  day: Temporal.PlainDate,
): Temporal.PlainDate | null {
  const first = firstEndWithNotice(rules, noticed)
  if (keepsNotice(rules, noticed, day)) return first
  throw noticeNotKept(first?.toString() ?? null)
}

/** The terms of a kind that the product of the policy listed when it was cancelled. */
export function termsFor(
  { cancellation }: Pick<ProductDefinition, 'cancellation'>,
  named: NamedCancellation,
): CancellationTerms {
  const terms = cancellationTermsOf(cancellation, named)
  if (terms === undefined) throw new Error(`the product has no cancellation ${named.kind}`)
  return terms
}
