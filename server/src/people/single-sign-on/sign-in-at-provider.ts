import { type AccountId, type Clock, type UserId, isId, mintId } from '../../kernel/index.ts'
import { recordAuditIn } from '../../audit/index.ts'
import { type Database, type Transaction, announceChange } from '../../database/index.ts'
import { lockAccount, selectAccountByKey } from '../../identity/index.ts'
import { type KeyRing, hashSecret } from '../../sealing/index.ts'
import { hasAdministrator } from '../administrators.ts'
import { selectMember } from '../member-store.ts'
import { type SignInRequest, beginSession } from '../sessions/begin-session.ts'
import { updateToRenew } from '../sessions/session-store.ts'
import { insertUser, upsertMembership } from '../user-store.ts'
import { readBegun, signInMinutesMax, writeBegun } from './begun-sign-in.ts'
import { type Decision, decidePerson, decideRoles } from './decide-person.ts'
import { type SingleSignOnCode, SingleSignOnFailure } from './failure.ts'
import type { StoredProvider } from './identity-provider.ts'
import { selectIdentityProvider } from './identity-provider-store.ts'
import { insertIdentity, insertState, selectIdentified, selectWithEmail } from './identity-store.ts'
import type { ProviderClient } from './provider-client.ts'
import type { ClaimedPerson } from './read-claims.ts'

export interface SingleSignOnDeps {
  readonly db: Database
  readonly clock: Clock
  readonly keyRing: KeyRing
  readonly providerClient: ProviderClient
  readonly publicUrl: string
}

/** Where a provider sends the browser back to. */
export function redirectUriOf({ publicUrl }: Pick<SingleSignOnDeps, 'publicUrl'>): string {
  return `${publicUrl}/console/sso/callback`
}

/** Sends a browser to the provider of an account, which is named by its id or an insurer's key. */
export async function beginAtProvider(
  deps: SingleSignOnDeps,
  account: string,
): Promise<{ readonly url: string; readonly token: string; readonly seconds: number }> {
  const { db, keyRing, providerClient } = deps
  const accountId = isId('acc', account) ? account : (await selectAccountByKey(db, account))?.id
  const provider = accountId && (await selectIdentityProvider(db, accountId))
  if (!provider) throw new SingleSignOnFailure('single_sign_on_not_set_up')
  const checks = await providerClient.makeChecks()
  const expiresAt = deps.clock().add({ minutes: signInMinutesMax })
  const url = await providerClient.signInUrl(provider, checks, redirectUriOf(deps))
  const token = writeBegun(keyRing, { accountId: provider.accountId, checks, expiresAt })
  return { url, token, seconds: signInMinutesMax * 60 }
}

/** Signs in the person with whom a browser comes back. Returns the secret of the session. */
export async function finishAtProvider(
  deps: SingleSignOnDeps,
  returned: {
    /** What the browser has kept since the beginning. */
    readonly token: string | null
    readonly query: URLSearchParams
  },
  request: SignInRequest,
): Promise<string> {
  const { db, providerClient } = deps
  const begun = returned.token === null ? null : readBegun(deps.keyRing, returned.token)
  const now = deps.clock()
  const isTimely = begun !== null && Temporal.Instant.compare(now, begun.expiresAt) < 0
  const isSame = begun?.checks.state === returned.query.get('state')
  if (!isTimely || !isSame) throw new SingleSignOnFailure('sign_in_expired')
  const isFirst = await insertState(db, hashSecret(begun.checks.state), begun.expiresAt)
  if (!isFirst) throw new SingleSignOnFailure('sign_in_expired')
  const provider = await selectIdentityProvider(db, begun.accountId)
  if (provider === undefined) throw new SingleSignOnFailure('single_sign_on_not_set_up')
  const returnedTo = new URL(redirectUriOf(deps))
  returnedTo.search = returned.query.toString()
  const person = await providerClient.identify(provider, begun.checks, returnedTo)
  const outcome = await db.transaction((tx) => admit(tx, provider, person, request, now))
  if (!('code' in outcome)) return outcome.secret
  throw new SingleSignOnFailure(outcome.code)
}

type Outcome = { readonly secret: string } | { readonly code: SingleSignOnCode }

/** A refusal is returned, so that what it changes and its entry in the audit log are committed. */
async function admit(
  tx: Transaction,
  provider: StoredProvider,
  person: ClaimedPerson,
  request: SignInRequest,
  now: Temporal.Instant,
): Promise<Outcome> {
  const { accountId } = provider
  const write: Write = { tx, accountId, request, now }
  const decision = await find(tx, provider, person)
  if (decision.kind === 'refused') {
    return refused(write, decision.code, decision.about?.userId ?? null)
  }
  if (person.groups === null) return refused(write, 'groups_incomplete', null)
  const current = decision.kind === 'new' ? null : decision.candidate.roles
  const roles = decideRoles(provider, person.groups, current)
  if (decision.kind === 'new') {
    if (roles.length === 0) return refused(write, 'no_role', null)
    const userId = await join(write, person, decision.email, roles)
    return begin(write, userId)
  }
  const { userId } = decision.candidate
  if (decision.kind === 'linked') await link(write, person, userId)
  const set = await setRoles(write, userId, current ?? [], roles)
  return set.length === 0 ? refused(write, 'no_role', userId) : begin(write, userId)
}

/** Two first sign-ins of one person at once make one user. */
async function find(
  tx: Transaction,
  provider: StoredProvider,
  person: ClaimedPerson,
): Promise<Decision> {
  const identity = { ...person, accountId: provider.accountId }
  let identified = await selectIdentified(tx, identity)
  if (identified === undefined) {
    await lockAccount(tx, provider.accountId)
    identified = await selectIdentified(tx, identity)
  }
  const { email } = person
  const withEmail = email === null ? undefined : await selectWithEmail(tx, identity, email)
  return decidePerson(provider, person, { identified, withEmail })
}

interface Write {
  readonly tx: Transaction
  readonly accountId: AccountId
  readonly request: SignInRequest
  readonly now: Temporal.Instant
}

type Change = Omit<Parameters<typeof recordAuditIn>[3], 'livemode'>

/** The provider acts, and no key or person. */
function record({ tx, accountId, request, now }: Write, change: Change): Promise<void> {
  return recordAuditIn(tx, [accountId], { actor: null, request }, change, now)
}

async function join(
  write: Write,
  person: ClaimedPerson,
  email: string,
  roles: readonly string[],
): Promise<UserId> {
  const { tx, accountId, now } = write
  const id = mintId('usr', now)
  const name = person.name ?? email
  const user = { id, email, name, passwordHash: null, createdAt: now, deactivatedAt: null }
  // Another insurer's first sign-in with the same address may have been faster.
  if (!(await insertUser(tx, user))) throw new SingleSignOnFailure('email_taken')
  await upsertMembership(tx, { userId: id, accountId, roles }, now)
  await insertIdentity(tx, { ...person, accountId }, id, now)
  const after = { ...described(person), roles: [...roles] }
  await record(write, { action: 'user.joined', subjectId: id, before: null, after })
  return id
}

async function link(write: Write, person: ClaimedPerson, userId: UserId): Promise<void> {
  await insertIdentity(write.tx, { ...person, accountId: write.accountId }, userId, write.now)
  const change = { action: 'user.identity_linked', subjectId: userId, before: null } as const
  await record(write, { ...change, after: described(person) })
}

/**
 * Gives a person the roles of their groups. The last administrator of the account keeps the present
 * ones: nobody could manage its people any more. Returns the roles that the person has now.
 */
async function setRoles(
  write: Write,
  userId: UserId,
  seen: readonly string[],
  after: readonly string[],
): Promise<readonly string[]> {
  if (new Set(seen).symmetricDifference(new Set(after)).size === 0) return after
  const { tx, accountId, now } = write
  const change = (roles: readonly string[]) =>
    upsertMembership(tx, { userId, accountId, roles }, now)
  await lockAccount(tx, accountId)
  const before = (await selectMember(tx, accountId, userId))?.roles
  if (before === undefined) return [] // Removed since.
  const hadAdministrator = await hasAdministrator(tx, accountId)
  await change(after)
  const isKept = hadAdministrator && !(await hasAdministrator(tx, accountId))
  if (isKept) await change(before)
  else {
    await updateToRenew(tx, userId)
    await announceChange(tx, 'people')
  }
  await record(write, {
    action: isKept ? 'user.roles_kept' : 'user.roles_changed',
    subjectId: userId,
    before: { roles: [...before] },
    after: { roles: [...after], method: 'single_sign_on' },
  })
  return isKept ? before : after
}

async function begin({ tx, accountId, request, now }: Write, userId: UserId): Promise<Outcome> {
  const who = { userId, method: 'single_sign_on', accountId } as const
  return beginSession(tx, who, request, now)
}

async function refused(
  write: Write,
  code: SingleSignOnCode,
  userId: UserId | null,
): Promise<Outcome> {
  const subjectId = userId ?? write.accountId
  const after = { method: 'single_sign_on', code }
  await record(write, { action: 'sign_in.failed', subjectId, before: null, after })
  return { code }
}

function described({ issuer, subject }: ClaimedPerson) {
  return { issuer, subject, method: 'single_sign_on' }
}
