import { type Clock } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import { type Database, brokenConstraint } from '../database/index.ts'
import { type Caller, type ManagedAccount, createAccount } from '../identity/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import { accountKeyTaken } from './reasons.ts'

const keyIsUnique = 'accounts_key_by_creator'

/** Makes an account for somebody who will sell the insurer's products. */
export async function createDistributor(
  deps: { readonly db: Database; readonly clock: Clock },
  caller: Caller,
  request: { readonly key: string; readonly name: string },
  replay: ReplayWriter<ManagedAccount> | null,
): Promise<ManagedAccount> {
  const now = deps.clock()
  try {
    return await deps.db.transaction(async (tx) => {
      const created = await createAccount(
        tx,
        { ...request, kind: 'distributor', createdBy: caller.account.id },
        now,
      )
      const account = { ...created, mailAddress: null }
      const change = { action: 'distributor.created', subjectId: account.id } as const
      await recordAudit(tx, caller, { ...change, before: null, after: { ...request } }, now)
      await completeReservation(tx, replay, account)
      return account
    })
  } catch (error) {
    if (brokenConstraint(error) !== keyIsUnique) throw error
    throw accountKeyTaken(request.key)
  }
}
