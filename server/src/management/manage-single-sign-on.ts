import type { Clock, JsonObject } from '../kernel/index.ts'
import { passSecondPerson } from '../approvals/index.ts'
import { recordAudit } from '../audit/index.ts'
import {
  type Database,
  type Queryable,
  type Transaction,
  announceChange,
} from '../database/index.ts'
import { type Caller, lockAccount, selectManagerOf } from '../identity/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import { addressRefusal } from '../outside/index.ts'
import {
  type IdentityProvider,
  type StoredProvider,
  deleteIdentityProvider,
  sealClientSecret,
  selectIdentityProvider,
  updateEndedOfProvider,
  upsertIdentityProvider,
} from '../people/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import { type SingleSignOnSettings, privateProviderSetting } from '../settings/index.ts'
import { assertOwnRoles } from './assert-own-grants.ts'
import { clientSecretRequired, issuerNotAllowed, singleSignOnNotFound } from './reasons.ts'

interface Deps {
  readonly db: Database
  readonly clock: Clock
  readonly keyRing: KeyRing
  readonly singleSignOnSettings: SingleSignOnSettings
}

/** What a caller says about a provider. */
export interface ProviderRequest extends Omit<
  IdentityProvider,
  'accountId' | 'createdAt' | 'changedAt'
> {
  /** Null keeps the one that is stored. */
  readonly clientSecret: string | null
}

export async function findSingleSignOn(db: Queryable, caller: Caller): Promise<IdentityProvider> {
  return stored(db, caller)
}

/**
 * Sets up the provider of the account, or changes it. Who runs the provider can sign in as any member
 * who is not linked yet, so only those may choose it who may do everything themselves.
 */
export async function setUpSingleSignOn(
  deps: Deps,
  caller: Caller,
  { clientSecret, ...request }: ProviderRequest,
): Promise<IdentityProvider> {
  assertIssuerAllowed(request.issuer, deps.singleSignOnSettings)
  const now = deps.clock()
  const { account } = caller
  return deps.db.transaction(async (tx) => {
    await lockAccount(tx, account.id)
    const mapped = Object.values(request.groupRoles).flat()
    await assertOwnRoles(tx, caller, account, [...mapped, ...request.defaultRoles, 'administrator'])
    const before = await selectIdentityProvider(tx, account.id)
    // The old secret must not be sent to another provider.
    const isSame = before?.issuer === request.issuer
    if (clientSecret === null && !isSame) throw clientSecretRequired()
    const sealed =
      clientSecret === null ? before : sealClientSecret(deps.keyRing, account.id, clientSecret)
    if (sealed === undefined) throw clientSecretRequired()
    const { ringKeyId, sealedKey, sealedData } = sealed
    const after: StoredProvider = {
      ...request,
      accountId: account.id,
      ringKeyId,
      sealedKey,
      sealedData,
      createdAt: before?.createdAt ?? now,
      changedAt: now,
    }
    await upsertIdentityProvider(tx, after)
    if (!isSame) await updateEndedOfProvider(tx, account.id, now)
    await record(tx, caller, before ?? null, after, now)
    return after
  })
}

/** Passwords and passkeys open the account again. Sessions that began at the provider end. */
export async function removeSingleSignOn(
  deps: Deps,
  caller: Caller,
  replay: ReplayWriter<IdentityProvider> | null,
): Promise<IdentityProvider> {
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    await lockAccount(tx, caller.account.id)
    const before = await stored(tx, caller)
    await deleteIdentityProvider(tx, caller.account.id)
    await updateEndedOfProvider(tx, caller.account.id, now)
    await record(tx, caller, before, null, now)
    await completeReservation(tx, replay, before)
    return before
  })
}

async function stored(db: Queryable, caller: Caller): Promise<StoredProvider> {
  const provider = await selectIdentityProvider(db, caller.account.id)
  if (provider === undefined) throw singleSignOnNotFound()
  return provider
}

/** Without encryption only on the machine itself, and where private addresses are allowed at all. */
function assertIssuerAllowed(text: string, { allowsPrivate }: SingleSignOnSettings): void {
  const url = URL.parse(text)
  const isFine =
    url !== null &&
    (url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url))) &&
    url.username === '' &&
    url.password === '' &&
    url.search === '' &&
    url.hash === ''
  if (!isFine) {
    throw issuerNotAllowed(
      'The issuer is not valid.',
      'Write an address with https such as https://login.example.com/realms/staff, without query or #.',
    )
  }
  const rules = { allowsPrivate, privateSetting: privateProviderSetting }
  const refusal = addressRefusal(url, rules)
  if (refusal !== null) throw issuerNotAllowed(refusal.message, refusal.fix)
}

function isThisMachine({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

async function record(
  tx: Transaction,
  caller: Caller,
  before: IdentityProvider | null,
  after: IdentityProvider | null,
  now: Temporal.Instant,
): Promise<void> {
  const { id: subjectId } = caller.account
  const action = after === null ? 'single_sign_on.removed' : 'single_sign_on.configured'
  const accountId = await selectManagerOf(tx, subjectId)
  const states = { before: before && describe(before), after: after && describe(after) }
  await recordAudit(tx, caller, { action, accountId, subjectId, ...states }, now)
  await announceChange(tx, 'people')
  // Who runs the provider can sign in as others.
  const act = { kind: 'role_changes', subjectId, money: null, sale: null } as const
  await passSecondPerson(tx, caller, act, now)
}

function describe(provider: IdentityProvider): JsonObject {
  return {
    issuer: provider.issuer,
    client_id: provider.clientId,
    scopes: [...provider.scopes],
    group_claim: provider.groupClaim,
    group_roles: Object.fromEntries(
      Object.entries(provider.groupRoles).map(([group, roles]) => [group, [...roles]]),
    ),
    default_roles: [...provider.defaultRoles],
    just_in_time: provider.justInTime,
    enforced: provider.enforced,
  }
}
