import { passSecondPerson } from '../../approvals/index.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Caller } from '../../identity/index.ts'
import { type ReplayWriter, completeReservation } from '../../idempotency/index.ts'
import type { OutcomeDeps } from '../record-outcome.ts'
import { onPayout } from './find-payout.ts'
import { type Payout, refusalOfRelease } from './payout.ts'
import { lockPayout, updatePayout } from './payout-store.ts'

/** An amount for which an account wants two people may go to the bank. */
export async function releasePayout(
  deps: OutcomeDeps,
  request: { readonly caller: Caller; readonly payoutId: string },
  replay: ReplayWriter<Payout> | null,
): Promise<Payout> {
  const { caller } = request
  return onPayout(deps, request, async (tx, payout, moment) => {
    const refusal = refusalOfRelease(payout)
    if (refusal !== null) throw refusal
    const { id, insurerId, livemode, amount, currency, last4 } = payout
    await updatePayout(tx, payout, { ...payout, releasedAt: moment.now })
    const changed = (await lockPayout(tx, id)) ?? payout
    await recordAudit(
      tx,
      caller,
      {
        action: 'payout.released',
        accountId: insurerId,
        livemode,
        subjectId: id,
        before: { released: payout.releasedAt !== null },
        after: { released: true, amount, last4 },
      },
      moment,
    )
    const act = { kind: 'payouts', subjectId: id, money: { amount, currency } } as const
    await passSecondPerson(tx, caller, { ...act, sale: payout }, moment)
    await completeReservation(tx, replay, changed)
    return changed
  })
}
