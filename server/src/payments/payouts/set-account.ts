import type { Transaction } from '../../database/index.ts'
import { passSecondPerson } from '../../approvals/index.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Caller } from '../../identity/index.ts'
import { type ReplayWriter, completeReservation } from '../../idempotency/index.ts'
import type { KeyRing } from '../../sealing/index.ts'
import type { OutcomeDeps } from '../record-outcome.ts'
import { selectRefund } from '../refund-store.ts'
import { type BankAccount, openAccount, sealAccount } from './bank-account.ts'
import { deleteAccount, replaceAccounts, selectPayer } from './bank-account-store.ts'
import { onPayout } from './find-payout.ts'
import { type Payout, refusalOfAccount } from './payout.ts'
import { lockPayout, updatePayout } from './payout-store.ts'

/** A person says where the money goes. Any account but the one that paid may need a second person. */
export async function setAccount(
  deps: OutcomeDeps & { readonly keyRing: KeyRing },
  request: {
    readonly caller: Caller
    readonly payoutId: string
    readonly account: BankAccount
  },
  replay: ReplayWriter<Payout> | null,
): Promise<Payout> {
  const { caller, account } = request
  return onPayout(deps, request, async (tx, payout, moment) => {
    const refusal = refusalOfAccount(payout)
    if (refusal !== null) throw refusal
    const { id, refundId, insurerId, livemode, amount, currency } = payout
    const payer = refundId === null ? null : await payerOf(deps, tx, refundId)
    const isPayer = payer?.iban === account.iban
    const sealed = sealAccount(deps.keyRing, id, account)
    if (isPayer) await deleteAccount(tx, id)
    else await replaceAccounts(tx, [sealed])
    await updatePayout(tx, payout, {
      ...payout,
      state: 'pending',
      accountOf: isPayer ? payer.owner : id,
      // Whoever approves this call sees the amount and the account.
      releasedAt: caller.secondPerson === undefined ? null : moment.now,
    })
    const changed = (await lockPayout(tx, id)) ?? payout
    await recordAudit(
      tx,
      caller,
      {
        action: 'payout.account_set',
        accountId: insurerId,
        livemode,
        subjectId: id,
        before: { state: payout.state, last4: payout.last4 },
        after: { state: changed.state, last4: changed.last4, paid_from_it: isPayer },
      },
      moment,
    )
    const money = { amount, currency }
    // Where one was asked, they release the amount, whichever account it is.
    if (!isPayer || caller.secondPerson !== undefined) {
      const act = { kind: 'payout_accounts', subjectId: id, money, sale: payout } as const
      await passSecondPerson(tx, caller, act, moment)
    }
    await completeReservation(tx, replay, changed)
    return changed
  })
}

/** The account that the refunded payment came from. */
async function payerOf(
  { keyRing }: { readonly keyRing: KeyRing },
  tx: Transaction,
  refundId: NonNullable<Payout['refundId']>,
) {
  const refund = await selectRefund(tx, refundId)
  const sealed = refund && (await selectPayer(tx, refund.paymentId))
  return sealed === undefined
    ? null
    : { owner: sealed.owner, iban: openAccount(keyRing, sealed).iban }
}
