import type { AccountId, Clock, JsonObject, KeyId, Refusal } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Database, Queryable } from '../database/index.ts'
import {
  type Caller,
  type KeyKind,
  type KeyRecord,
  type Role,
  createKey,
  lockAccount,
  retireKey,
  revokeKey,
  selectKey,
  selectKeys,
  selectOwnRoles,
  selectOwnRolesOf,
} from '../identity/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import { assertOwnRoles, refusalOfRoles } from './assert-own-grants.ts'
import { managedAccount, managedAccounts } from './managed-account.ts'
import { keyNotFound, keyRevoked, keyRotated, publicKeyWithRoles } from './reasons.ts'

interface Deps {
  readonly db: Database
  readonly clock: Clock
}

/** A key with its credential, which is shown this once. */
export interface NewKey {
  readonly record: KeyRecord
  readonly credential: string
}

/** A key, and why it cannot be rotated; null if it can. */
export interface ListedKey {
  readonly record: KeyRecord
  readonly refusalOfRotation: Refusal | null
}

export async function listKeys(db: Queryable, caller: Caller): Promise<ListedKey[]> {
  const accountIds = (await managedAccounts(db, caller)).map(({ id }) => id)
  const [keys, roles] = await Promise.all([
    selectKeys(db, accountIds),
    selectOwnRolesOf(db, accountIds),
  ])
  return keys.map((record) => {
    const own = roles.filter(({ accountId }) => accountId === record.accountId)
    return { record, refusalOfRotation: refusalOfRotation(caller, record, own) }
  })
}

export async function issueKey(
  deps: Deps,
  caller: Caller,
  request: {
    readonly accountId: AccountId
    readonly kind: KeyKind
    readonly livemode: boolean
    readonly name: string
    /** Null for a key that may do whatever its kind and its account allow. */
    readonly roles: readonly string[] | null
  },
  replay: ReplayWriter<NewKey> | null,
): Promise<NewKey> {
  const now = deps.clock()
  if (request.kind === 'public' && request.roles !== null) throw publicKeyWithRoles()
  return deps.db.transaction(async (tx) => {
    const account = await managedAccount(tx, caller, request.accountId)
    // No role that the key is given is deleted meanwhile.
    await lockAccount(tx, account.id)
    await assertOwnRoles(tx, caller, account, request.roles)
    const key = await makeKey(tx, request, now)
    const change = { action: 'key.created', subjectId: key.record.id } as const
    await recordAudit(tx, caller, { ...change, before: null, after: describe(key.record) }, now)
    await completeReservation(tx, replay, key)
    return key
  })
}

/** A new key of the same kind and roles; the old one goes on for the overlap. */
export async function rotateKey(
  deps: Deps,
  caller: Caller,
  request: { readonly keyId: KeyId; readonly overlapHours: number },
  replay: ReplayWriter<NewKey> | null,
): Promise<NewKey> {
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    const { accountId } = await managedKey(tx, caller, request.keyId)
    await lockAccount(tx, accountId)
    const old = await managedKey(tx, caller, request.keyId)
    const refusal = refusalOfRotation(caller, old, await selectOwnRoles(tx, accountId))
    if (refusal !== null) throw refusal
    await retireKey(tx, old.id, now.add({ hours: request.overlapHours }))
    const key = await makeKey(tx, old, now)
    const change = { action: 'key.rotated', subjectId: old.id } as const
    await recordAudit(
      tx,
      caller,
      { ...change, before: describe(old), after: describe(key.record) },
      now,
    )
    await completeReservation(tx, replay, key)
    return key
  })
}

/** A key is rotated once, and by nobody who has fewer rights. */
function refusalOfRotation(
  caller: Caller,
  { id, roles, revokedAt, expiresAt }: KeyRecord,
  own: readonly Role[],
): Refusal | null {
  if (revokedAt !== null) return keyRevoked(id)
  return refusalOfRoles(caller, roles, own) ?? (expiresAt === null ? null : keyRotated(id))
}

export async function revokeManagedKey(
  deps: Deps,
  caller: Caller,
  keyId: KeyId,
  replay: ReplayWriter<KeyRecord> | null,
): Promise<KeyRecord> {
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    const key = await managedKey(tx, caller, keyId)
    if (await revokeKey(tx, key.id, now)) {
      const change = { action: 'key.revoked', subjectId: key.id } as const
      await recordAudit(tx, caller, { ...change, before: describe(key), after: null }, now)
    }
    const revoked = await managedKey(tx, caller, keyId)
    await completeReservation(tx, replay, revoked)
    return revoked
  })
}

async function makeKey(
  tx: Queryable,
  request: Pick<KeyRecord, 'accountId' | 'kind' | 'livemode' | 'name' | 'roles'>,
  now: Temporal.Instant,
): Promise<NewKey> {
  const { accountId, kind, livemode, name, roles } = request
  const { id, key } = await createKey(tx, { accountId, kind, livemode, name, roles }, now)
  const record = await selectKey(tx, id)
  if (record === undefined) throw new Error('the key was just made')
  return { record, credential: key }
}

async function managedKey(tx: Queryable, caller: Caller, id: KeyId): Promise<KeyRecord> {
  const key = await selectKey(tx, id)
  const accounts = await managedAccounts(tx, caller)
  if (key === undefined || !accounts.some((account) => account.id === key.accountId)) {
    throw keyNotFound(id)
  }
  return key
}

function describe(key: KeyRecord): JsonObject {
  const { id, accountId, kind, livemode, name, hint, roles } = key
  return { id, account_id: accountId, kind, livemode, name, hint, roles: roles && [...roles] }
}
