import type { Clock } from '../../kernel/index.ts'
import type { Database } from '../../database/index.ts'
import { recordEvents } from '../../events/index.ts'
import { updateRefused } from './credential-store.ts'
import type { StoredCredentials } from './credentials.ts'

/**
 * Records that the provider refuses the account, because its key was revoked or may not do something.
 * The first refusal is an event; what was to be collected waits until the account works again.
 */
export async function refuseAccount(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  account: StoredCredentials,
  reason: string,
): Promise<void> {
  const { insurerId, livemode, provider } = account
  const now = clock()
  await db.transaction(async (tx) => {
    if (!(await updateRefused(tx, account, reason, now))) return
    const about = { id: insurerId, livemode, insurerId, distributorId: null }
    await recordEvents(
      tx,
      [{ type: 'payment_provider.refused', about, data: { provider, reason } }],
      now,
    )
  })
}
