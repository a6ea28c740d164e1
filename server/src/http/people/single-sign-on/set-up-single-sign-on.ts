import {
  clientSecretRequired,
  grantExceedsOwn,
  issuerNotAllowed,
  setUpSingleSignOn,
  unknownRole,
} from '../../../management/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { invalidMember } from '../../reasons.ts'
import { named } from '../../wire/schema.ts'
import {
  groupClaimDefault,
  scopesDefault,
  setUpSingleSignOnBody,
  singleSignOnSchema,
  viewSingleSignOn,
} from './single-sign-on.ts'

export function addSetUpSingleSignOn(app: App, deps: HttpDeps): void {
  app.put(
    '/manage/single_sign_on',
    {
      config: {
        access: 'shared',
        mayNeedSecondPerson: true,
        isRepeatable: true,
        refuses: [
          invalidMember('A member of the body is missing or invalid.', {
            code: 'required',
            field: 'client_id',
            rules: ['required'],
          }),
          issuerNotAllowed,
          clientSecretRequired,
          unknownRole,
          grantExceedsOwn.listed({
            when: 'You do not have every permission yourself.',
            example: ['quotes.create'],
          }),
        ],
      },
      schema: {
        operationId: 'setUpSingleSignOn',
        summary: 'Set up single sign-on',
        description:
          'Sets up the OpenID Connect provider of your account, or replaces its settings. Allow the `redirect_uri` of the response at the provider. ' +
          'Only those who have every permission can do this: the provider decides who signs in. ' +
          'With another issuer, all sessions that began at the old one end.',
        tags: ['Management'],
        body: named(setUpSingleSignOnBody),
        response: { 200: named(singleSignOnSchema) },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const { body } = request
      const provider = await setUpSingleSignOn(deps, caller, {
        issuer: body.issuer,
        clientId: body.client_id,
        clientSecret: body.client_secret ?? null,
        scopes: [...new Set(['openid', ...(body.scopes ?? scopesDefault)])],
        groupClaim: body.group_claim ?? groupClaimDefault,
        groupRoles: body.group_roles ?? {},
        defaultRoles: body.default_roles ?? [],
        justInTime: body.just_in_time ?? false,
        enforced: body.enforced ?? false,
      })
      return viewSingleSignOn(deps, caller.account)(provider)
    },
  )
}
