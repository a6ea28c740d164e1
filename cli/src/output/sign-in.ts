import type { SignInRules, SingleSignOn } from '@bindery/sdk'
import type { Paint } from './paint.ts'
import { facts } from './table.ts'

export function describeSingleSignOn(provider: SingleSignOn, paint: Paint): string[] {
  const { group_roles: groups, default_roles: defaults } = provider
  return facts(
    [
      ['issuer', paint.bold(provider.issuer)],
      ['client id', provider.client_id],
      ['people sign in at', provider.sign_in_url],
      ['allow at the provider', provider.redirect_uri],
      ['scopes', provider.scopes.join(' ')],
      ['claim with the groups', provider.group_claim],
      ...Object.entries(groups).map(
        ([group, roles]) => [`roles of ${group}`, roles.join(', ')] as const,
      ),
      ['roles of all others', defaults.length === 0 ? 'none: refused' : defaults.join(', ')],
      ['people join', provider.just_in_time ? 'when they first sign in' : 'by invitation'],
      ['passwords and passkeys', provider.enforced ? 'do not open the account' : 'open it too'],
    ],
    paint,
  )
}

export function describeSignInRules(rules: SignInRules): string[] {
  return [`A second factor is ${rules.requires_second_factor ? 'required' : 'optional'}.`]
}
