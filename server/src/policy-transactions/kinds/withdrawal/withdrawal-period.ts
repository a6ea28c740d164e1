import { todayIn, workingDayFrom } from '../../../kernel/index.ts'
import type { Policy } from '../../../policies/index.ts'
import type { Law, ProductDefinition, WithdrawalSettings } from '../../../products/index.ts'

/** What decides for how long a customer can withdraw. */
export interface WithdrawalRight extends WithdrawalSettings {
  readonly law: Law
  /** The day on which the customer is known to have the documents; null while that is not proven. */
  readonly deliveredOn: Temporal.PlainDate | null
}

/** The days on which a withdrawal is sent in time, first and last included. */
export interface WithdrawalPeriod {
  readonly firstDay: Temporal.PlainDate
  readonly lastDay: Temporal.PlainDate
}

/** A product that names no law goes by that of Germany. */
export function lawOf({ law }: Pick<ProductDefinition, 'law'>): Law {
  return law ?? 'de'
}

type Concluded = Pick<Policy, 'acceptedAt' | 'issuedAt' | 'timeZone'>

/**
 * The period of the right; null while it has not begun. The day that starts it is not counted, and an end on
 * a day off moves on to the next working day.
 */
export function withdrawalPeriod(
  policy: Concluded,
  right: WithdrawalRight,
): WithdrawalPeriod | null {
  const since = startOf(policy, right)
  if (since === null) return null
  const { days, law, holidays } = right
  return {
    firstDay: since.add({ days: 1 }),
    lastDay: workingDayFrom(since.add({ days }), law, holidays),
  }
}

/** Whether one that is sent on this day is in time: also as long as the period has not begun. */
export function isInTime(period: WithdrawalPeriod | null, sentOn: Temporal.PlainDate): boolean {
  return period === null || Temporal.PlainDate.compare(sentOn, period.lastDay) <= 0
}

/**
 * In Germany the later of the conclusion and the receipt of the documents (par. 8 VVG); in Switzerland the
 * day on which the customer applied or accepted, whatever arrived (art. 2a VVG).
 */
function startOf(policy: Concluded, { law, deliveredOn }: WithdrawalRight) {
  if (law === 'ch') return acceptanceDay(policy)
  const concluded = conclusionDay(policy)
  if (deliveredOn === null) return null
  return Temporal.PlainDate.compare(deliveredOn, concluded) > 0 ? deliveredOn : concluded
}

/** The day on which the contract came about: the policy is issued when the offer is paid. */
export function conclusionDay({
  issuedAt,
  timeZone,
}: Pick<Concluded, 'issuedAt' | 'timeZone'>): Temporal.PlainDate {
  if (issuedAt === null) throw new Error('only what was concluded can be withdrawn from')
  return todayIn(timeZone, issuedAt)
}

/** The day on which the customer accepted, by beginning to pay: an offer itself binds no customer. */
function acceptanceDay(policy: Concluded): Temporal.PlainDate {
  const { acceptedAt, timeZone } = policy
  return acceptedAt === null ? conclusionDay(policy) : todayIn(timeZone, acceptedAt)
}
