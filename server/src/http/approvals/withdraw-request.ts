import {
  approvalNeedsPerson,
  approvalNotFound,
  approvalNotPending,
  requestOfOther,
  withdrawRequest,
} from '../../approvals/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { approvalParams, approvalSchema } from './approval.ts'
import { withdrawnExample } from './examples.ts'
import { findApproval, viewerOf } from './view-approval.ts'

export function addWithdrawRequest(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/approvals/:approvalId/withdraw',
    {
      config: {
        access: 'shared',
        refuses: [approvalNotFound, approvalNotPending, requestOfOther, approvalNeedsPerson],
      },
      schema: {
        operationId: 'withdrawRequest',
        summary: 'Withdraw a request of your own',
        description: 'The call is not made.',
        tags: ['Management'],
        params: approvalParams,
        response: {
          200: exampled(named(approvalSchema), 'The request, withdrawn.', withdrawnExample),
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const approval = await findApproval(deps.db, caller, request.params.approvalId)
      const view = await viewerOf(deps, [approval])
      return view(await withdrawRequest(deps, caller, approval, replayOf(reply, view)))
    },
  )
}
