import { todayIn } from '../kernel/index.ts'
import type { Reader } from '../database/index.ts'
import { type Charged, type Reckoning, arrearsOf, foresee } from '../ledger/index.ts'
import type { LifeSettings, LoadedVersion } from '../products/index.ts'
import type { BillingPeriod, Conflict } from '../timelines/index.ts'
import { endingRuleOf } from './ending-rule.ts'
import { type ForeseenChange, foreseeChange } from './foresee-change.ts'
import { periodsFallenDue } from './instalments-due.ts'
import { layCancellation } from './lay-cancellation.ts'
import { layChange } from './lay-change.ts'
import { layReinstatement } from './lay-reinstatement.ts'
import type { DraftedOrder } from './order-chain.ts'
import type { Policy } from './policy.ts'
import type { PolicyContent, PolicyTimeline, PolicyVersion } from './policy-version.ts'
import type { QuotesByDay } from './price-again.ts'

/** An order that may be carried out, with all that its outcome follows from. */
export interface OrderToLay extends DraftedOrder {
  readonly policy: Policy
  readonly product: LoadedVersion
  /** What holds until now. */
  readonly before: PolicyTimeline
  readonly charged: Charged
  /** What was priced again for it. */
  readonly quotes: QuotesByDay
  readonly now: Temporal.Instant
}

/** What an order makes of a policy, and of its money. */
export interface OrderLaid {
  readonly timeline: PolicyTimeline
  /** Data that stood nowhere before, besides what the order itself brings. */
  readonly contents: readonly PolicyContent[]
  readonly conflicts: readonly Conflict[]
  readonly reckoning: Reckoning
  /** Periods that became due while there was no cover: it charges them for the first time. */
  readonly fallenDue: readonly BillingPeriod[]
  /** What is open from before and has to be paid with it. */
  readonly arrears: number
  readonly settled: ForeseenChange
  /** The last day for paying it, where it holds only once it is paid for; else null. */
  readonly payUntil: Temporal.PlainDate | null
}

/**
 * Lays an order out and writes nothing: what carries it out and what only looks at it both come here,
 * so that they cannot disagree.
 */
export async function layOrder(db: Reader, order: OrderToLay): Promise<OrderLaid> {
  const { policy, version, product, charged, now } = order
  const laid = await lay(db, order)
  const today = todayIn(policy.timeZone, now)
  const isReinstated = version.kind === 'reinstatement'
  const fallenDue = isReinstated ? periodsFallenDue({ ...order, ...laid }, today) : []
  const reckoning = foresee(laid.timeline, charged, fallenDue)
  const arrears = isReinstated ? arrearsOf(charged, reckoning, today) : 0
  const life = lifeOf(version, product)
  const dueDay = product.plans.get(policy.planId)?.dueDay ?? null
  const settled = foreseeChange(laid.timeline, charged.periods, life, today, dueDay)
  const isPaidFirst = isReinstated
    ? reckoning.owed + arrears > 0
    : settled.settledBy === 'payment' && reckoning.owed > 0
  return {
    ...laid,
    reckoning,
    fallenDue,
    arrears,
    settled,
    payUntil: isPaidFirst ? payUntil(version, today) : null,
  }
}

type LaidOut = Pick<OrderLaid, 'timeline' | 'contents' | 'conflicts'>

async function lay(db: Reader, order: OrderToLay): Promise<LaidOut> {
  const { policy, version, brought, product, before } = order
  const nothingElse = { contents: [], conflicts: [] }
  switch (version.kind) {
    case 'cancellation': {
      const rule = endingRuleOf(product.definition, policy, version.createdAt)
      return { timeline: layCancellation(version.change, before, rule), ...nothingElse }
    }
    case 'reinstatement':
      return { timeline: await layReinstatement(db, policy, version), ...nothingElse }
    case 'change':
      return layChange(db, { version, brought }, order)
    case 'offer':
    case 'lapse':
    case 'renewal':
    case 'suspension':
    case 'resumption':
      throw new Error(`version ${version.id} is a ${version.kind}, which nobody orders`)
  }
}

/** What a reinstatement leaves to be paid is paid first, whatever a product says of changes. */
function lifeOf({ kind }: PolicyVersion, { definition }: LoadedVersion): LifeSettings {
  return kind === 'reinstatement' ? { ...definition.life, increaseDue: 'now' } : definition.life
}

/** The day from which it counts, or today where that has passed: nobody pays for cover after the loss. */
function payUntil({ effectiveDay }: PolicyVersion, today: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(effectiveDay, today) < 0 ? today : effectiveDay
}
