import type { SingleSignOnCode } from './failure.ts'
import type { IdentityProvider } from './identity-provider.ts'
import type { Candidate } from './identity-store.ts'
import type { ClaimedPerson } from './read-claims.ts'

/** Who a provider's person is here. */
export type Decision =
  | { readonly kind: 'known' | 'linked'; readonly candidate: Candidate }
  | { readonly kind: 'new'; readonly email: string }
  | { readonly kind: 'refused'; readonly code: SingleSignOnCode; readonly about: Candidate | null }

/**
 * A person is known by issuer and subject. An e-mail address alone proves nothing: whoever runs the
 * provider of one insurer writes whatever address they like. So an address makes nobody a member,
 * and is looked at only once, for a person who was invited to this very account and whom the provider
 * does not know by another subject.
 */
export function decidePerson(
  provider: Pick<IdentityProvider, 'justInTime'>,
  { email, isEmailVerified }: Pick<ClaimedPerson, 'email' | 'isEmailVerified'>,
  found: { readonly identified: Candidate | undefined; readonly withEmail: Candidate | undefined },
): Decision {
  const { identified, withEmail } = found
  const refuse = (code: SingleSignOnCode, about: Candidate | null = null): Decision => ({
    kind: 'refused',
    code,
    about,
  })
  if (identified !== undefined) {
    const isMember = !identified.isDeactivated && identified.roles !== null
    return isMember ? { kind: 'known', candidate: identified } : refuse('not_a_member', identified)
  }
  if (email === null) return refuse('email_missing')
  if (withEmail === undefined) {
    if (!provider.justInTime) return refuse('not_invited')
    return isEmailVerified === false ? refuse('email_not_verified') : { kind: 'new', email }
  }
  if (withEmail.roles === null || withEmail.hasIdentity) return refuse('email_taken')
  if (withEmail.isDeactivated) return refuse('not_a_member', withEmail)
  return isEmailVerified === true
    ? { kind: 'linked', candidate: withEmail }
    : refuse('email_not_verified', withEmail)
}

/** The roles that a person has after signing in. */
export function decideRoles(
  { groupRoles, defaultRoles }: Pick<IdentityProvider, 'groupRoles' | 'defaultRoles'>,
  groups: readonly string[],
  current: readonly string[] | null,
): readonly string[] {
  const isMapped = Object.keys(groupRoles).length > 0
  if (!isMapped) return current ?? defaultRoles
  const mapped = groups.flatMap((group) =>
    Object.hasOwn(groupRoles, group) ? (groupRoles[group] ?? []) : [],
  )
  return mapped.length > 0 ? [...new Set(mapped)].toSorted() : defaultRoles
}
