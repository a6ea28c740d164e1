import { parseDay, todayIn } from '../../../kernel/index.ts'
import { type Policy, findPolicy } from '../../../policies/index.ts'
import type { LifeSettings } from '../../../products/index.ts'
import { noRightOfWithdrawal, withdrawalDateInvalid, withdrawalPeriodOver } from '../../reasons.ts'
import {
  type Decide,
  type DecideDeps,
  type DecidedTransaction,
  type TransactionRequest,
  assertRequestable,
  productOf,
} from '../../request.ts'
import { readEarlyCover, readWithdrawalRight } from './read-withdrawal.ts'
import {
  type WithdrawalRight,
  conclusionDay,
  isInTime,
  withdrawalPeriod,
} from './withdrawal-period.ts'
import { withdrawal } from './withdrawal.ts'

export interface WithdrawalRequest extends TransactionRequest {
  /** The day on which the withdrawal was received; today where it is left out. */
  readonly receivedOn: string | null
  /** The day on which it was sent; that of its receipt where it is left out. */
  readonly sentOn: string | null
}

/** Stands where a cancellation has the reason that the customer gave. */
const withdrawalReason = 'The customer has withdrawn from the contract.'

export async function withdrawalBy(deps: DecideDeps, request: WithdrawalRequest): Promise<Decide> {
  const { life, ...definition } = await productOf(deps, request)
  const { id } = await findPolicy(deps.db, request.caller, request.policyId, deps.clock())
  const { right } = await readWithdrawalRight(deps.db, { id }, definition)
  const isAgreed = right !== null && (await readEarlyCover(deps.db, { id }, right))
  return (policy, now) => decideWithdrawal(policy, request, { life, right, isAgreed }, now)
}

/** Whether the customer may withdraw as requested, and what is then left of the cover. */
function decideWithdrawal(
  policy: Policy,
  request: WithdrawalRequest,
  terms: {
    readonly life: LifeSettings
    readonly right: WithdrawalRight | null
    /** Whether the customer agreed to earlier cover. */
    readonly isAgreed: boolean
  },
  now: Temporal.Instant,
): DecidedTransaction {
  assertRequestable(withdrawal.allowedIn, policy, request, now)
  const { life, right, isAgreed } = terms
  if (right === null) throw noRightOfWithdrawal(policy.id)
  const receivedOn = readReceipt(policy, request, life, now)
  const sentOn = readSending(policy, request, receivedOn)
  const period = withdrawalPeriod(policy, right)
  if (period !== null && !isInTime(period, sentOn)) {
    throw withdrawalPeriodOver(policy.id, period.lastDay.toString())
  }
  const isVoid = !isAgreed || right.law === 'ch'
  const lastDay = lastDayAfter(policy, receivedOn, isVoid)
  const days = { received_on: receivedOn.toString(), sent_on: sentOn.toString() }
  return {
    kind: 'withdrawal',
    effectiveDay: lastDay.add({ days: 1 }),
    details: {
      ...days,
      reason: withdrawalReason,
      termination_date: lastDay.toString(),
      cancelled_by: request.caller.account.kind,
      is_void: isVoid,
    },
    audited: days,
  }
}

/** The day of receipt, unless cover ended before. Where nothing is left of it, cover never began. */
function lastDayAfter(
  { startDay, terminationDay }: Policy,
  receivedOn: Temporal.PlainDate,
  isVoid: boolean,
): Temporal.PlainDate {
  if (isVoid) return earlier(receivedOn, startDay.subtract({ days: 1 }))
  return terminationDay === null ? receivedOn : earlier(receivedOn, terminationDay)
}

/** From the conclusion to today; a distributor can go back as far as for other transactions. */
function readReceipt(
  policy: Policy,
  { receivedOn, caller }: WithdrawalRequest,
  life: LifeSettings,
  now: Temporal.Instant,
): Temporal.PlainDate {
  const today = todayIn(policy.timeZone, now)
  const day = receivedOn === null ? today : parseDay(receivedOn)
  if (day === null) throw withdrawalDateInvalid('received_on', 'iso_date', null)
  if (isBefore(today, day)) throw tooLate('received_on', today)
  const concluded = conclusionDay(policy)
  const { distributorBackdateDays: days } = life
  const limit = caller.account.kind === 'insurer' ? concluded : today.subtract({ days })
  const earliest = isBefore(limit, concluded) ? concluded : limit
  if (isBefore(day, earliest)) throw tooEarly('received_on', earliest)
  return day
}

function readSending(
  policy: Policy,
  { sentOn }: WithdrawalRequest,
  receivedOn: Temporal.PlainDate,
): Temporal.PlainDate {
  const day = sentOn === null ? receivedOn : parseDay(sentOn)
  if (day === null) throw withdrawalDateInvalid('sent_on', 'iso_date', null)
  if (isBefore(receivedOn, day)) throw tooLate('sent_on', receivedOn)
  const concluded = conclusionDay(policy)
  if (isBefore(day, concluded)) throw tooEarly('sent_on', concluded)
  return day
}

function tooLate(field: 'received_on' | 'sent_on', last: Temporal.PlainDate) {
  return withdrawalDateInvalid(field, 'before_or_equal', last.toString())
}

function tooEarly(field: 'received_on' | 'sent_on', first: Temporal.PlainDate) {
  return withdrawalDateInvalid(field, 'after_or_equal', first.toString())
}

function earlier(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return isBefore(other, one) ? other : one
}

function isBefore(day: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, other) < 0
}
