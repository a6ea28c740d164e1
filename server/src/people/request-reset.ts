import { type Clock, mintId } from '../kernel/index.ts'
import { recordAuditIn } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import type { RequestOrigin } from '../identity/index.ts'
import { readEmail } from './user.ts'
import { selectAccountsOf, updateResetRequested } from './user-store.ts'

/** Asking again within this time changes nothing, so that strangers cannot fill the audit log. */
const notedEvery = { hours: 1 }

/**
 * Notes that somebody asks for a new password; administrators see it, and create the link. Whether or
 * not the address is known, the same statements run.
 */
export async function requestReset(
  deps: { readonly db: Database; readonly clock: Clock },
  given: string,
  request: RequestOrigin | null,
): Promise<void> {
  const now = deps.clock()
  const email = readEmail(given) ?? given.toLowerCase()
  await deps.db.transaction(async (tx) => {
    const moments = { at: now, unlessSince: now.subtract(notedEvery) }
    const userId = (await updateResetRequested(tx, email, moments)) ?? mintId('usr', now)
    const accounts = await selectAccountsOf(tx, userId)
    const change = { action: 'user.reset_requested', subjectId: userId } as const
    const entry = { ...change, before: null, after: null }
    await recordAuditIn(tx, accounts, { actor: null, request }, entry, now)
  })
}
