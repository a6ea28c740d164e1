import type { Moment } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { dropDeadline } from '../deadlines/index.ts'
import { recordEvents } from '../events/index.ts'
import { resumePolicy } from '../policy-transactions/index.ts'
import { voidPostLetters } from '../post/index.ts'
import { upsertCase } from './case-store.ts'
import { coverResumesFrom } from './cover-resumes-from.ts'
import type { CaseState } from './dunning-case.ts'
import { newsOfCase } from './dunning-news.ts'
import type { SeenCase } from './look-at-arrears.ts'
import { nextLook } from './next-look.ts'

/** Everything overdue is settled. A suspended cover resumes. */
export async function cureCase(tx: Transaction, seen: SeenCase, moment: Moment): Promise<void> {
  // A reinstatement that was paid for resumed it already.
  const isSuspended = seen.open.step === 'suspended' && seen.policy.suspendedSince !== null
  if (isSuspended && !isFirstOpen(seen)) {
    await resumePolicy(tx, seen.policy, coverResumesFrom(seen), moment)
  }
  await close(tx, { ...seen, open: { ...seen.open, overdue: 0 } }, 'cured', moment)
}

/** Before the first premium is paid there is no cover that could resume. */
export function isFirstOpen({ isHeldBack, arrears }: SeenCase): boolean {
  return isHeldBack && arrears.open.some(({ kind }) => kind === 'sale')
}

/** There is no cover any more that it could end. */
export async function endCase(tx: Transaction, seen: SeenCase, moment: Moment): Promise<void> {
  await close(tx, seen, 'ended', moment)
}

async function close(
  tx: Transaction,
  { policy, open, settings, letters }: SeenCase,
  state: Extract<CaseState, 'cured' | 'ended'>,
  moment: Moment,
): Promise<void> {
  await upsertCase(tx, { ...open, state, waitsFor: null, closedAt: moment.now })
  if (settings.proof !== undefined) {
    await voidPostLetters(
      tx,
      letters.map(({ id }) => id),
    )
  }
  await dropDeadline(tx, nextLook(policy, open, open.stepDay))
  const news = newsOfCase(`dunning.${state}`, open, policy, { step: open.step })
  await recordEvents(tx, [news], moment)
}
