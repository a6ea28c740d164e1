import type { RequestOrigin } from '../../identity/index.ts'
import { assertPassword } from '../prove-again.ts'
import { endSessions } from '../sessions/begin-session.ts'
import type { SignedIn } from '../sessions/session.ts'
import { updateMethod, updateToRenew } from '../sessions/session-store.ts'
import type { SignInDeps } from '../sign-in/sign-in.ts'
import { type SignInPlace, assertNotTooOften, forgive } from '../sign-in/slow-down.ts'
import { base32 } from './base32.ts'
import { countedForCode } from './counted.ts'
import { totpAlreadyOn, totpNotOn, wrongCode } from './reasons.ts'
import { recordOwnChange } from './record-own-change.ts'
import { hashRecoveryCode, mintRecoveryCodes } from './recovery-codes.ts'
import { otpauthUri } from './totp.ts'
import { mintTotpSecret, sealTotp } from './totp-secret.ts'
import {
  deleteRecoveryCodes,
  deleteTotp,
  insertRecoveryCodes,
  lockTotp,
  selectTotp,
  updateConfirmed,
  upsertTotp,
} from './totp-store.ts'
import { useCode } from './use-code.ts'

/** A new secret for the authenticator app, shown this once. It counts from its first code on. */
export async function beginTotp(
  deps: SignInDeps,
  person: SignedIn,
  currentPassword: string | undefined,
  place: SignInPlace,
): Promise<{ readonly secret: string; readonly uri: string }> {
  if (person.factors.hasPassword) await assertPassword(deps, person, currentPassword, place)
  const { id: userId, email } = person.user
  const secret = mintTotpSecret()
  const sealed = sealTotp(deps.keyRing, userId, secret)
  const isKept = await upsertTotp(deps.db, { userId, ...sealed }, deps.clock())
  if (!isKept) throw totpAlreadyOn()
  return { secret: base32(secret), uri: otpauthUri(secret, email) }
}

/**
 * The first code proves that the app has the secret. From now on signing in asks for a code. The
 * session has proven both factors; those in other browsers have not, and end. Returns the recovery
 * codes, shown this once.
 */
export async function confirmTotp(
  deps: SignInDeps,
  person: SignedIn,
  code: string,
  request: RequestOrigin | null,
): Promise<string[]> {
  const now = deps.clock()
  const codes = mintRecoveryCodes()
  const { user, session } = person
  await deps.db.transaction(async (tx) => {
    const totp = await lockTotp(tx, user.id)
    if (totp === undefined) throw totpNotOn()
    if (totp.confirmedAt !== null) throw totpAlreadyOn()
    if (!(await useCode(tx, deps.keyRing, user.id, code, now))) throw wrongCode()
    await updateConfirmed(tx, user.id, now)
    await insertRecoveryCodes(tx, user.id, codes.map(hashRecoveryCode))
    await endSessions(tx, user.id, { except: session.id }, now)
    await updateMethod(tx, user.id, { from: ['password', 'link'], to: 'password_and_code' })
    await updateToRenew(tx, user.id)
    const change = { action: 'totp.enabled', before: null, after: null } as const
    await recordOwnChange(tx, person, request, change, now)
  })
  return codes
}

/** By which a person with an authenticator app shows that it is them: one of the two. */
interface Proof {
  readonly currentPassword: string | undefined
  readonly code: string | undefined
}

/** Sessions that began with a code go on, as sessions with a password alone. */
export async function removeTotp(
  deps: SignInDeps,
  person: SignedIn,
  proof: Proof,
  place: SignInPlace,
  request: RequestOrigin | null,
): Promise<void> {
  const now = deps.clock()
  const { id: userId } = person.user
  await assertProof(deps, person, proof, place)
  await deps.db.transaction(async (tx) => {
    if (!(await deleteTotp(tx, userId))) throw totpNotOn()
    await updateMethod(tx, userId, { from: ['password_and_code'], to: 'password' })
    await updateToRenew(tx, userId)
    const change = { action: 'totp.removed', before: null, after: null } as const
    await recordOwnChange(tx, person, request, change, now)
  })
}

/** New recovery codes, shown this once. Those that the person had before no longer count. */
export async function renewRecoveryCodes(
  deps: SignInDeps,
  person: SignedIn,
  proof: Proof,
  place: SignInPlace,
  request: RequestOrigin | null,
): Promise<string[]> {
  const codes = mintRecoveryCodes()
  const { id: userId } = person.user
  await assertProof(deps, person, proof, place)
  await deps.db.transaction(async (tx) => {
    const totp = await lockTotp(tx, userId)
    if (totp === undefined || totp.confirmedAt === null) throw totpNotOn()
    await deleteRecoveryCodes(tx, userId)
    await insertRecoveryCodes(tx, userId, codes.map(hashRecoveryCode))
    const change = { action: 'recovery_codes.renewed', before: null, after: null } as const
    await recordOwnChange(tx, person, request, change, deps.clock())
  })
  return codes
}

async function assertProof(
  deps: SignInDeps,
  person: SignedIn,
  { currentPassword, code }: Proof,
  place: SignInPlace,
): Promise<void> {
  const totp = await selectTotp(deps.db, person.user.id)
  if (totp === undefined || totp.confirmedAt === null) throw totpNotOn()
  if (code === undefined && person.factors.hasPassword) {
    await assertPassword(deps, person, currentPassword, place)
  } else await assertCode(deps, person, code, place)
}

async function assertCode(
  deps: SignInDeps,
  { user }: SignedIn,
  code: string | undefined,
  place: SignInPlace,
): Promise<void> {
  if (code === undefined) throw wrongCode()
  const now = deps.clock()
  const counted = countedForCode(user.id, place)
  await assertNotTooOften(deps.db, counted, now)
  const isRight = await deps.db.transaction((tx) => useCode(tx, deps.keyRing, user.id, code, now))
  if (!isRight) throw wrongCode()
  await forgive(deps.db, counted)
}
