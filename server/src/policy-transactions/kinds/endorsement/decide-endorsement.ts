import {
  type FieldError,
  type JsonObject,
  type Moment,
  invalidData,
  mintId,
  todayIn,
} from '../../../kernel/index.ts'
import { momentOfTransaction } from '../../../deadlines/index.ts'
import { selectCharged } from '../../../ledger/index.ts'
import {
  type Policy,
  type PolicyContent,
  documentOf,
  findPolicy,
  knownFrom,
  selectContents,
  timelineOf,
} from '../../../policies/index.ts'
import {
  type RedeemDeps,
  type RedeemedEndorsement,
  notYetReported,
  redeemEndorsement,
  selectQuotes,
} from '../../../quotes/index.ts'
import { segmentOn } from '../../../timelines/index.ts'
import type { PolicyActionRule } from '../../kind.ts'
import { nothingToEndorse } from '../../reasons.ts'
import {
  type Decide,
  type DecidedTransaction,
  type TransactionRequest,
  assertRequestable,
} from '../../request.ts'
import { checkEndorsement } from './check-endorsement.ts'
import { decideEffectiveDay } from './effective-day.ts'
import { correction, endorsement } from './endorsement.ts'
import { assertMayEndorse } from './may-endorse.ts'
import { assertPlanDay, changesPlan, planAnswerNames } from './plan-change.ts'

export interface EndorsementRequest extends TransactionRequest {
  /** The members of `first_name`, `last_name`, `email` and `data` that are replaced. */
  readonly patch: JsonObject
  /** From which day on; today where none is named. */
  readonly effectiveDate: string | null
  /** Of a quote for an endorsement of this policy; null where the price stays. */
  readonly quoteToken: string | null
  /** Failures of the body's own shape, to be reported together with those of the product's rules. */
  readonly bodyErrors: readonly FieldError[]
}

/** An endorsement is checked on the version that it names, before the policy is locked. */
export async function endorsementBy(
  deps: RedeemDeps,
  request: EndorsementRequest,
): Promise<Decide> {
  const seen = await findPolicy(deps.db, request.caller, request.policyId, deps.clock())
  const moment = await momentOfTransaction(deps.db, deps.clock, seen)
  const { action, decided } = await decideEndorsement(deps, seen, request, moment)
  // The request names the version that was seen, and a version says the same for ever.
  return (policy, now) => {
    assertRequestable(action.allowedIn, policy, request, now)
    return decided
  }
}

interface DecidedEndorsement {
  readonly action: PolicyActionRule
  readonly decided: DecidedTransaction
}

/** Decides whether a policy may be endorsed as requested, and its data afterwards; reports all failing fields at once. */
async function decideEndorsement(
  deps: RedeemDeps,
  policy: Policy,
  request: EndorsementRequest,
  moment: Moment,
): Promise<DecidedEndorsement> {
  const { now } = moment
  const version = await deps.catalogue.version(policy.productVersionId)
  const item = version?.items.get(policy.itemId)
  if (version === undefined || item === undefined) {
    throw new Error(`the product version of policy ${policy.id} is gone`)
  }
  const { life } = version.definition
  assertMayEndorse(request.caller, life)
  assertRequestable(endorsement.allowedIn, policy, request, now)
  const today = todayIn(policy.timeZone, now)
  const { caller } = request
  const timeline = await timelineOf(deps.db, policy.versionId)
  const quoted = await redeem(deps, policy, request)
  const date = quoted?.endorsement.effectiveDay.toString() ?? request.effectiveDate
  const asked = decideEffectiveDay(timeline, { asked: date, caller, life, today })
  const day = asked.ok ? asked.day : today
  const held = segmentOn(timeline, day)
  const [[content], [quote]] = await Promise.all([
    selectContents(deps.db, [held.contentId]),
    selectQuotes(deps.db, [held.quoteId]),
  ])
  if (content === undefined || quote === undefined) {
    throw new Error(`what policy ${policy.id} says of ${day} is gone`)
  }
  const before = documentOf(content)
  const { patch } = request
  const checked = await checkEndorsement(deps.datasets, {
    version,
    item,
    quote,
    before,
    patch,
    now,
  })
  const ruled = [
    ...(asked.ok ? [] : [asked.error]),
    ...otherDay(request.effectiveDate, quoted),
    ...checked.errors,
  ]
  const all = [...notYetReported(request.bodyErrors, ruled), ...ruled]
  if (all.length > 0) throw invalidData(all, policy.language)
  if (checked.paths.length === 0 && quoted === null) throw nothingToEndorse()
  const isPlanned = quoted !== null && changesPlan(timeline, day, quoted.quote.planId)
  if (isPlanned) {
    const { periods } = await selectCharged(deps.db, policy.id)
    assertPlanDay(policy, { timeline, charged: periods }, day)
  }
  const unsaved: PolicyContent | null =
    checked.paths.length === 0
      ? null
      : { id: mintId('pco', moment), policyId: policy.id, ...knownFrom(checked.after) }
  return {
    action: Temporal.PlainDate.compare(day, today) < 0 ? correction : endorsement,
    decided: {
      kind: 'endorsement',
      effectiveDay: day,
      details: {
        places: checked.paths,
        content_id: unsaved?.id ?? null,
        quote_id: quoted?.quote.id ?? null,
        ...(isPlanned && {
          plan_answers: planAnswerNames({ ...quoted, planId: quoted.quote.planId }),
        }),
      },
      contents: unsaved === null ? [] : [unsaved],
      audited: {
        effective_date: day.toString(),
        fields: checked.paths.map((path) => path.join('.')),
        ...(quoted !== null && { quote_id: quoted.quote.id }),
        ...(isPlanned && { subscription_plan_id: quoted.quote.planId }),
      },
    },
  }
}

/** The quote that the request names, which must be for this policy as it is. */
async function redeem(
  deps: RedeemDeps,
  policy: Policy,
  { caller, quoteToken }: EndorsementRequest,
): Promise<RedeemedEndorsement | null> {
  return quoteToken === null ? null : redeemEndorsement(deps, caller, quoteToken, policy)
}

/** An endorsement counts from the day that it was quoted for. */
function otherDay(asked: string | null, quoted: RedeemedEndorsement | null): FieldError[] {
  const day = quoted?.endorsement.effectiveDay.toString()
  if (day === undefined || asked === null || asked === day) return []
  return [{ code: 'invalid_value', field: 'effective_date', rules: ['in'], params: { in: [day] } }]
}
