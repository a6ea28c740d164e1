import type { AccountId, Clock } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import type { Caller } from '../identity/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'

/** A record with masked fields. */
export interface RevealedRecord {
  readonly id: string
  readonly insurerId: AccountId
  readonly livemode: boolean
}

/** Records that masked personal data is shown: the field and the reason, never the value. */
export async function recordReveal(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  caller: Caller,
  { id, insurerId, livemode }: RevealedRecord,
  revealed: { readonly field: string; readonly reason: string },
  replay: ReplayWriter<typeof revealed> | null,
): Promise<void> {
  const entry = {
    action: 'personal_data.revealed',
    accountId: insurerId,
    livemode,
    subjectId: id,
    before: null,
    after: { ...revealed },
  } as const
  await db.transaction(async (tx) => {
    await recordAudit(tx, caller, entry, clock())
    await completeReservation(tx, replay, revealed)
  })
}
