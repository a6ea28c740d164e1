import { selectRules } from '../../../people/index.ts'
import { callerOf } from '../../access/access.ts'
import { viewAllowed } from '../../access/allowed.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { named } from '../../wire/schema.ts'
import { signInRulesShownSchema, viewRules } from './sign-in-rules.ts'

export function addShowSignInRules(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/sign_in_rules',
    {
      config: { access: 'shared' },
      schema: {
        operationId: 'showSignInRules',
        summary: 'View how people have to sign in',
        description: 'The rules of your account.',
        tags: ['Management'],
        response: { 200: named(signInRulesShownSchema) },
      },
    },
    async (request) => {
      const rules = await selectRules(deps.db, callerOf(request).account.id)
      const allowed = viewAllowed(request, { change: ['changeSignInRules', null] })
      return { ...viewRules(rules), allowed }
    },
  )
}
