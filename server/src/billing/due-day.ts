import type { Mandate, Payment } from '../payments/index.ts'
import type { PolicyTimeline } from '../policies/index.ts'
import { type PaymentPlanDefinition, isCollectedElsewhere } from '../products/index.ts'
import type { DuePeriod } from '../timelines/index.ts'

/** How the invoices of a policy are collected. */
export interface Collection {
  /** The last payment, where another party collects. */
  readonly elsewhere: Payment | null
  readonly paysHimself: boolean
}

export function collectionOf(
  { receipts }: Pick<PaymentPlanDefinition, 'receipts'>,
  mandate: Mandate | undefined,
  before: Payment | undefined,
): Collection {
  const isOurs = mandate !== undefined || before === undefined || receipts === 'tracked'
  const elsewhere = !isOurs && isCollectedElsewhere(before.provider) ? before : null
  return { elsewhere, paysHimself: mandate === undefined && elsewhere === null }
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
