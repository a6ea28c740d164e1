import {
  type AccountId,
  type SessionId,
  type UserId,
  mintId,
  mintToken,
} from '../../kernel/index.ts'
import { recordAuditIn } from '../../audit/index.ts'
import { type Transaction, announceChange } from '../../database/index.ts'
import type { RequestOrigin } from '../../identity/index.ts'
import { hashSecret } from '../../sealing/index.ts'
import { selectAccountsOf } from '../user-store.ts'
import type { Session, SignInMethod } from './session.ts'
import { insertSession, updateEnded } from './session-store.ts'

const userAgentLengthMax = 300

/** The request by which somebody signs in. */
export interface SignInRequest extends RequestOrigin {
  readonly userAgent: string
}

/** Begins a session, in the transaction that proves the person. Returns the secret of its cookie. */
export async function beginSession(
  tx: Transaction,
  who: {
    readonly userId: UserId
    readonly method: SignInMethod
    /** The account whose provider signed the person in; null for all accounts. */
    readonly accountId: AccountId | null
  },
  request: SignInRequest,
  now: Temporal.Instant,
): Promise<{ readonly session: Session; readonly secret: string }> {
  const secret = mintToken()
  const session: Session = {
    ...who,
    id: mintId('ses', now),
    address: request.address,
    userAgent: request.userAgent.slice(0, userAgentLengthMax),
    createdAt: now,
    lastSeenAt: now,
    endedAt: null,
  }
  await insertSession(tx, session, hashSecret(secret))
  const accounts = who.accountId === null ? await selectAccountsOf(tx, who.userId) : [who.accountId]
  const actor = { kind: 'user', id: who.userId, sessionId: session.id } as const
  const after = { method: who.method, user_agent: session.userAgent }
  const change = { action: 'session.began', subjectId: who.userId, before: null, after } as const
  await recordAuditIn(tx, accounts, { actor, request }, change, now)
  return { session, secret }
}

/** Ends sessions of a person, on every process at once. */
export async function endSessions(
  tx: Transaction,
  userId: UserId,
  which: { readonly only?: SessionId; readonly except?: SessionId },
  now: Temporal.Instant,
): Promise<SessionId[]> {
  const ended = await updateEnded(tx, userId, which, now)
  if (ended.length > 0) await announceChange(tx, 'people')
  return ended
}
