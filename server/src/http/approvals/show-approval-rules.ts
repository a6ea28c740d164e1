import { selectApprovalRules } from '../../approvals/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { named } from '../wire/schema.ts'
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
        response: { 200: named(approvalRulesSchema) },
      },
    },
    async (request) => viewRules(await selectApprovalRules(deps.db, callerOf(request).account.id)),
  )
}
