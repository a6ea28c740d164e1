import type { Moment } from '../../kernel/index.ts'
import type { Transaction } from '../../database/index.ts'
import { type Duty, insertDeadline } from '../../deadlines/index.ts'
import { recordEvents } from '../../events/index.ts'
import { type Policy, selectPolicy, statusAt } from '../../policies/index.ts'
import type { RenewalState } from '../renewal.ts'
import { selectRenewal } from '../renewal-store.ts'
import type { NextTermEndorsement, VoidReason } from './next-term-endorsement.ts'
import {
  endNextTermEndorsements,
  selectNextTermEndorsements,
  selectPending,
} from './next-term-endorsement-store.ts'

/** The policy has the next term, with all that was endorsed for it. With the policy locked. */
export async function applyPending(
  tx: Transaction,
  policy: Policy,
  firstDay: Temporal.PlainDate,
  moment: Moment,
): Promise<void> {
  const pending = await selectPending(tx, policy.id, firstDay)
  await endAll(tx, policy, pending, { state: 'applied' }, moment)
}

/** The next term does not come, or not with what was endorsed for it. With the policy locked. */
export async function voidPending(
  tx: Transaction,
  policy: Policy,
  firstDay: Temporal.PlainDate,
  reason: VoidReason,
  moment: Moment,
): Promise<void> {
  const pending = await selectPending(tx, policy.id, firstDay)
  await endAll(tx, policy, pending, { state: 'voided', reason }, moment)
}

/**
 * The first moment of the next term: what is endorsed for a term that does not come is void. A renewal may
 * be late, as long as the policy is in force: then it is looked at again.
 */
export const endWithTerm: Duty = async (tx, { policyId, clockId, key }, moment) => {
  const [id = ''] = key.split(' ')
  const all = await selectNextTermEndorsements(tx, policyId)
  const found = all.find((one) => one.id === id)
  const policy = await selectPolicy(tx, policyId)
  if (found?.state !== 'pending' || policy === undefined) return
  const { now } = moment
  const status = statusAt(policy, now)
  if (status === 'paid') {
    const again = { policyId, clockId, kind: 'next_term', dueAt: now.add({ hours: 24 }) } as const
    await insertDeadline(tx, { ...again, key: `${id} ${now.epochMilliseconds}` })
    return
  }
  const row = await selectRenewal(tx, policyId, found.firstDay)
  const reason = status === 'cancelled' ? 'cancelled' : reasonOf(row?.state)
  await endAll(tx, policy, [found], { state: 'voided', reason }, moment)
}

function reasonOf(state: RenewalState | undefined): VoidReason {
  return state === 'blocked' || state === 'knocked_out' || state === 'declined'
    ? state
    : 'not_accepted'
}

type End = { readonly state: 'applied' } | { readonly state: 'voided'; readonly reason: VoidReason }

async function endAll(
  tx: Transaction,
  policy: Policy,
  endorsements: readonly NextTermEndorsement[],
  end: End,
  moment: Moment,
): Promise<void> {
  if (endorsements.length === 0) return
  const ids = endorsements.map(({ id }) => id)
  await endNextTermEndorsements(tx, ids, { ...end, at: moment.now })
  const news = endorsements.map(({ id, firstDay }) => {
    const data = { endorsement_id: id, effective_date: firstDay.toString() }
    return end.state === 'applied'
      ? ({ type: 'renewal.endorsement_applied', about: policy, data } as const)
      : ({
          type: 'renewal.endorsement_voided',
          about: policy,
          data: { ...data, reason: end.reason },
        } as const)
  })
  await recordEvents(tx, news, moment)
}
