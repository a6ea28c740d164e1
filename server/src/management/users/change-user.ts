import type { AccountId, Clock, JsonObject } from '../../kernel/index.ts'
import { passSecondPerson } from '../../approvals/index.ts'
import { type AuditAction, recordAudit } from '../../audit/index.ts'
import {
  type Database,
  type Queryable,
  type Transaction,
  announceChange,
} from '../../database/index.ts'
import { type Account, type Caller, selectManagerOf } from '../../identity/index.ts'
import { type ReplayWriter, completeReservation } from '../../idempotency/index.ts'
import {
  type Member,
  type UserLink,
  addressOf,
  createLink,
  deleteInvitations,
  deleteLinks,
  deleteMembership,
  deleteTotp,
  endSessions,
  keepAnAdministrator,
  lockUser,
  selectEmailChange,
  showLink,
  updateDeactivated,
  updateInvitedRoles,
  updateToRenew,
  updateUserTokensRevoked,
  upsertMembership,
} from '../../people/index.ts'
import { assertOwnRoles } from '../assert-own-grants.ts'
import { managedAccount } from '../managed-account.ts'
import { noEmailChange, userSessionNotFound } from '../reasons.ts'
import {
  openSides,
  readOwnPerson,
  refusalOfAbsence,
  refusalOfLoss,
  refusalOfRank,
  refusalOfReset,
} from './refusals-on-user.ts'
import { sessionsIn } from './show-user.ts'
import {
  type FoundUser,
  type UserEntry,
  describeUser,
  entryOf,
  findUser,
  memberEntry,
} from './user-entry.ts'

interface Deps {
  readonly db: Database
  readonly clock: Clock
}

/** The person that a request is about, as one of an account. */
export interface UserOf {
  readonly accountId: AccountId
  readonly userId: string
}

/** Gives a person other roles, from the next request on. */
export async function changeUserRoles(
  deps: Deps,
  caller: Caller,
  { roles, ...of }: UserOf & { readonly roles: readonly string[] },
  replay: ReplayWriter<UserEntry> | null,
): Promise<UserEntry> {
  return changeUser(deps, caller, of, replay, async (tx, account, found, now) => {
    const before = entryOf(found)
    await keepAnAdministrator(tx, [account.id], async () => {
      await assertOwnRoles(tx, caller, account, roles)
      if ('invitation' in found) return updateInvitedRoles(tx, found.invitation.id, roles)
      const membership = { userId: before.id, accountId: account.id, roles }
      await upsertMembership(tx, membership, now)
    })
    await updateToRenew(tx, before.id)
    return { action: 'user.roles_changed', before, after: { ...before, roles } }
  })
}

/** Removes a person from an account, or withdraws the invitation. */
export async function removeUser(
  deps: Deps,
  caller: Caller,
  of: UserOf,
  replay: ReplayWriter<UserEntry> | null,
): Promise<UserEntry> {
  return changeUser(deps, caller, of, replay, async (tx, account, found, now) => {
    const before = entryOf(found)
    if ('invitation' in found) await deleteInvitations(tx, account.id, before.email)
    else {
      await keepAnAdministrator(tx, [account.id], () => deleteMembership(tx, account.id, before.id))
      await updateUserTokensRevoked(tx, before.id, { accountId: account.id }, now)
      await deleteLinks(tx, before.id, ['reset'])
      await updateToRenew(tx, before.id)
    }
    return { action: 'user.removed', before, after: null }
  })
}

/** Lets a person sign in no longer, anywhere. Sessions and tokens end at once. */
export async function deactivateUser(
  deps: Deps,
  caller: Caller,
  of: UserOf,
  replay: ReplayWriter<UserEntry> | null,
): Promise<UserEntry> {
  return changeUser(deps, caller, of, replay, async (tx, _, found, now) => {
    const { member, memberships } = await ownPerson(tx, caller, found)
    const before = memberEntry(member)
    const accounts = memberships.map(({ accountId }) => accountId)
    await keepAnAdministrator(tx, accounts, () => updateDeactivated(tx, member.id, now))
    await endSessions(tx, member.id, {}, now)
    await updateUserTokensRevoked(tx, member.id, {}, now)
    await deleteLinks(tx, member.id, ['reset', 'email_old', 'email_new', 'sign_in'])
    return { action: 'user.deactivated', before, after: { ...before, status: 'deactivated' } }
  })
}

export async function reactivateUser(
  deps: Deps,
  caller: Caller,
  of: UserOf,
  replay: ReplayWriter<UserEntry> | null,
): Promise<UserEntry> {
  return changeUser(deps, caller, of, replay, async (tx, _, found) => {
    const { member } = await ownPerson(tx, caller, found)
    const before = memberEntry(member)
    await updateDeactivated(tx, member.id, null)
    return { action: 'user.reactivated', before, after: { ...before, status: 'active' } }
  })
}

/** Removes the authenticator app of a person who has lost it, with the recovery codes. */
export async function removeSecondFactor(
  deps: Deps,
  caller: Caller,
  of: UserOf,
  replay: ReplayWriter<UserEntry> | null,
): Promise<UserEntry> {
  return changeUser(deps, caller, of, replay, async (tx, _, found, now) => {
    const { member } = await ownPerson(tx, caller, found)
    const refusal = await refusalOfLoss(tx, caller, member)
    if (refusal !== null) throw refusal
    await deleteTotp(tx, member.id)
    await endSessions(tx, member.id, {}, now)
    const before = memberEntry(member)
    return { action: 'user.second_factor_removed', before, after: before }
  })
}

/** A link of a person, which is shown this once. */
export interface ShownLink {
  readonly link: UserLink
  readonly address: string
}

type LinkDeps = Deps & { readonly publicUrl: string }

/** Creates a link by which a person sets a new password. One that was created before is replaced. */
export async function createResetLink(
  deps: LinkDeps,
  caller: Caller,
  of: UserOf,
  replay: ReplayWriter<ShownLink> | null,
): Promise<ShownLink> {
  return createUserLink(deps, caller, of, replay, async (tx, found, now) => {
    const { member } = await ownPerson(tx, caller, found)
    const refusal = refusalOfReset(member)
    if (refusal !== null) throw refusal
    await deleteLinks(tx, member.id, ['reset'])
    return createLink(tx, { kind: 'reset', userId: member.id, email: member.email }, now)
  })
}

/** Creates the link that goes to the old or the new address, when a person has asked for a change. */
export async function createEmailLink(
  deps: LinkDeps,
  caller: Caller,
  { address, ...of }: UserOf & { readonly address: 'old' | 'new' },
  replay: ReplayWriter<ShownLink> | null,
): Promise<ShownLink> {
  return createUserLink(deps, caller, of, replay, async (tx, found, now) => {
    const { member } = joined(found)
    const sides = await selectEmailChange(tx, member.id, now)
    const side = openSides(sides).find(({ kind }) => kind === `email_${address}`)
    if (side === undefined) throw noEmailChange()
    return showLink(tx, side)
  })
}

async function createUserLink(
  deps: LinkDeps,
  caller: Caller,
  of: UserOf,
  replay: ReplayWriter<ShownLink> | null,
  create: (
    tx: Transaction,
    found: FoundUser,
    now: Temporal.Instant,
  ) => ReturnType<typeof createLink>,
): Promise<ShownLink> {
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    const { account, found } = await lockedPerson(tx, caller, of)
    const { link, secret } = await create(tx, found, now)
    const { kind, userId, expiresAt } = link
    const change = { action: 'link.created', subjectId: userId, before: null } as const
    const after = { kind, expires_at: expiresAt.toString() }
    await record(tx, caller, account, { ...change, after }, now)
    await passSecondPerson(tx, caller, roleChangeOf(userId), now)
    const shown = { link, address: addressOf(deps.publicUrl, kind, secret) }
    await completeReservation(tx, replay, shown)
    return shown
  })
}

/** Ends the sessions of a person that open an account: one of them, or all. */
export async function endUserSessions(
  deps: Deps,
  caller: Caller,
  { sessionId, ...of }: UserOf & { readonly sessionId: string | null },
  replay: ReplayWriter<UserEntry> | null,
): Promise<UserEntry> {
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    const { account, found } = await lockedPerson(tx, caller, of)
    const { member } = joined(found)
    const sessions = await sessionsIn(tx, account.id, member.id, now)
    const ended = sessions.filter(({ id }) => sessionId === null || id === sessionId)
    if (sessionId !== null && ended.length === 0) throw userSessionNotFound(sessionId)
    for (const { id } of ended) {
      await endSessions(tx, member.id, { only: id }, now)
      const change = { action: 'session.ended', subjectId: member.id, before: null } as const
      await record(tx, caller, account, { ...change, after: { session_id: id } }, now)
    }
    const entry = memberEntry(member)
    await completeReservation(tx, replay, entry)
    return entry
  })
}

async function changeUser(
  deps: Deps,
  caller: Caller,
  of: UserOf,
  replay: ReplayWriter<UserEntry> | null,
  change: (
    tx: Transaction,
    account: Account,
    found: FoundUser,
    now: Temporal.Instant,
  ) => Promise<{
    readonly action: AuditAction
    readonly before: UserEntry
    readonly after: UserEntry | null
  }>,
): Promise<UserEntry> {
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    const { account, found } = await lockedPerson(tx, caller, of)
    const { action, before, after } = await change(tx, account, found, now)
    await announceChange(tx, 'people')
    const entry = {
      action,
      subjectId: before.id,
      before: describeUser(before),
      after: after && describeUser(after),
    }
    await record(tx, caller, account, entry, now)
    if (needTwo.includes(action)) {
      await passSecondPerson(tx, caller, roleChangeOf(before.id), now)
    }
    const changed = after ?? before
    await completeReservation(tx, replay, changed)
    return changed
  })
}

/**
 * The person, locked, as one of an account that the caller manages. Nobody changes a person who has
 * more rights than they have themselves.
 */
async function lockedPerson(
  tx: Transaction,
  caller: Caller,
  { accountId, userId }: UserOf,
): Promise<{ readonly account: Account; readonly found: FoundUser }> {
  const account = await managedAccount(tx, caller, accountId)
  const { id } = entryOf(await findUser(tx, account.id, userId))
  await lockUser(tx, id)
  const found = await findUser(tx, account.id, id)
  const above = await refusalOfRank(tx, caller, account.id, entryOf(found).roles)
  if (above !== null) throw above
  return { account, found }
}

/** A person who belongs to accounts of the caller alone, so that the caller may decide about them. */
async function ownPerson(
  tx: Queryable,
  caller: Caller,
  found: FoundUser,
): Promise<{ readonly member: Member; readonly memberships: readonly Member[] }> {
  const { member } = joined(found)
  const { refusal, memberships } = await readOwnPerson(tx, caller, member)
  if (refusal !== null) throw refusal
  return { member, memberships }
}

function joined(found: FoundUser): { readonly member: Member } {
  if ('invitation' in found) throw refusalOfAbsence(found)
  return found
}

/** In the log of the insurer that manages the account. */
async function record(
  tx: Queryable,
  caller: Caller,
  account: Account,
  change: {
    readonly action: AuditAction
    readonly subjectId: string
    readonly before: JsonObject | null
    readonly after: JsonObject | null
  },
  now: Temporal.Instant,
): Promise<void> {
  const accountId = await selectManagerOf(tx, account.id)
  await recordAudit(tx, caller, { ...change, accountId }, now)
}

/** What changes who can act with which rights. */
const needTwo: readonly AuditAction[] = [
  'user.roles_changed',
  'user.reactivated',
  'user.second_factor_removed',
]

/** Other roles, or a link by which somebody could sign in as this person. */
function roleChangeOf(subjectId: string) {
  return { kind: 'role_changes', subjectId, money: null, sale: null } as const
}
