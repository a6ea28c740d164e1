import { type AccountId, type Clock, mintId } from '../../kernel/index.ts'
import { passSecondPerson } from '../../approvals/index.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Database } from '../../database/index.ts'
import { type Caller, lockAccount, selectManagerOf } from '../../identity/index.ts'
import { type ReplayWriter, completeReservation } from '../../idempotency/index.ts'
import {
  addressOf,
  createLink,
  deleteInvitations,
  emailInvalid,
  readEmail,
} from '../../people/index.ts'
import { assertOwnRoles } from '../assert-own-grants.ts'
import { managedAccount } from '../managed-account.ts'
import { alreadyMember, tooManyUsers } from '../reasons.ts'
import { type UserEntry, describeUser, entriesOf, invitedEntry } from './user-entry.ts'

export const usersMax = 1_000

/** An invited person with the link, which is shown this once. */
export interface Invited {
  readonly entry: UserEntry
  readonly link: string
}

/**
 * Invites a person. Whether the address belongs to somebody already is not revealed: it makes no
 * difference until the person accepts. Inviting again replaces the link.
 */
export async function inviteUser(
  deps: { readonly db: Database; readonly clock: Clock; readonly publicUrl: string },
  caller: Caller,
  wanted: {
    readonly accountId: AccountId
    readonly email: string
    readonly name: string
    readonly roles: readonly string[]
  },
  replay: ReplayWriter<Invited> | null,
): Promise<Invited> {
  const now = deps.clock()
  const email = readEmail(wanted.email)
  if (email === null) throw emailInvalid()
  return deps.db.transaction(async (tx) => {
    const { id: accountId } = await managedAccount(tx, caller, wanted.accountId)
    await lockAccount(tx, accountId)
    await assertOwnRoles(tx, caller, { id: accountId }, wanted.roles)
    const present = await entriesOf(tx, accountId)
    const same = present.find((one) => one.email === email)
    if (same !== undefined && same.status !== 'invited') throw alreadyMember(email)
    if (same === undefined && present.length >= usersMax) throw tooManyUsers(usersMax)
    await deleteInvitations(tx, accountId, email)
    const invitation = { accountId, name: wanted.name, roles: wanted.roles }
    const userId = same?.id ?? mintId('usr', now)
    const made = await createLink(tx, { kind: 'invitation', userId, email, invitation }, now)
    const entry = invitedEntry(made.link)
    const change = { action: 'user.invited', subjectId: userId, before: null } as const
    const log = await selectManagerOf(tx, accountId)
    const audited = { ...change, accountId: log, after: describeUser(entry) }
    await recordAudit(tx, caller, audited, now)
    const invited = { entry, link: addressOf(deps.publicUrl, 'invitation', made.secret) }
    // An invited person has another id each time, and the address is personal: it is in the body.
    const act = { kind: 'role_changes', subjectId: accountId, money: null, sale: null } as const
    await passSecondPerson(tx, caller, act, now)
    await completeReservation(tx, replay, invited)
    return invited
  })
}
