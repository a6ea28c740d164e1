import { parseDay } from '../../../kernel/index.ts'
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
import { readReceiptDay } from '../receipt-day.ts'
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
  const receivedOn = readReceiptDay(policy, request, life, now, withdrawalDateInvalid)
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

function readSending(
  policy: Policy,
  { sentOn }: WithdrawalRequest,
  receivedOn: Temporal.PlainDate,
): Temporal.PlainDate {
  const day = sentOn === null ? receivedOn : parseDay(sentOn)
  if (day === null) throw withdrawalDateInvalid('sent_on', 'iso_date', null)
  if (isBefore(receivedOn, day)) {
    throw withdrawalDateInvalid('sent_on', 'before_or_equal', receivedOn.toString())
  }
  const concluded = conclusionDay(policy)
  if (isBefore(day, concluded)) {
    throw withdrawalDateInvalid('sent_on', 'after_or_equal', concluded.toString())
  }
  return day
}

function earlier(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return isBefore(other, one) ? other : one
}

function isBefore(day: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, other) < 0
}
