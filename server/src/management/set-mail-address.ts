import type { Clock, Refusal } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import {
  type Caller,
  type ManagedAccount,
  isWithin,
  lockAccount,
  updateMailAddress,
} from '../identity/index.ts'
import { managedAccount } from './managed-account.ts'
import { accountNotFound } from './reasons.ts'

export interface MailAddressRequest {
  readonly caller: Caller
  readonly distributorId: string
  /** Null where the distributor is to get no mails. */
  readonly address: string | null
}

/** Why no address of this account can be set: an insurer sets those of the distributors that it created. */
export function refusalOfMailAddress(
  { account, limits }: Pick<Caller, 'account' | 'limits'>,
  { id, kind }: ManagedAccount,
): Refusal | null {
  const isSeen = isWithin(limits, { productId: '', distributorId: id })
  const isItsOwn = kind === 'distributor' && id !== account.id
  return isSeen && isItsOwn ? null : accountNotFound(id)
}

/** Says where mails about the sales of a distributor go. */
export async function setMailAddress(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { caller, distributorId, address }: MailAddressRequest,
): Promise<ManagedAccount> {
  const now = clock()
  return db.transaction(async (tx) => {
    const { id } = await managedAccount(tx, caller, distributorId as ManagedAccount['id']) // Only looked up.
    await lockAccount(tx, id)
    const before = await managedAccount(tx, caller, id)
    const refusal = refusalOfMailAddress(caller, before)
    if (refusal !== null) throw refusal
    if (before.mailAddress === address) return before
    await updateMailAddress(tx, id, address)
    const change = { action: 'distributor.mail_address_set', subjectId: id } as const
    const values = {
      before: { email: before.mailAddress },
      after: { email: address },
    }
    await recordAudit(tx, caller, { ...change, ...values }, now)
    return { ...before, mailAddress: address }
  })
}
