import { type AuditEntry, recordAuditIn } from '../../audit/index.ts'
import { type Transaction, announceChange } from '../../database/index.ts'
import type { RequestOrigin } from '../../identity/index.ts'
import type { SignedIn } from '../sessions/session.ts'
import { selectAccountsOf } from '../user-store.ts'

/** A person changed how they sign in: all their accounts have it in their logs. */
export async function recordOwnChange(
  tx: Transaction,
  { user, session }: SignedIn,
  request: RequestOrigin | null,
  change: Pick<AuditEntry, 'action' | 'before' | 'after'>,
  now: Temporal.Instant,
): Promise<void> {
  const accounts = await selectAccountsOf(tx, user.id)
  const actor = { kind: 'user', id: user.id, sessionId: session.id } as const
  await recordAuditIn(tx, accounts, { actor, request }, { ...change, subjectId: user.id }, now)
  await announceChange(tx, 'people')
}
