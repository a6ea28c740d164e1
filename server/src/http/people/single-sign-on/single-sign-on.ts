import type { Static } from 'typebox'
import { timestamp } from '../../../kernel/index.ts'
import type { Account } from '../../../identity/index.ts'
import { type IdentityProvider, redirectUriOf } from '../../../people/index.ts'
import { allowed } from '../../access/allowed.ts'
import { flag, text, timestampText } from '../../wire/schema.ts'
import { Type } from '../../wire/type.ts'
import { setUpRequestExample, singleSignOnExample } from './examples.ts'

export const scopesDefault = ['openid', 'email', 'profile']
export const groupClaimDefault = 'groups'
const groupsMax = 200
const rolesMax = 20

const roles = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: rolesMax, description })

const groupRoles = Type.Unsafe<Record<string, string[]>>({
  type: 'object',
  maxProperties: groupsMax,
  propertyNames: { maxLength: 200 },
  additionalProperties: roles('Keys of roles.'),
  description:
    'The roles of each group of the provider, by the name or the id that is in the claim. If there is any, the groups of a person decide about the roles at every sign-in.',
})

const descriptions = {
  issuer: 'The address of the provider, exactly as the provider writes it.',
  client_id: 'What the provider calls this server.',
  scopes: 'What the provider is asked for.',
  group_claim: 'The claim with the groups of a person.',
  default_roles: 'The roles of people who have no listed group. Without any they are refused.',
  just_in_time: 'Whether people join when they first sign in. Otherwise they must be invited.',
  enforced:
    'Whether only single sign-on opens this account. Keys, personal tokens and the link of `npm run create-user` still open it.',
}

export const singleSignOnSchema = Type.Object(
  {
    issuer: text(descriptions.issuer),
    client_id: text(descriptions.client_id),
    scopes: Type.Array(Type.String(), { description: descriptions.scopes }),
    group_claim: text(descriptions.group_claim),
    group_roles: groupRoles,
    default_roles: roles(descriptions.default_roles),
    just_in_time: flag(descriptions.just_in_time),
    enforced: flag(descriptions.enforced),
    redirect_uri: text('The address that has to be allowed at the provider.'),
    sign_in_url: text('Where people of this account sign in.'),
    created_at: timestampText('When it was set up.'),
    changed_at: timestampText('When it was last changed.'),
    allowed: Type.Optional(allowed('change', 'remove')),
  },
  {
    $id: 'SingleSignOn',
    description: 'The identity provider of the account, without its client secret.',
    examples: [singleSignOnExample],
  },
)

export const setUpSingleSignOnBody = Type.Object(
  {
    issuer: Type.String({ minLength: 1, maxLength: 500, description: descriptions.issuer }),
    client_id: Type.String({ minLength: 1, maxLength: 200, description: descriptions.client_id }),
    client_secret: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        description:
          'The secret for the client id. It is never shown. Without it the stored one stays, if the issuer is the same.',
      }),
    ),
    scopes: Type.Optional(
      Type.Array(Type.String({ pattern: '^[!#-\\[\\]-~]{1,200}$' }), {
        maxItems: 20,
        description: `${descriptions.scopes} \`openid\` is always among them; ${scopesDefault.join(', ')} by default.`,
      }),
    ),
    group_claim: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: `${descriptions.group_claim} \`${groupClaimDefault}\` by default.`,
      }),
    ),
    group_roles: Type.Optional(groupRoles),
    default_roles: Type.Optional(roles(descriptions.default_roles)),
    just_in_time: Type.Optional(flag(`${descriptions.just_in_time} False by default.`)),
    enforced: Type.Optional(flag(`${descriptions.enforced} False by default.`)),
  },
  { $id: 'SetUpSingleSignOn', examples: [setUpRequestExample] },
)

export function viewSingleSignOn(deps: { readonly publicUrl: string }, account: Account) {
  return (provider: IdentityProvider): Static<typeof singleSignOnSchema> => ({
    issuer: provider.issuer,
    client_id: provider.clientId,
    scopes: [...provider.scopes],
    group_claim: provider.groupClaim,
    group_roles: Object.fromEntries(
      Object.entries(provider.groupRoles).map(([group, some]) => [group, [...some]]),
    ),
    default_roles: [...provider.defaultRoles],
    just_in_time: provider.justInTime,
    enforced: provider.enforced,
    redirect_uri: redirectUriOf(deps),
    // Keys of distributors are unique for their insurer alone.
    sign_in_url: `${deps.publicUrl}/console/sso/${account.kind === 'insurer' ? account.key : account.id}`,
    created_at: timestamp(provider.createdAt),
    changed_at: timestamp(provider.changedAt),
  })
}
