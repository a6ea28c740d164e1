import {
  type Clock,
  type FieldError,
  type JsonObject,
  type PolicyVersionId,
  invalidData,
  mintId,
  todayIn,
} from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import type { Datasets } from '../datasets/index.ts'
import type { Catalogue } from '../products/index.ts'
import { notYetTold, selectQuotes } from '../quotes/index.ts'
import type { Receipt } from '../retries/index.ts'
import { segmentOn } from '../timelines/index.ts'
import {
  type DecidedOrder,
  type PolicyOrder,
  acceptOrder,
  assertOrderable,
} from './accept-order.ts'
import { checkChange } from './check-change.ts'
import { decideEffectiveDay } from './effective-day.ts'
import { findSale } from './find-sale.ts'
import { layWhereOld } from './lay-old.ts'
import { assertMayChange } from './may-change.ts'
import { documentOf, knownFrom } from './policy-content.ts'
import type { Policy } from './policy.ts'
import type { OrderKind } from './possible-orders.ts'
import { nothingToChange } from './reasons.ts'
import { selectContents } from './version-store.ts'

export interface ChangeOrder extends PolicyOrder {
  /** What of `first_name`, `last_name`, `email` and `data` is said anew. */
  readonly patch: JsonObject
  /** From which day on; today where none is named. */
  readonly effectiveDate: string | null
  /** Failures of the body's own shape, to be told together with those of the product's rules. */
  readonly bodyErrors: readonly FieldError[]
}

export interface ChangeDeps {
  readonly db: Database
  readonly clock: Clock
  readonly catalogue: Catalogue
  readonly datasets: Pick<Datasets, 'lookUp'>
}

/** Accepts a change. A job assembles the new version; its id is returned at once. */
export async function changePolicy(
  deps: ChangeDeps,
  order: ChangeOrder,
  receipt: Receipt<PolicyVersionId> | null,
): Promise<PolicyVersionId> {
  const now = deps.clock()
  const seen = await findSale(deps.db, order.caller, order.policyId, now)
  const { kind, decided } = await decideChange(deps, seen, order, now)
  // The order names the version that was seen, and a version says the same for ever.
  const decide = (policy: Policy) => {
    assertOrderable(kind, policy, order, now)
    return decided
  }
  return acceptOrder(deps, order, decide, receipt)
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
  now: Temporal.Instant,
): Promise<DecidedChange> {
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
  const timeline = await layWhereOld(deps.db, policy, version, now)
  const asked = decideEffectiveDay(timeline, { asked: order.effectiveDate, caller, life, today })
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
  const ruled = [...(asked.ok ? [] : [asked.error]), ...change.errors]
  const all = [...notYetTold(order.bodyErrors, ruled), ...ruled]
  if (all.length > 0) throw invalidData(all, policy.language)
  if (change.places.length === 0) throw nothingToChange()
  const contentId = mintId('pco', now)
  const known = knownFrom(change.after)
  return {
    kind: Temporal.PlainDate.compare(day, today) < 0 ? 'correction' : 'change',
    decided: {
      kind: 'change',
      effectiveDay: day,
      change: { places: change.places, content_id: contentId, quote_id: null },
      contents: [{ id: contentId, policyId: policy.id, ...known }],
      told: {
        effective_date: day.toString(),
        fields: change.places.map((place) => place.join('.')),
      },
    },
  }
}
