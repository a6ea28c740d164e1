import { allAllowed, ids, linkTo, moment } from '../wire/example-ids.ts'
import { personIds, sessionExample } from '../people/examples.ts'

const secret = '3f1a6c0b9d52e7488ac1f0d6b7e2945c3f1a6c0b9d52e7488ac1f0d6b7e2945c'
const welcome = (kind: string) => linkTo(`/console/welcome#${kind}=${secret}`).href

export const inviteUserExample = {
  email: 'ben.moser@example.com',
  name: 'Ben Moser',
  roles: ['service'],
}

const invitedUserExample = {
  id: personIds.user,
  account_id: ids.insurer,
  ...inviteUserExample,
  status: 'invited',
  last_seen_at: null,
  reset_requested_at: null,
  created_at: moment,
}

export const newUserExample = { ...invitedUserExample, link: welcome('invitation') }

export const userExample = { ...invitedUserExample, status: 'active', last_seen_at: moment }

export const colleagueExample = { id: userExample.id, name: userExample.name }

export const userDetailsExample = {
  ...userExample,
  sessions: [{ ...sessionExample, is_current: false, allowed: allAllowed('end') }],
  links: [
    {
      kind: 'reset',
      email: inviteUserExample.email,
      created_at: moment,
      expires_at: '2028-11-20T10:15:00+00:00',
    },
  ],
  allowed: {
    ...allAllowed(
      'change_roles',
      'remove',
      'deactivate',
      'reactivate',
      'create_reset_link',
      'end_sessions',
    ),
    remove_second_factor: {
      allowed: false,
      code: 'second_factor_not_on',
      reason: 'The person has no authenticator app, so that there is nothing to remove.',
    },
    create_email_link: {
      allowed: false,
      code: 'no_email_change',
      reason: 'The person has asked for no other e-mail address, or this address has confirmed it.',
    },
  },
}

export const changeRolesExample = { roles: ['accountant'] }
export const changedUserExample = { ...userExample, ...changeRolesExample }
export const deactivatedUserExample = { ...userExample, status: 'deactivated' }

export const resetLinkExample = {
  kind: 'reset',
  email: inviteUserExample.email,
  created_at: moment,
  expires_at: '2028-11-20T10:15:00+00:00',
  link: welcome('reset'),
}

export const emailLinkRequestExample = { address: 'new' }
export const emailLinkExample = {
  kind: 'email_new',
  email: 'ben.frei@example.com',
  created_at: moment,
  expires_at: '2028-11-21T09:15:00+00:00',
  link: welcome('email_new'),
}
