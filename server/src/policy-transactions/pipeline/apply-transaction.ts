import { todayIn } from '../../kernel/index.ts'
import type { Reader } from '../../database/index.ts'
import {
  type BillingAdjustment,
  arrearsOf,
  previewBilling,
  withoutOpenFees,
} from '../../ledger/index.ts'
import {
  type PolicyVersion,
  type VersionOf,
  billingPlan,
  periodsFallenDue,
} from '../../policies/index.ts'
import type { LifeSettings } from '../../products/index.ts'
import type { BillingPeriod } from '../../timelines/index.ts'
import type { Applied, TransactionInput } from '../kind.ts'
import { requestedKindOf } from '../registry.ts'
import type { RequestedKind } from '../request.ts'
import { type PlanOutcome, planOutcome } from '../kinds/endorsement/plan-change.ts'
import { type PremiumSettlement, settlementOf } from './settlement.ts'
import { readChain } from './transaction-chain.ts'

/** The result of a transaction for the policy and its money. */
export interface TransactionOutcome extends Applied {
  readonly adjustment: BillingAdjustment
  /** Periods that became due while there was no cover: it charges them for the first time. */
  readonly fallenDue: readonly BillingPeriod[]
  /** The arrears that have to be paid with it. */
  readonly arrears: number
  readonly settled: PremiumSettlement
  /** Where it changes the payment plan. */
  readonly plan: PlanOutcome | null
  /** The last day for paying it, where it counts only once it is paid for; else null. */
  readonly payUntil: Temporal.PlainDate | null
}

type RequestedInput = Omit<TransactionInput, 'readChain' | 'version'> & {
  readonly version: VersionOf<RequestedKind>
}

/**
 * Applies a requested transaction and writes nothing: the transaction itself and its preview both come
 * here, so that they cannot disagree.
 */
export async function applyTransaction(
  db: Reader,
  input: RequestedInput,
): Promise<TransactionOutcome> {
  const { policy, version, product, now } = input
  const {
    apply,
    isPaidInFull,
    proposed,
    waivesFees = false,
    isInvoicedAtOnce = false,
  } = requestedKindOf(version.kind)
  const charged = waivesFees ? withoutOpenFees(input.charged) : input.charged
  const applied = await apply(db, { ...input, charged, readChain: () => readChain(db, input) })
  const today = todayIn(policy.timeZone, now)
  const fallenDue = isPaidInFull ? periodsFallenDue({ ...input, ...applied }, today) : []
  const adjustment = previewBilling(applied.timeline, charged, fallenDue)
  const arrears = isPaidInFull ? arrearsOf(charged, adjustment, today) : 0
  const { life } = product.definition
  const plan = product.plans.get(policy.planId)
  const isNow = isPaidInFull || isInvoicedAtOnce
  const premiumSettled = settlementOf(
    applied.timeline,
    charged.periods,
    { ...life, increaseDue: increaseDueOf(life, { isNow, isProposed: proposed !== null }) },
    today,
    (planId) => product.plans.get(planId)?.dueDay ?? null,
  )
  const settled =
    isInvoicedAtOnce && premiumSettled.settledBy === 'payment'
      ? {
          ...premiumSettled,
          settledOn: today.add({ days: Math.max(1, plan?.issueDaysBefore ?? 0) }),
        }
      : premiumSettled
  const isOwedNow = isPaidInFull
    ? adjustment.owed + arrears > 0
    : settled.settledBy === 'payment' && adjustment.owed > 0
  const isPaidFirst = isOwedNow && proposed !== null
  return {
    ...applied,
    adjustment,
    fallenDue,
    arrears,
    settled,
    plan:
      version.kind === 'endorsement'
        ? planOutcome(version, input.before, applied.timeline, (plan) =>
            billingPlan(product, policy, plan),
          )
        : null,
    payUntil: isPaidFirst ? payUntil(version, today) : null,
  }
}

/** What nobody can be asked to pay first comes with the next instalment, as far as there is one. */
function increaseDueOf(
  { increaseDue }: LifeSettings,
  { isNow, isProposed }: { readonly isNow: boolean; readonly isProposed: boolean },
): LifeSettings['increaseDue'] {
  if (isNow) return 'now'
  return isProposed ? increaseDue : 'next'
}

/** The day from which it counts, or today where that has passed: nobody pays for cover after the loss. */
function payUntil({ effectiveDay }: PolicyVersion, today: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(effectiveDay, today) < 0 ? today : effectiveDay
}
