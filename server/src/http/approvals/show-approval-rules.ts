import {
  readRefusalAlone,
  secondPersonRequired,
  selectApprovalRules,
} from '../../approvals/index.ts'
import { callerOf } from '../access/access.ts'
import { viewAllowed } from '../access/allowed.ts'
import type { App, HttpDeps } from '../deps.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { approvalRulesExample } from './examples.ts'
import { approvalRulesSchema, viewRules } from './approval-rules.ts'

export function addShowApprovalRules(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/approval_rules',
    {
      config: { access: 'shared' },
      schema: {
        operationId: 'showApprovalRules',
        summary: 'View which acts need a second person',
        description: 'All acts that can need one, with the rules of your account.',
        tags: ['Management'],
        response: {
          200: exampled(named(approvalRulesSchema), 'The rules.', {
            ...approvalRulesExample,
            allowed: {
              change: {
                allowed: false,
                code: secondPersonRequired.code,
                reason: secondPersonRequired().message,
              },
            },
          }),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const rules = await selectApprovalRules(deps.db, caller.account.id)
      const alone = await readRefusalAlone(deps.db, caller)
      const refusal = alone({ kind: 'approval_rules', money: null })
      const allowed = viewAllowed(request, { change: ['changeApprovalRules', refusal] })
      return { ...viewRules(rules), allowed }
    },
  )
}
