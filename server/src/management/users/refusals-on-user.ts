import type { AccountId, Refusal } from '../../kernel/index.ts'
import type { Queryable } from '../../database/index.ts'
import { type Caller, grantsOfRoles, selectOwnRoles } from '../../identity/index.ts'
import {
  type Member,
  type UserLink,
  hasTotp,
  refusalOfLeaving,
  selectMembershipsOf,
} from '../../people/index.ts'
import { refusalOfGrants } from '../assert-own-grants.ts'
import { managedAccounts } from '../managed-account.ts'
import {
  noEmailChange,
  notJoined,
  ownSecondFactor,
  personOfOtherAccounts,
  secondFactorNotOn,
} from '../reasons.ts'
import { type FoundUser, entryOf } from './user-entry.ts'

/** What can be done with a person of an account. */
export const actsOnUser = [
  'change_roles',
  'remove',
  'deactivate',
  'reactivate',
  'create_reset_link',
  'create_email_link',
  'remove_second_factor',
  'end_sessions',
] as const
export type RefusalsOnUser = Readonly<Record<(typeof actsOnUser)[number], Refusal | null>>

/** Why each act on a person is refused to a caller now; null for what is open. */
export async function refusalsOnUser(
  db: Queryable,
  caller: Caller,
  found: FoundUser,
  /** The links of the person that still work. */
  links: readonly UserLink[],
): Promise<RefusalsOnUser> {
  const { accountId, roles } = entryOf(found)
  const above = await refusalOfRank(db, caller, accountId, roles)
  if (above !== null) return allOf(above)
  const notYet = refusalOfAbsence(found)
  if ('invitation' in found) return { ...allOf(notYet), change_roles: null, remove: null }
  const { member } = found
  const { refusal: others, memberships } = await readOwnPerson(db, caller, member)
  return {
    change_roles: null,
    remove: await refusalOfLeaving(db, [member]),
    deactivate: others ?? (await refusalOfLeaving(db, memberships)),
    reactivate: others,
    create_reset_link: others ?? refusalOfReset(member),
    create_email_link: openSides(links).length === 0 ? noEmailChange() : null,
    remove_second_factor: others ?? (await refusalOfLoss(db, caller, member)),
    end_sessions: null,
  }
}

function allOf(refusal: Refusal | null): RefusalsOnUser {
  const entries = actsOnUser.map((act) => [act, refusal])
  return Object.fromEntries(entries) as RefusalsOnUser // Of all acts.
}

/** Nobody changes a person who has more rights than they have themselves. */
export async function refusalOfRank(
  db: Queryable,
  caller: Caller,
  accountId: AccountId,
  roles: readonly string[],
): Promise<Refusal | null> {
  return refusalOfGrants(caller, grantsOfRoles(roles, await selectOwnRoles(db, accountId)))
}

/** A person decides about themselves only once they have accepted the invitation. */
export function refusalOfAbsence(found: FoundUser): Refusal | null {
  return 'invitation' in found ? notJoined(found.invitation.email) : null
}

/**
 * The memberships of a person. Only who manages all of these accounts may decide about the person;
 * otherwise there is a refusal.
 */
export async function readOwnPerson(
  db: Queryable,
  caller: Caller,
  member: Member,
): Promise<{ readonly refusal: Refusal | null; readonly memberships: readonly Member[] }> {
  const managed = (await managedAccounts(db, caller)).map(({ id }) => id)
  const memberships = await selectMembershipsOf(db, member.id)
  if (!memberships.every(({ accountId }) => managed.includes(accountId))) {
    return { refusal: personOfOtherAccounts(), memberships }
  }
  for (const { accountId, roles } of memberships) {
    const refusal = await refusalOfRank(db, caller, accountId, roles)
    if (refusal !== null) return { refusal, memberships }
  }
  return { refusal: null, memberships }
}

export function refusalOfReset({ deactivatedAt, email }: Member): Refusal | null {
  return deactivatedAt === null ? null : notJoined(email)
}

/** Of an authenticator app. Who has not lost theirs removes it with a proof. */
export async function refusalOfLoss(
  db: Queryable,
  { actor }: Pick<Caller, 'actor'>,
  { id }: Pick<Member, 'id'>,
): Promise<Refusal | null> {
  // An open browser of an administrator must not be enough: `removeTotp` asks for a proof.
  if (actor.kind === 'user' && actor.id === id) return ownSecondFactor()
  return (await hasTotp(db, id)) ? null : secondFactorNotOn()
}

/** The sides of a change of address that are still to be confirmed. */
export function openSides(links: readonly UserLink[]): UserLink[] {
  return links.filter(
    ({ kind, usedAt }) => (kind === 'email_old' || kind === 'email_new') && usedAt === null,
  )
}
