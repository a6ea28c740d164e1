import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { AccountId, Refusal } from '../../kernel/index.ts'
import { timestamp } from '../../kernel/index.ts'
import type { Caller } from '../../identity/index.ts'
import {
  type Invited,
  type ShownLink,
  type UserDetails,
  type UserEntry,
  actsOnUser,
} from '../../management/index.ts'
import type { UserLink } from '../../people/index.ts'
import { callerOf } from '../access/access.ts'
import { allowed, viewAllowed } from '../access/allowed.ts'
import { personIds } from '../people/examples.ts'
import { sessionSchema, viewSession } from '../people/person.ts'
import { named, oneOf, pathId, text, timestampOrNull, timestampText, word } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import {
  changeRolesExample,
  emailLinkRequestExample,
  inviteUserExample,
  newUserExample,
  userExample,
} from './examples.ts'

const rolesMax = 20

const userFields = {
  id: text('The person.'),
  account_id: text('The account that the person belongs to, or is invited to.'),
  email: text('The e-mail address.'),
  name: text('The name.'),
  roles: Type.Array(text('The key of a role.'), { description: 'The roles in this account.' }),
  status: oneOf(
    ['invited', 'active', 'deactivated'],
    '`invited` until the person accepts; a `deactivated` person cannot sign in.',
  ),
  last_seen_at: timestampOrNull('When the person was last seen, in the last 90 days; else null.'),
  reset_requested_at: timestampOrNull(
    'When somebody asked for a new password of this person; null if nobody did.',
  ),
  created_at: timestampText('When the person joined the account, or was invited.'),
}
export const userSchema = Type.Object(userFields, {
  $id: 'User',
  description: 'A person of an account.',
  examples: [userExample],
})

const linkOnce = 'It is shown only once: a repeated request returns none.'
export const newUserSchema = Type.Object(
  {
    ...userFields,
    link: Type.Optional(text(`The invitation link, for you to pass on. ${linkOnce}`)),
  },
  { $id: 'NewUser', description: 'An invited person.', examples: [newUserExample] },
)

const linkFields = {
  kind: oneOf(
    ['invitation', 'reset', 'email_old', 'email_new', 'sign_in'],
    'What the link is for. A change of address is confirmed by the old and by the new one.',
  ),
  email: text('The e-mail address; of a change of address the new one.'),
  created_at: timestampText('When it was created.'),
  expires_at: timestampText('When it stops working.'),
}
const openLinkSchema = Type.Object(linkFields, { description: 'A link that still works.' })
export const userLinkSchema = Type.Object(
  {
    ...linkFields,
    link: Type.Optional(text(`The link, for you to pass on. ${linkOnce}`)),
  },
  { $id: 'UserLink', description: 'A link for a person, which works once.' },
)

export const userDetailsSchema = Type.Object(
  {
    ...userFields,
    sessions: Type.Array(named(sessionSchema), {
      description: 'The sessions that open this account, newest first.',
    }),
    links: Type.Array(openLinkSchema, {
      description: 'The links that still work, without their secrets.',
    }),
    allowed: allowed(...actsOnUser),
  },
  { $id: 'UserDetails', description: 'A person of an account, with sessions and links.' },
)

const roles = Type.Array(word('The key of a role.'), {
  minItems: 1,
  maxItems: rolesMax,
  description: 'Roles of `GET /manage/roles`.',
})
export const inviteUserBody = Type.Object(
  {
    account_id: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'The account: one that you manage. Your own by default.',
      }),
    ),
    email: Type.String({ minLength: 3, maxLength: 254, description: 'The e-mail address.' }),
    name: Type.String({ minLength: 1, maxLength: 200, description: 'The name.' }),
    roles,
  },
  { $id: 'InviteUser', examples: [inviteUserExample] },
)
export const changeRolesBody = Type.Object(
  { roles },
  { $id: 'ChangeUserRoles', examples: [changeRolesExample] },
)
export const emailLinkBody = Type.Object(
  {
    address: oneOf(['old', 'new'], 'The address that the link is for.'),
  },
  { $id: 'CreateEmailLink', examples: [emailLinkRequestExample] },
)

export const userParams = Type.Object({ userId: pathId('The person.', personIds.user) })
export const userQuery = Type.Object({
  account_id: Type.Optional(
    Type.String({
      description: 'The account of the person: one that you manage. Your own by default.',
    }),
  ),
})

/** The account that a query or a body names; it is only looked up. */
export function accountIn(named: Static<typeof userQuery>, { account }: Caller): AccountId {
  return (named.account_id ?? account.id) as AccountId
}

/** The person that a request is about. */
export function userIn(
  request: {
    readonly params: Static<typeof userParams>
    readonly query: Static<typeof userQuery>
  },
  caller: Caller,
) {
  return { accountId: accountIn(request.query, caller), userId: request.params.userId }
}

export function viewUser(user: UserEntry): Static<typeof userSchema> {
  return {
    id: user.id,
    account_id: user.accountId,
    email: user.email,
    name: user.name,
    roles: [...user.roles],
    status: user.status,
    last_seen_at: user.lastSeenAt && timestamp(user.lastSeenAt),
    reset_requested_at: user.resetRequestedAt && timestamp(user.resetRequestedAt),
    created_at: timestamp(user.createdAt),
  }
}

export function viewInvited({ entry, link }: Invited): Static<typeof newUserSchema> {
  return { ...viewUser(entry), link }
}

export function viewDetails(
  { entry, sessions, links, refusals }: UserDetails,
  request: FastifyRequest,
  /** Why one person alone may not change who has which rights; null if one is enough. */
  alone: Refusal | null,
): Static<typeof userDetailsSchema> {
  const { actor } = callerOf(request)
  const currentId = actor.kind === 'user' ? actor.sessionId : ''
  const ofSession = viewAllowed(request, { end: ['endUserSession', refusals.end_sessions] })
  return {
    ...viewUser(entry),
    sessions: sessions.map((one) => ({ ...viewSession(one, currentId), allowed: ofSession })),
    links: links.map(viewOpenLink),
    allowed: viewAllowed(request, {
      change_roles: ['changeUserRoles', refusals.change_roles ?? alone],
      remove: ['removeUser', refusals.remove],
      deactivate: ['deactivateUser', refusals.deactivate],
      reactivate: ['reactivateUser', refusals.reactivate ?? alone],
      create_reset_link: ['createResetLink', refusals.create_reset_link ?? alone],
      create_email_link: ['createEmailLink', refusals.create_email_link ?? alone],
      remove_second_factor: ['removeSecondFactor', refusals.remove_second_factor ?? alone],
      end_sessions: ['endUserSessions', refusals.end_sessions],
    }),
  }
}

export function viewShownLink({ link, address }: ShownLink): Static<typeof userLinkSchema> {
  return { ...viewOpenLink(link), link: address }
}

function viewOpenLink({ kind, email, createdAt, expiresAt }: UserLink) {
  const [created_at, expires_at] = [timestamp(createdAt), timestamp(expiresAt)]
  return { kind, email, created_at, expires_at }
}
