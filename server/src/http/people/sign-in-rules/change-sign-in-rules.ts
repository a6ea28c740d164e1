import { changeSignInRules } from '../../../people/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { missingMember } from '../../reasons.ts'
import { exampled } from '../../wire/exampled.ts'
import { named } from '../../wire/schema.ts'
import { rulesExample, signInRulesSchema, viewRules } from './sign-in-rules.ts'

export function addChangeSignInRules(app: App, deps: HttpDeps): void {
  app.patch(
    '/manage/sign_in_rules',
    {
      config: {
        access: 'shared',
        isRepeatable: true,
        refuses: [missingMember('requires_second_factor')],
      },
      schema: {
        operationId: 'changeSignInRules',
        summary: 'Change how people have to sign in',
        description:
          'Holds at once, for sessions that have begun as well: one with a password alone then opens only the calls that set up a second factor.',
        tags: ['Management'],
        body: named(signInRulesSchema),
        response: { 200: exampled(named(signInRulesSchema), 'The rules.', rulesExample) },
      },
    },
    async (request) => {
      const { requires_second_factor: requiresSecondFactor } = request.body
      return viewRules(await changeSignInRules(deps, callerOf(request), { requiresSecondFactor }))
    },
  )
}
