import { todayIn } from '../../../kernel/index.ts'
import { withdrawTimeline } from '../../../timelines/index.ts'
import type { RequestedKindDefinition } from '../../kind.ts'
import { noRightOfWithdrawal, policyWithdrawn, withdrawalPeriodOver } from '../../reasons.ts'
import { allowedUntilEnd } from '../../situation.ts'
import { cancelledEvent, endedStep, lastDayOf, stateAfterEnd } from '../ended.ts'
import { isInTime, withdrawalPeriod } from './withdrawal-period.ts'

/** The customer withdraws from the contract, as the law allows for some days after the sale. */
export const withdrawal: RequestedKindDefinition<'withdrawal'> = {
  allowedIn: {
    ...allowedUntilEnd('withdrawn'),
    // One that was cancelled, or has lapsed, can still be withdrawn from: the right is the stronger one.
    cancelled: null,
    withdrawn: (id) => policyWithdrawn(id, 'withdrawn again'),
  },
  isOpenTo: ({ policy, withdrawalRight: right, now }) =>
    right !== null && isInTime(withdrawalPeriod(policy, right), todayIn(policy.timeZone, now)),
  whyClosed: ({ policy, withdrawalRight: right }) => {
    const period = right && withdrawalPeriod(policy, right)
    if (period === null) return noRightOfWithdrawal(policy.id)
    return withdrawalPeriodOver(policy.id, period.lastDay.toString())
  },
  statusesBefore: ['paid', 'cancelled'],
  isPaidInFull: false,
  waivesFees: true,
  apply: (_, { version: { details }, before }) => ({
    timeline: withdrawTimeline(before, lastDayOf(details), details.is_void),
    contents: [],
    conflicts: [],
  }),
  replay: endedStep,
  stateAfter: (before, version, now) => ({
    ...stateAfterEnd(before, version, now),
    withdrawnOn: Temporal.PlainDate.from(version.details.received_on),
  }),
  events: { requested: 'policy.withdrawal_requested', failed: 'policy.withdrawal_failed' },
  proposed: null,
  completed: (about, version) => [
    {
      type: 'policy.withdrawn',
      about,
      data: {
        version_id: version.id,
        received_on: version.details.received_on,
        termination_date: version.details.termination_date,
      },
    },
    // For receivers that know only of cancellations.
    ...cancelledEvent(about, version),
  ],
  documents: ['withdrawal'],
  replacesValues: false,
  undoesEnd: false,
  keepsRenewal: false,
}
