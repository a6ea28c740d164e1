import { type Clock, type PolicyId, type PolicyVersionId, todayIn } from '../../kernel/index.ts'
import type { Database } from '../../database/index.ts'
import { momentOfTransaction } from '../../deadlines/index.ts'
import type { Caller } from '../../identity/index.ts'
import type { Catalogue, LoadedVersion } from '../../products/index.ts'
import { type Quote, selectQuotes } from '../../quotes/index.ts'
import { segmentOn } from '../../timelines/index.ts'
import {
  type Policy,
  findPolicy,
  selectWaitingEndorsement,
  timelineOf,
} from '../../policies/index.ts'
import { decideEffectiveDay } from '../kinds/endorsement/effective-day.ts'
import { actionsOpenTo } from '../allowed-actions.ts'

/** The policy on the day from which an endorsement is to count. */
export interface OpenedEndorsement {
  readonly policy: Policy
  readonly effectiveDay: Temporal.PlainDate
  /** Whether this caller may endorse the policy now. */
  readonly isEndorsable: boolean
  /** An endorsement that was requested before and is not active yet. */
  readonly waitingId: PolicyVersionId | null
  readonly quote: Quote
  /** The product version that the quote was made on. */
  readonly version: LoadedVersion
  /** What a billing period costs. */
  readonly payment: number
}

export async function openEndorsement(
  deps: { readonly db: Database; readonly clock: Clock; readonly catalogue: Catalogue },
  request: {
    readonly caller: Caller
    readonly policyId: PolicyId
    /** A day that is over by now, or not one of its days, stands for today. */
    readonly effectiveDate: string | null
  },
): Promise<OpenedEndorsement> {
  const { caller } = request
  const policy = await findPolicy(deps.db, caller, request.policyId, deps.clock())
  const { now } = await momentOfTransaction(deps.db, deps.clock, policy)
  const product = await deps.catalogue.version(policy.productVersionId)
  if (product === undefined) throw new Error(`version ${policy.productVersionId} is gone`)
  const { life } = product.definition
  const timeline = await timelineOf(deps.db, policy.versionId)
  const today = todayIn(policy.timeZone, now)
  const decide = (asked: string | null) =>
    decideEffectiveDay(timeline, { asked, caller, life, today })
  const asked = decide(request.effectiveDate)
  const day = asked.ok && Temporal.PlainDate.compare(asked.day, today) >= 0 ? asked : decide(null)
  const effectiveDay = day.ok ? day.day : today
  const held = segmentOn(timeline, effectiveDay)
  const [quote] = await selectQuotes(deps.db, [held.quoteId])
  const version = quote && (await deps.catalogue.version(quote.productVersionId))
  if (quote === undefined || version === undefined) throw new Error(`${held.quoteId} is gone`)
  const open = actionsOpenTo(caller, policy, { life, withdrawalRight: null, endsOn: null }, now)
  return {
    policy,
    effectiveDay,
    waitingId: await selectWaitingEndorsement(deps.db, policy.id),
    isEndorsable: day.ok && open.includes('endorsement'),
    quote,
    version,
    payment: held.price.payment,
  }
}
