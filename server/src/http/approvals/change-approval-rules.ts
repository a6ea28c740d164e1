import {
  actWithoutAmount,
  changeApprovalRules,
  ruleTwice,
  tooFewApprovers,
} from '../../approvals/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { missingMember } from '../reasons.ts'
import { named } from '../wire/schema.ts'
import {
  approvalRulesSchema,
  changeApprovalRulesBody,
  readRules,
  viewRules,
} from './approval-rules.ts'

export function addChangeApprovalRules(app: App, deps: HttpDeps): void {
  app.patch(
    '/manage/approval_rules',
    {
      config: {
        access: 'shared',
        mayNeedSecondPerson: true,
        refuses: [missingMember('rules'), ruleTwice, actWithoutAmount, tooFewApprovers],
      },
      schema: {
        operationId: 'changeApprovalRules',
        summary: 'Change which acts need a second person',
        description:
          'Replaces the rules of your account, from the next request on. While there is a rule, ' +
          'this call needs a second person too. Requests that wait are not affected.',
        tags: ['Management'],
        body: named(changeApprovalRulesBody),
        response: { 200: named(approvalRulesSchema) },
      },
    },
    async (request, reply) => {
      const rules = readRules(request.body)
      const replay = replayOf(reply, viewRules)
      return viewRules(await changeApprovalRules(deps, callerOf(request), rules, replay))
    },
  )
}
