import { selectRules } from '../../../people/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { exampled } from '../../wire/exampled.ts'
import { named } from '../../wire/schema.ts'
import { rulesExample, signInRulesSchema, viewRules } from './sign-in-rules.ts'

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
        response: { 200: exampled(named(signInRulesSchema), 'The rules.', rulesExample) },
      },
    },
    async (request) => viewRules(await selectRules(deps.db, callerOf(request).account.id)),
  )
}
