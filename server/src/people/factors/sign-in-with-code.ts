import { hash } from 'node:crypto'
import { isId } from '../../kernel/index.ts'
import type { Transaction } from '../../database/index.ts'
import { recordAuditIn } from '../../audit/index.ts'
import { type SignInRequest, beginSession } from '../sessions/begin-session.ts'
import { recordFailure } from '../sign-in/record-failure.ts'
import type { SignInDeps, SignedInNow } from '../sign-in/sign-in.ts'
import { type SignInPlace, assertNotTooOften, forgive } from '../sign-in/slow-down.ts'
import type { User } from '../user.ts'
import { selectAccountsOf, selectUser } from '../user-store.ts'
import { countedForCode } from './counted.ts'
import { codeRefused, ticketExpired } from './reasons.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { readTicket, useTicket, writeTicket } from './ticket.ts'
import { updateTicketEnded } from './ticket-store.ts'
import { deleteRecoveryCode, selectCodesLeft } from './totp-store.ts'
import { useCode } from './use-code.ts'

/** Six digits cannot be guessed with so few attempts. */
const attemptsPerTicketMax = 5

export type GivenCode = { readonly code: string } | { readonly recoveryCode: string }

/** What a person gets for the right password, where a code is asked for besides. */
export function codeTicket(deps: Pick<SignInDeps, 'keyRing' | 'clock'>, user: User): string {
  return writeTicket(deps, 'a code', `${user.id}.${passwordDigest(user)}`).sealed
}

/** The second step of signing in. */
export async function signInWithCode(
  deps: SignInDeps,
  sealed: string,
  given: GivenCode,
  place: SignInPlace,
  request: SignInRequest,
): Promise<SignedInNow> {
  const { db } = deps
  const now = deps.clock()
  const ticket = readTicket(deps, 'a code', sealed)
  const user = await findHolder(deps, ticket.content)
  const counted = countedForCode(user.id, place)
  await assertNotTooOften(db, counted, now)
  await useTicket(db, ticket, attemptsPerTicketMax)
  const begun = await db.transaction(async (tx) => {
    if (!(await useGiven(tx, deps, user, given))) return null
    await updateTicketEnded(tx, ticket.id, attemptsPerTicketMax)
    const who = { userId: user.id, method: 'password_and_code', accountId: null } as const
    const session = await beginSession(tx, who, request, now)
    if ('recoveryCode' in given) await recordRecovery(tx, session.session, request, now)
    return session
  })
  if (begun === null) {
    await recordFailure(db, user.id, request, now)
    throw codeRefused()
  }
  await forgive(db, counted)
  return { user, ...begun }
}

/** The person whose password was right, unless it was changed since. */
async function findHolder({ db }: Pick<SignInDeps, 'db'>, content: string): Promise<User> {
  const [userId, digest] = content.split('.')
  const user = isId('usr', userId) ? await selectUser(db, userId) : undefined
  if (user === undefined || user.deactivatedAt !== null || passwordDigest(user) !== digest) {
    throw ticketExpired()
  }
  return user
}

function passwordDigest({ passwordHash }: User): string {
  return hash('sha256', passwordHash ?? '', 'hex')
}

function useGiven(
  tx: Transaction,
  deps: SignInDeps,
  { id }: User,
  given: GivenCode,
): Promise<boolean> {
  return 'code' in given
    ? useCode(tx, deps.keyRing, id, given.code, deps.clock())
    : deleteRecoveryCode(tx, id, hashRecoveryCode(given.recoveryCode))
}

async function recordRecovery(
  tx: Transaction,
  { id, userId }: SignedInNow['session'],
  request: SignInRequest,
  now: Temporal.Instant,
): Promise<void> {
  const actor = { kind: 'user', id: userId, sessionId: id } as const
  const after = { left: await selectCodesLeft(tx, userId) }
  const change = { action: 'recovery_code.used', subjectId: userId, before: null, after } as const
  await recordAuditIn(tx, await selectAccountsOf(tx, userId), { actor, request }, change, now)
}
