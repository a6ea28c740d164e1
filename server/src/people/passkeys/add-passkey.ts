import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { type UserId, mintId } from '../../kernel/index.ts'
import type { Transaction } from '../../database/index.ts'
import type { RequestOrigin } from '../../identity/index.ts'
import {
  lastPasskey,
  passkeyNotFound,
  passkeyNotValid,
  tooManyPasskeys,
} from '../factors/reasons.ts'
import { recordOwnChange } from '../factors/record-own-change.ts'
import { readTicket, useTicket, writeTicket } from '../factors/ticket.ts'
import { assertPassword } from '../prove-again.ts'
import type { SignedIn } from '../sessions/session.ts'
import type { SignInDeps } from '../sign-in/sign-in.ts'
import type { SignInPlace } from '../sign-in/slow-down.ts'
import { hasProvider } from '../single-sign-on/identity-store.ts'
import { lockUser, selectUser } from '../user-store.ts'
import { challengeOf } from './challenge.ts'
import { type Passkey, deletePasskey, insertPasskey, selectPasskeys } from './passkey-store.ts'
import type { RelyingParty } from './relying-party.ts'
import { algorithms, verifyRegistration, webauthn } from './verify-response.ts'

const passkeysMax = 20

/** What the browser hands to the authenticator, and the ticket for the answer. */
export async function optionsForNewPasskey(
  deps: SignInDeps,
  rp: RelyingParty,
  person: SignedIn,
  currentPassword: string | undefined,
  place: SignInPlace,
): Promise<{ readonly ticket: string; readonly options: PublicKeyCredentialCreationOptionsJSON }> {
  if (person.factors.hasPassword) await assertPassword(deps, person, currentPassword, place)
  const { user } = person
  const known = await selectPasskeys(deps.db, user.id)
  if (known.length >= passkeysMax) throw tooManyPasskeys(passkeysMax)
  const { id, sealed } = writeTicket(deps, 'a new passkey', user.id)
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: 'Bindery',
    rpID: rp.id,
    userName: user.email,
    userDisplayName: user.name,
    userID: new Uint8Array(Buffer.from(user.id)),
    challenge: challengeOf(id).bytes,
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
  return { ticket: sealed, options }
}

export async function addPasskey(
  deps: SignInDeps,
  rp: RelyingParty,
  person: SignedIn,
  given: {
    readonly ticket: string
    readonly name: string
    readonly response: RegistrationResponseJSON
  },
  request: RequestOrigin | null,
): Promise<Passkey> {
  const now = deps.clock()
  const { id: userId } = person.user
  const ticket = readTicket(deps, 'a new passkey', given.ticket)
  if (ticket.content !== userId) throw passkeyNotValid()
  await useTicket(deps.db, ticket, 1)
  const challenge = challengeOf(ticket.id).text
  const credential = await verifyRegistration(given.response, { rp, challenge })
  if (credential === null) throw passkeyNotValid()
  const passkey: Passkey = {
    id: mintId('psk', now),
    userId,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
    name: given.name,
    createdAt: now,
    lastUsedAt: null,
  }
  return deps.db.transaction(async (tx) => {
    if (!(await insertPasskey(tx, passkey))) throw passkeyNotValid()
    const change = { action: 'passkey.added', before: null, after: describe(passkey) } as const
    await recordOwnChange(tx, person, request, change, now)
    return passkey
  })
}

/** The last way to sign in is not removed. */
export async function removePasskey(
  deps: Pick<SignInDeps, 'db' | 'clock'>,
  person: SignedIn,
  id: string,
  request: RequestOrigin | null,
): Promise<Passkey> {
  const { id: userId } = person.user
  return deps.db.transaction(async (tx) => {
    await lockUser(tx, userId) // Two that are removed at once are removed one after the other.
    const passkey = await deletePasskey(tx, userId, id)
    if (passkey === undefined) throw passkeyNotFound(id)
    if (!(await canSignIn(tx, userId))) throw lastPasskey()
    const change = { action: 'passkey.removed', before: describe(passkey), after: null } as const
    await recordOwnChange(tx, person, request, change, deps.clock())
    return passkey
  })
}

async function canSignIn(tx: Transaction, userId: UserId): Promise<boolean> {
  const user = await selectUser(tx, userId)
  if (user !== undefined && user.passwordHash !== null) return true
  return (await selectPasskeys(tx, userId)).length > 0 || hasProvider(tx, userId)
}

function describe({ id, name }: Passkey) {
  return { id, name }
}
