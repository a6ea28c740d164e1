import type { Clock } from '../../kernel/index.ts'
import { recordAuditIn } from '../../audit/index.ts'
import type { Database } from '../../database/index.ts'
import type { RequestOrigin } from '../../identity/index.ts'
import { sessionNotFound } from '../reasons.ts'
import { selectAccountsOf } from '../user-store.ts'
import { endSessions } from './begin-session.ts'
import { type Session, type SignedIn, reaches } from './session.ts'
import { selectSessions } from './session-store.ts'

/** A person ends one of their sessions: this one, or one in another browser. */
export async function endOwnSession(
  deps: { readonly db: Database; readonly clock: Clock },
  { user, session: current }: SignedIn,
  id: string,
  request: RequestOrigin | null,
): Promise<Session> {
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    const own = await selectSessions(tx, user.id, now)
    const session = own.find((one) => one.id === id && reaches(current, one))
    if (session === undefined) throw sessionNotFound(id)
    await endSessions(tx, user.id, { only: session.id }, now)
    const actor = { kind: 'user', id: user.id, sessionId: current.id } as const
    const change = { action: 'session.ended', subjectId: user.id, before: null } as const
    const after = { session_id: session.id }
    const accounts = await selectAccountsOf(tx, user.id)
    await recordAuditIn(tx, accounts, { actor, request }, { ...change, after }, now)
    return session
  })
}
