import { findSingleSignOn, singleSignOnNotFound } from '../../../management/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { named } from '../../wire/schema.ts'
import { singleSignOnSchema, viewSingleSignOn } from './single-sign-on.ts'

export function addShowSingleSignOn(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/single_sign_on',
    {
      config: { access: 'shared', refuses: [singleSignOnNotFound] },
      schema: {
        operationId: 'showSingleSignOn',
        summary: 'View single sign-on',
        description: 'The identity provider of your account, without its client secret.',
        tags: ['Management'],
        response: { 200: named(singleSignOnSchema) },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      return viewSingleSignOn(deps, caller.account)(await findSingleSignOn(deps.db, caller))
    },
  )
}
