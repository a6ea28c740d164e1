import type { AccountId, CommissionAgreementId } from '../kernel/index.ts'

/** When commission is earned: with a period that is charged, or as far as its invoice is paid. */
export const earnings = ['premium', 'payment'] as const
export const payouts = ['paid_out', 'set_off'] as const
export const liabilityMonthsMax = 120

/** What an insurer and a distributor have agreed. It is never changed: a later one takes its place. */
export interface CommissionAgreement {
  readonly id: CommissionAgreementId
  readonly insurerId: AccountId
  readonly distributorId: AccountId
  /** It holds for policies sold from this day on. */
  readonly firstDay: Temporal.PlainDate
  readonly earned: (typeof earnings)[number]
  /** How long after the start of cover a cancellation takes commission back; null without end. */
  readonly liabilityMonths: number | null
  readonly payout: (typeof payouts)[number]
  readonly createdAt: Temporal.Instant
}

/** The agreement of a day: the one that began last. */
export function agreementOn(
  agreements: readonly CommissionAgreement[],
  day: Temporal.PlainDate,
): CommissionAgreement | undefined {
  return agreements
    .filter(({ firstDay }) => Temporal.PlainDate.compare(firstDay, day) <= 0)
    .reduce<CommissionAgreement | undefined>(
      (last, one) =>
        last === undefined || Temporal.PlainDate.compare(one.firstDay, last.firstDay) > 0
          ? one
          : last,
      undefined,
    )
}
