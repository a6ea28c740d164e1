import type { AccountId, Clock, JsonObject, Refusal } from '../kernel/index.ts'
import { passSecondPerson } from '../approvals/index.ts'
import { type AuditAction, recordAudit } from '../audit/index.ts'
import {
  type Database,
  type Queryable,
  type Transaction,
  announceChange,
} from '../database/index.ts'
import {
  type Account,
  type Caller,
  type Grant,
  type Role,
  builtInRoles,
  deleteOwnRole,
  insertOwnRole,
  isBuiltIn,
  selectManagerOf,
  selectOwnRoles,
  selectRolesOfKeys,
  updateOwnRole,
} from '../identity/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import { keepAnAdministrator, selectRolesOfMembers } from '../people/index.ts'
import { assertOwnGrants } from './assert-own-grants.ts'
import { managedAccount } from './managed-account.ts'
import { roleBuiltIn, roleInUse, roleKeyTaken, roleNotFound, tooManyRoles } from './reasons.ts'
import { type RequestedGrant, resolveGrants } from './resolve-grants.ts'

interface Deps {
  readonly db: Database
  readonly clock: Clock
}

export const ownRolesMax = 100

/** The account that a request is about. */
interface Of {
  readonly accountId: AccountId
}

/** A role, and why it cannot be changed or deleted; null if it can. */
export interface ListedRole {
  readonly role: Role
  readonly refusals: { readonly change: Refusal | null; readonly delete: Refusal | null }
}

/** The roles that come along, then those of the account. */
export async function listRoles(
  { db, clock }: Deps,
  caller: Caller,
  { accountId }: Of,
): Promise<ListedRole[]> {
  const { id } = await managedAccount(db, caller, accountId)
  const [own, uses] = await Promise.all([selectOwnRoles(db, id), usesOfRoles(db, id, clock())])
  return [...builtInRoles, ...own].map((role) => {
    const change = refusalOfChange(role)
    return { role, refusals: { change, delete: change ?? refusalOfDeletion(role, uses) } }
  })
}

export async function createRole(
  deps: Deps,
  caller: Caller,
  request: Of & Omit<Role, 'grants'> & { readonly grants: readonly RequestedGrant[] },
  replay: ReplayWriter<Role> | null,
): Promise<Role> {
  const { accountId, key, name, description } = request
  return changeRoles(deps, caller, accountId, replay, async (tx, account, own) => {
    if (isBuiltIn(key) || own.some((role) => role.key === key)) throw roleKeyTaken(key)
    if (own.length >= ownRolesMax) throw tooManyRoles(ownRolesMax)
    const grants = await ownGrants(tx, caller, account, request.grants)
    const after = { key, name, description, grants }
    await insertOwnRole(tx, account.id, after, deps.clock())
    return { action: 'role.created', before: null, after }
  })
}

/** What a role grants from the next request on, to everybody who has it. */
export async function changeRole(
  deps: Deps,
  caller: Caller,
  request: Of & {
    readonly key: string
    readonly name?: string
    readonly description?: string
    readonly grants?: readonly RequestedGrant[]
  },
  replay: ReplayWriter<Role> | null,
): Promise<Role> {
  const { accountId, key, name, description, grants } = request
  return changeRoles(deps, caller, accountId, replay, async (tx, account, own) => {
    const before = ownRole(own, key)
    const after = {
      key,
      name: name ?? before.name,
      description: description ?? before.description,
      grants: grants === undefined ? before.grants : await ownGrants(tx, caller, account, grants),
    }
    await updateOwnRole(tx, account.id, after)
    return { action: 'role.changed', before, after }
  })
}

export async function deleteRole(
  deps: Deps,
  caller: Caller,
  { accountId, key }: Of & { readonly key: string },
  replay: ReplayWriter<Role> | null,
): Promise<Role> {
  return changeRoles(deps, caller, accountId, replay, async (tx, account, own) => {
    const before = ownRole(own, key)
    const refusal = refusalOfDeletion(before, await usesOfRoles(tx, account.id, deps.clock()))
    if (refusal !== null) throw refusal
    await deleteOwnRole(tx, account.id, key)
    return { action: 'role.deleted', before, after: null }
  })
}

type Change = { readonly action: AuditAction } & (
  | { readonly before: Role | null; readonly after: Role }
  | { readonly before: Role; readonly after: null }
)

/**
 * One change of an account's roles at a time: with the account locked no role is changed by two at
 * once, and none is deleted while a key or a person is given it.
 */
async function changeRoles(
  deps: Deps,
  caller: Caller,
  accountId: AccountId,
  replay: ReplayWriter<Role> | null,
  change: (tx: Transaction, account: Account, own: readonly Role[]) => Promise<Change>,
): Promise<Role> {
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    const account = await managedAccount(tx, caller, accountId)
    const { action, before, after } = await keepAnAdministrator(tx, [account.id], async () =>
      change(tx, account, await selectOwnRoles(tx, account.id)),
    )
    const changed = after ?? before
    const entry = {
      action,
      accountId: await selectManagerOf(tx, account.id),
      subjectId: changed.key,
      before: before && describe(account, before),
      after: after && describe(account, after),
    }
    await recordAudit(tx, caller, entry, now)
    await announceChange(tx, 'keys')
    const act = { kind: 'role_changes', subjectId: changed.key, money: null, sale: null } as const
    await passSecondPerson(tx, caller, act, now)
    await completeReservation(tx, replay, changed)
    return changed
  })
}

/** The roles of each key that works, and of each person. */
interface UsesOfRoles {
  readonly keys: readonly (readonly string[])[]
  readonly people: readonly (readonly string[])[]
}

async function usesOfRoles(
  db: Queryable,
  accountId: AccountId,
  now: Temporal.Instant,
): Promise<UsesOfRoles> {
  const keys = await selectRolesOfKeys(db, accountId, now)
  return { keys, people: await selectRolesOfMembers(db, accountId) }
}

function refusalOfDeletion({ key }: Role, uses: UsesOfRoles): Refusal | null {
  const having = (holders: UsesOfRoles['keys']) =>
    holders.filter((roles) => roles.includes(key)).length
  const [keys, people] = [having(uses.keys), having(uses.people)]
  return keys + people > 0 ? roleInUse(key, { keys, people }) : null
}

function refusalOfChange({ key }: Pick<Role, 'key'>): Refusal | null {
  return isBuiltIn(key) ? roleBuiltIn(key) : null
}

function ownRole(own: readonly Role[], key: string): Role {
  const refusal = refusalOfChange({ key })
  if (refusal !== null) throw refusal
  const role = own.find((one) => one.key === key)
  if (role === undefined) throw roleNotFound(key)
  return role
}

async function ownGrants(
  tx: Queryable,
  caller: Caller,
  account: Account,
  requested: readonly RequestedGrant[],
): Promise<Grant[]> {
  const grants = await resolveGrants(tx, account, requested)
  assertOwnGrants(caller, grants)
  return grants
}

function describe(account: Account, { key, name, description, grants }: Role): JsonObject {
  const shown = grants.map(({ permission, productIds, distributorIds, testOnly }) => ({
    permission,
    product_ids: productIds && [...productIds],
    distributor_ids: distributorIds && [...distributorIds],
    test_only: testOnly,
  }))
  return { account_id: account.id, key, name, description, grants: shown }
}
