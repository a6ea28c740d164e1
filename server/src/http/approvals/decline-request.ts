import {
  approvalNeedsPerson,
  approvalNotFound,
  approvalNotPending,
  declineRequest,
  personIn,
  refusalToDecline,
} from '../../approvals/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { missingMember } from '../reasons.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { approvalParams, approvalSchema, declineBody } from './approval.ts'
import { declinedExample } from './examples.ts'
import { findApproval, refusalOfMode, viewerOf } from './view-approval.ts'

export function addDeclineRequest(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/approvals/:approvalId/decline',
    {
      config: {
        access: 'shared',
        refuses: [
          missingMember('comment'),
          approvalNotFound,
          approvalNotPending,
          approvalNeedsPerson,
        ],
      },
      schema: {
        operationId: 'declineRequest',
        summary: 'Decline a request',
        description: 'The call is not made. It can be requested again.',
        tags: ['Management'],
        params: approvalParams,
        body: named(declineBody),
        response: {
          200: exampled(named(approvalSchema), 'The request, declined.', declinedExample),
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const approval = await findApproval(deps.db, caller, request.params.approvalId)
      const { id } = personIn(caller)
      const refusal =
        refusalToDecline(caller, approval, deps.clock()) ?? refusalOfMode(caller, approval)
      if (refusal !== null) throw refusal
      const view = await viewerOf(deps, [approval], id)
      const { comment } = request.body
      return view(await declineRequest(deps, caller, approval, comment, replayOf(reply, view)))
    },
  )
}
