import {
  type FieldError,
  type JsonObject,
  type Moment,
  type PolicyVersionId,
  invalidData,
  mintId,
  todayIn,
} from '../kernel/index.ts'
import { momentOfOrder } from '../deadlines/index.ts'
import {
  type RedeemDeps,
  type RedeemedChange,
  notYetTold,
  redeemChange,
  selectQuotes,
} from '../quotes/index.ts'
import type { Receipt } from '../retries/index.ts'
import { segmentOn } from '../timelines/index.ts'
import {
  type AcceptDeps,
  type DecidedOrder,
  type GivenOrder,
  type PolicyOrder,
  acceptOrder,
  assertOrderable,
} from './accept-order.ts'
import { checkChange } from './check-change.ts'
import { decideEffectiveDay } from './effective-day.ts'
import { findSale } from './find-sale.ts'
import type { Decide } from './foresee-order.ts'
import { assertMayChange } from './may-change.ts'
import { documentOf, knownFrom } from './policy-content.ts'
import type { Policy } from './policy.ts'
import type { PolicyContent } from './policy-version.ts'
import type { OrderKind } from './possible-orders.ts'
import { timelineOf } from './read-billed.ts'
import { nothingToChange } from './reasons.ts'
import { selectContents } from './version-store.ts'

export interface ChangeOrder extends PolicyOrder {
  /** What of `first_name`, `last_name`, `email` and `data` is said anew. */
  readonly patch: JsonObject
  /** From which day on; today where none is named. */
  readonly effectiveDate: string | null
  /** Of a quote for a change of this policy; null where the price stays. */
  readonly quoteToken: string | null
  /** Failures of the body's own shape, to be told together with those of the product's rules. */
  readonly bodyErrors: readonly FieldError[]
}

type ChangeDeps = RedeemDeps

/** Accepts a change. A job assembles the new version; its id is returned at once. */
export async function changePolicy(
  deps: ChangeDeps & AcceptDeps,
  order: ChangeOrder & GivenOrder,
  receipt: Receipt<PolicyVersionId> | null,
): Promise<PolicyVersionId> {
  return acceptOrder(deps, order, await changeBy(deps, order), receipt)
}

/** A change is checked on the version that it names, before the policy is locked. */
export async function changeBy(deps: ChangeDeps, order: ChangeOrder): Promise<Decide> {
  const seen = await findSale(deps.db, order.caller, order.policyId, deps.clock())
  const moment = await momentOfOrder(deps.db, deps.clock, seen)
  const { kind, decided } = await decideChange(deps, seen, order, moment)
  // The order names the version that was seen, and a version says the same for ever.
  return (policy, now) => {
    assertOrderable(kind, policy, order, now)
    return decided
  }
}

interface DecidedChange {
  readonly kind: OrderKind
  readonly decided: DecidedOrder
}

/** Whether a policy may be changed as ordered, with all failing fields at once; what it then says. */
async function decideChange(
  deps: ChangeDeps,
  policy: Policy,
  order: ChangeOrder,
  moment: Moment,
): Promise<DecidedChange> {
  const { now } = moment
  const version = await deps.catalogue.version(policy.productVersionId)
  const item = version?.items.get(policy.itemId)
  if (version === undefined || item === undefined) {
    throw new Error(`the product version of policy ${policy.id} is gone`)
  }
  const { life } = version.definition
  assertMayChange(order.caller, life)
  assertOrderable('change', policy, order, now)
  const today = todayIn(policy.timeZone, now)
  const { caller } = order
  const timeline = await timelineOf(deps.db, policy.versionId)
  const quoted = await redeem(deps, policy, order)
  const date = quoted?.change.effectiveDay.toString() ?? order.effectiveDate
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
  const { patch } = order
  const change = await checkChange(deps.datasets, { version, item, quote, before, patch, now })
  const ruled = [
    ...(asked.ok ? [] : [asked.error]),
    ...otherDay(order.effectiveDate, quoted),
    ...change.errors,
  ]
  const all = [...notYetTold(order.bodyErrors, ruled), ...ruled]
  if (all.length > 0) throw invalidData(all, policy.language)
  if (change.places.length === 0 && quoted === null) throw nothingToChange()
  const brought: PolicyContent | null =
    change.places.length === 0
      ? null
      : { id: mintId('pco', moment), policyId: policy.id, ...knownFrom(change.after) }
  return {
    kind: Temporal.PlainDate.compare(day, today) < 0 ? 'correction' : 'change',
    decided: {
      kind: 'change',
      effectiveDay: day,
      change: {
        places: change.places,
        content_id: brought?.id ?? null,
        quote_id: quoted?.quote.id ?? null,
      },
      contents: brought === null ? [] : [brought],
      told: {
        effective_date: day.toString(),
        fields: change.places.map((place) => place.join('.')),
        ...(quoted !== null && { quote_id: quoted.quote.id }),
      },
    },
  }
}

/** The quote that the order names, which must be for this policy as it is. */
async function redeem(
  deps: ChangeDeps,
  policy: Policy,
  { caller, quoteToken }: ChangeOrder,
): Promise<RedeemedChange | null> {
  return quoteToken === null ? null : redeemChange(deps, caller, quoteToken, policy)
}

/** A change counts from the day that it was quoted for. */
function otherDay(asked: string | null, quoted: RedeemedChange | null): FieldError[] {
  const day = quoted?.change.effectiveDay.toString()
  if (day === undefined || asked === null || asked === day) return []
  return [{ code: 'invalid_value', field: 'effective_date', rules: ['in'], params: { in: [day] } }]
}
