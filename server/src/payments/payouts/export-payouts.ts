import { type Clock, csvLine, isId, mintId } from '../../kernel/index.ts'
import { selectApprovalRules } from '../../approvals/index.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Database, Queryable } from '../../database/index.ts'
import type { Caller } from '../../identity/index.ts'
import { type ReplayWriter, completeReservation } from '../../idempotency/index.ts'
import { selectPolicies } from '../../policies/index.ts'
import type { KeyRing } from '../../sealing/index.ts'
import { openAccount } from './bank-account.ts'
import { selectAccounts } from './bank-account-store.ts'
import { decimalAmount } from './decimal-amount.ts'
import {
  type PayoutBatch,
  insertBatch,
  selectBatch,
  updateDownloaded,
} from './payout-batch-store.ts'
import { selectPending, selectExported, updateExported } from './payout-store.ts'
import { batchDownloaded, noPayouts, payoutBatchNotFound } from './reasons.ts'

/** The rest waits for the next batch. */
export const payoutsPerBatchMax = 10_000

/** A batch with what it sums to. */
export interface ExportedBatch extends PayoutBatch {
  readonly count: number
  readonly totals: readonly { readonly currency: string; readonly amount: number }[]
  /** How many were not exported, up to the limit of a batch: they need to be released, or are beyond it. */
  readonly held: number
}

/**
 * Gives the bank everything that is pending, each payout in one batch only. What needs a second person
 * and was not released waits.
 */
export async function exportPayouts(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { caller, currency }: { readonly caller: Caller; readonly currency: string | null },
  replay: ReplayWriter<ExportedBatch> | null,
): Promise<ExportedBatch> {
  const { account, livemode } = caller
  return db.transaction(async (tx) => {
    const now = clock()
    const rules = await selectApprovalRules(tx, account.id)
    const rule = rules.find(({ act }) => act === 'payouts')
    const limits = rule === undefined ? null : (rule.above ?? {})
    const wanted = { insurerId: account.id, livemode, currency, limits }
    const batch = { id: mintId('pyb', now), insurerId: account.id, livemode, createdAt: now }
    await insertBatch(tx, batch)
    const exported = await updateExported(tx, wanted, batch.id, payoutsPerBatchMax)
    const { length: held } = await selectPending(tx, wanted, payoutsPerBatchMax)
    if (exported.length === 0) throw noPayouts(held)
    const totals = [...Map.groupBy(exported, (one) => one.currency)].map(([of, some]) => ({
      currency: of,
      amount: some.reduce((sum, { amount }) => sum + amount, 0),
    }))
    const made = { ...batch, count: exported.length, totals, held }
    await recordAudit(
      tx,
      caller,
      {
        action: 'payouts.exported',
        livemode,
        subjectId: batch.id,
        before: null,
        after: { payouts: made.count, totals },
      },
      now,
    )
    await completeReservation(tx, replay, made)
    return made
  })
}

/** Begins the file of a batch. A second one takes an explicit wish, so that nothing is paid twice. */
export async function downloadBatch(
  deps: { readonly db: Database; readonly clock: Clock; readonly keyRing: KeyRing },
  { caller, batchId, isAgain }: { caller: Caller; batchId: string; isAgain: boolean },
): Promise<{ readonly downloads: number; readonly lines: AsyncGenerator<string> }> {
  const batch = isId('pyb', batchId) ? await selectBatch(deps.db, batchId) : undefined
  const isItsOwn = batch?.insurerId === caller.account.id && batch.livemode === caller.livemode
  if (batch === undefined || !isItsOwn) throw payoutBatchNotFound(batchId)
  const downloads = await deps.db.transaction(async (tx) => {
    const counted = await updateDownloaded(tx, batch.id, isAgain)
    if (counted === undefined) throw batchDownloaded(batch.id)
    const { id: subjectId, livemode } = batch
    const after = { downloads: counted }
    const entry = {
      action: 'payouts.downloaded',
      livemode,
      subjectId,
      before: null,
      after,
    } as const
    await recordAudit(tx, caller, entry, deps.clock())
    return counted
  })
  return { downloads, lines: linesOf(deps, batch) }
}

const columns = [
  'payout_id',
  'beneficiary',
  'iban',
  'amount',
  'currency',
  'reference',
  'due_date',
] as const
const rowsPerPage = 500

async function* linesOf(
  { db, keyRing }: { readonly db: Queryable; readonly keyRing: KeyRing },
  { id }: PayoutBatch,
): AsyncGenerator<string> {
  yield csvLine(columns)
  for (let after = ''; ;) {
    const payouts = await selectExported(db, id, after, rowsPerPage)
    const owners = payouts.flatMap(({ accountOf }) => accountOf ?? [])
    const ids = payouts.map(({ policyId }) => policyId)
    const accounts = new Map(
      (await selectAccounts(db, owners)).map((one) => [one.owner as string, one]),
    )
    const policies = new Map((await selectPolicies(db, ids)).map((one) => [one.id, one]))
    yield payouts
      .map((payout) => {
        const sealed = accounts.get(payout.accountOf ?? '')
        const policy = policies.get(payout.policyId)
        if (sealed === undefined || policy === undefined) {
          throw new Error(`payout ${payout.id} has no account, or no policy`)
        }
        const { iban, holder } = openAccount(keyRing, sealed)
        return csvLine([
          payout.id,
          holder ?? `${policy.firstName} ${policy.lastName}`,
          iban,
          decimalAmount(payout.amount, payout.currency),
          payout.currency.toUpperCase(),
          `${policy.insurerPolicyId} ${payout.refundId ?? payout.id}`,
          payout.dueDay?.toString() ?? '',
        ])
      })
      .join('')
    const last = payouts.at(-1)
    if (last === undefined || payouts.length < rowsPerPage) return
    after = last.id
  }
}
