import { type UserId, mintId } from '../../kernel/index.ts'
import { recordAuditIn } from '../../audit/index.ts'
import type { Queryable } from '../../database/index.ts'
import type { RequestOrigin } from '../../identity/index.ts'
import { selectAccountsOf } from '../user-store.ts'

/** The same statements run for a person who does not exist. */
export async function recordFailure(
  db: Queryable,
  userId: UserId | null,
  request: RequestOrigin,
  now: Temporal.Instant,
): Promise<void> {
  const subjectId = userId ?? mintId('usr', now)
  const accounts = await selectAccountsOf(db, subjectId)
  const change = { action: 'sign_in.failed', subjectId, before: null, after: null } as const
  await recordAuditIn(db, accounts, { actor: null, request }, change, now)
}
