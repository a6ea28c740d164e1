import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { countedForPasskey } from '../factors/counted.ts'
import { passkeyRefused } from '../factors/reasons.ts'
import { readTicket, useTicket, writeTicket } from '../factors/ticket.ts'
import { type SignInRequest, beginSession } from '../sessions/begin-session.ts'
import { recordFailure } from '../sign-in/record-failure.ts'
import type { SignInDeps, SignedInNow } from '../sign-in/sign-in.ts'
import { type SignInPlace, assertNotTooOften, forgive } from '../sign-in/slow-down.ts'
import type { User } from '../user.ts'
import { selectUser } from '../user-store.ts'
import { challengeOf } from './challenge.ts'
import { type Passkey, selectPasskeyByCredential, updateUsed } from './passkey-store.ts'
import type { RelyingParty } from './relying-party.ts'
import { verifyAuthentication, webauthn } from './verify-response.ts'

/** For nobody in particular: the authenticator knows which person it has a passkey of. */
export async function optionsForSignIn(
  deps: Pick<SignInDeps, 'keyRing' | 'clock'>,
  rp: RelyingParty,
): Promise<{ readonly ticket: string; readonly options: PublicKeyCredentialRequestOptionsJSON }> {
  const { id, sealed } = writeTicket(deps, 'a passkey', rp.id)
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: rp.id,
    challenge: challengeOf(id).bytes,
    userVerification: 'required',
  })
  return { ticket: sealed, options }
}

/** A passkey is something that the person has, and the authenticator has checked who holds it. */
export async function signInWithPasskey(
  deps: SignInDeps,
  rp: RelyingParty,
  given: { readonly ticket: string; readonly response: AuthenticationResponseJSON },
  place: SignInPlace,
  request: SignInRequest,
): Promise<SignedInNow> {
  const { db } = deps
  const now = deps.clock()
  const ticket = readTicket(deps, 'a passkey', given.ticket)
  const counted = countedForPasskey(place)
  await assertNotTooOften(db, counted, now)
  await useTicket(db, ticket, 1)
  const passkey = await selectPasskeyByCredential(db, given.response.id)
  const user = passkey && (await selectUser(db, passkey.userId))
  const challenge = challengeOf(ticket.id).text
  const counter =
    passkey === undefined || user === undefined || !isFor(given.response, user)
      ? null
      : await verifyAuthentication(given.response, passkey, { rp, challenge })
  const begun =
    passkey === undefined || user === undefined || counter === null
      ? null
      : await begin(deps, { user, passkey, counter }, request)
  if (begun === null) {
    await recordFailure(db, user?.id ?? null, request, now)
    throw passkeyRefused()
  }
  await forgive(db, counted)
  return begun
}

/** Whether the authenticator means this person, who may sign in. */
function isFor({ response }: AuthenticationResponseJSON, user: User): boolean {
  if (user.deactivatedAt !== null) return false
  const userHandle = response.userHandle ?? null // Some browsers send null.
  return userHandle === null || Buffer.from(userHandle, 'base64url').toString() === user.id
}

function begin(
  deps: SignInDeps,
  proven: { readonly user: User; readonly passkey: Passkey; readonly counter: number },
  request: SignInRequest,
): Promise<SignedInNow | null> {
  const { user, passkey, counter } = proven
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    if (!(await updateUsed(tx, passkey.id, counter, now))) return null
    const who = { userId: user.id, method: 'passkey', accountId: null } as const
    return { user, ...(await beginSession(tx, who, request, now)) }
  })
}
