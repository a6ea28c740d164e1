import type { NewUser, User, UserDetails, UserLink } from '@bindery/sdk'
import type { Paint } from './paint.ts'
import { facts, table } from './table.ts'

export function describeUsers(users: readonly User[], paint: Paint): string[] {
  const rows = users.map((user) => [
    user.id,
    user.name,
    user.email,
    user.roles.join(', '),
    user.status,
    user.last_seen_at ?? 'never',
  ])
  return table(['id', 'name', 'e-mail', 'roles', 'status', 'last seen'], rows, paint)
}

export function describeUser(user: UserDetails, paint: Paint): string[] {
  return [
    ...facts(
      [
        ['person', paint.bold(user.name)],
        ['e-mail', user.email],
        ['roles', user.roles.join(', ')],
        ['status', user.status],
        ['last seen', user.last_seen_at ?? 'never'],
        ...(user.reset_requested_at === null
          ? []
          : [['asked for a new password', user.reset_requested_at] as const]),
        ...user.links.map(({ kind, expires_at }) => [`${kind} link until`, expires_at] as const),
      ],
      paint,
    ),
    ...(user.sessions.length === 0 ? [] : ['', ...describeSessions(user.sessions, paint)]),
  ]
}

export function describeSessions(sessions: UserDetails['sessions'], paint: Paint): string[] {
  const rows = sessions.map((session) => [
    session.id,
    session.method,
    session.address,
    session.last_seen_at,
    session.user_agent,
  ])
  return table(['session', 'signed in by', 'address', 'last seen', 'browser'], rows, paint)
}

/** The link is shown once: whoever sees it passes it on. */
export function describeLink({ link, email }: NewUser | UserLink, paint: Paint): string[] {
  return link === undefined
    ? ['The link was shown before. Create another one to see it.']
    : [`${paint.green('✓')} Pass this link on to ${email}. It is shown only once:`, '', link]
}
