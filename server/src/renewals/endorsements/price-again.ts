import { type Moment, pathsIn } from '../../kernel/index.ts'
import type { Transaction } from '../../database/index.ts'
import { recordEvents } from '../../events/index.ts'
import { enqueue } from '../../jobs/index.ts'
import { type Policy, pick, updateTermEnd } from '../../policies/index.ts'
import { type GivenForTerm, isOpen, nothingGiven } from '../renewal.ts'
import { selectRenewal, upsertRenewal } from '../renewal-store.ts'

/**
 * Has the next term priced again, because what is endorsed for it has changed. What was offered does not
 * hold any more, nor does its acceptance: it is of other values. With the policy locked.
 */
export async function priceAgain(
  tx: Transaction,
  policy: Policy,
  firstDay: Temporal.PlainDate,
  /** Values that were recorded now, and count more than what was given for the same fields before. */
  recorded: GivenForTerm,
  moment: Moment,
): Promise<void> {
  const row = await selectRenewal(tx, policy.id, firstDay)
  // Before its notice nothing is priced, and what is being priced is looked at again.
  if (row === undefined || !isOpen(row) || row.state === 'voided') return
  const { id: policyId, versionId, termLastDay, renewalNoticeAt } = policy
  const given = {
    answers: without(row.given.answers, recorded.answers),
    data: without(row.given.data, recorded.data),
  }
  const undecided = { tokenHash: null, offeredAt: null, decidedAt: null, decidedBy: null }
  await upsertRenewal(
    tx,
    { ...row, ...undecided, state: 'scheduled', problems: [], paymentAfter: null, given },
    policy,
  )
  if (row.state === 'offered' || row.state === 'accepted') {
    const data = {
      first_day: row.firstDay.toString(),
      last_day: row.lastDay?.toString() ?? null,
      reason: 'endorsed',
    } as const
    await recordEvents(tx, [{ type: 'renewal.voided', about: policy, data }], moment)
    const renews = row.kind === 'automatic'
    await updateTermEnd(tx, policyId, { termLastDay, renews, renewalNoticeAt })
  }
  await enqueue(tx, 'price_renewal', { policyId, versionId })
}

/** The same where nothing was given anew, but somebody else is to decide: the link of the offer ends. */
export async function offerAgain(tx: Transaction, policy: Policy, moment: Moment): Promise<void> {
  const { termLastDay } = policy
  if (termLastDay === null) return
  await priceAgain(tx, policy, termLastDay.add({ days: 1 }), nothingGiven, moment)
}

/** The values except those at the paths of others. */
function without(
  values: GivenForTerm['answers'],
  others: GivenForTerm['answers'],
): GivenForTerm['answers'] {
  const replaced = pathsIn(others)
  return pick(
    values,
    pathsIn(values).filter(
      (path) =>
        !replaced.some((one) => one.every((name, n) => n >= path.length || path[n] === name)),
    ),
  )
}
