import type { Mandate, Payment } from '../payments/index.ts'
import type { PolicyTimeline } from '../policies/index.ts'
import {
  type PaymentMethod,
  type PaymentPlanDefinition,
  isCollectedElsewhere,
} from '../products/index.ts'
import type { DuePeriod } from '../timelines/index.ts'

/** How the invoices of a policy are collected. */
export interface Collection {
  /** The last payment, where another party collects. */
  readonly elsewhere: Payment | null
  /** Whether a mandate lets us collect what is due. */
  readonly isCollected: boolean
  readonly paysHimself: boolean
}

type CollectedPlan = Pick<PaymentPlanDefinition, 'receipts' | 'methods'>

/** By the plan of the period that is asked for: a mandate or a collector of an earlier plan may not be in it. */
export function collectionOf(
  plan: CollectedPlan,
  mandate: Mandate | undefined,
  before: Payment | undefined,
): Collection {
  const isCollected = mandate !== undefined && isListed(plan, mandate)
  const isOurs = isCollected || before === undefined || plan.receipts === 'tracked'
  const elsewhere = isOurs ? null : paidElsewhere(plan, before)
  return { elsewhere, isCollected, paysHimself: !isCollected && elsewhere === null }
}

function isListed({ methods }: CollectedPlan, by: PaymentMethod): boolean {
  return methods.some(({ provider, method }) => provider === by.provider && method === by.method)
}

/** The last payment as the same party would collect the next one, or the only one that the plan lets collect. */
function paidElsewhere(plan: CollectedPlan, before: Payment): Payment | null {
  if (isCollectedElsewhere(before.provider) && isListed(plan, before)) return before
  const [first] = plan.methods
  const isOnlyElsewhere = plan.methods.every(({ provider }) => isCollectedElsewhere(provider))
  return first !== undefined && isOnlyElsewhere ? { ...before, ...first } : null
}

/** The first day on which what is asked for today can be due: who has to pay gets a day for it. */
export function earliestDueDay(
  today: Temporal.PlainDate,
  { paysHimself }: Collection,
): Temporal.PlainDate {
  return paysHimself ? today.add({ days: 1 }) : today
}

/** When a period that is asked for today is due; collecting takes no time. */
export function dueDayOf(
  timeline: PolicyTimeline,
  one: DuePeriod,
  today: Temporal.PlainDate,
  collection: Collection,
): Temporal.PlainDate {
  const hasTime = collection.paysHimself && isRenewed(timeline, one)
  return latest(hasTime ? withTimeToPay(one, today) : one.dueDay, earliestDueDay(today, collection))
}

/** Whether a period begins a term that was not sold but renewed: it is known of on its first day only. */
function isRenewed({ terms }: PolicyTimeline, { period }: DuePeriod): boolean {
  return terms.slice(1).some(({ firstDay }) => firstDay.equals(period.firstDay))
}

/** As many days after it is asked for as the plan has between the two. */
function withTimeToPay(
  { issueDay, dueDay }: DuePeriod,
  today: Temporal.PlainDate,
): Temporal.PlainDate {
  return latest(dueDay, today.add(issueDay.until(dueDay)))
}

export function latest(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(one, other) < 0 ? other : one
}
