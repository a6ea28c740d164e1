import type { Json } from '../../kernel/index.ts'
import {
  actRefused,
  approvalNeedsPerson,
  callNotApprovable,
  personIn,
  requestApproval,
  secondPersonRequired,
} from '../../approvals/index.ts'
import { callerOf } from '../access/access.ts'
import { callFor } from '../access/on-behalf.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { invalidMember } from '../reasons.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { approvalSchema, requestApprovalBody } from './approval.ts'
import { plainApprovalExample } from './examples.ts'
import { viewerOf } from './view-approval.ts'

export function addRequestApproval(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/approvals',
    {
      config: {
        access: 'shared',
        refuses: [
          invalidMember('A member of the body is missing or invalid.', {
            code: 'required',
            field: 'reason',
            rules: ['required'],
          }),
          approvalNeedsPerson,
          callNotApprovable,
          actRefused,
        ],
      },
      schema: {
        operationId: 'requestApproval',
        summary: 'Request an act that needs a second person',
        description:
          'Sends the call to somebody else for approval. It is checked completely before: what ' +
          'would be refused anyway is refused now. It is made when another person approves it, ' +
          'with the permissions that you have by then. A request can be decided for seven days.',
        tags: ['Management'],
        body: named(requestApprovalBody),
        response: {
          200: exampled(named(approvalSchema), 'The request.', plainApprovalExample),
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { id } = personIn(caller)
      const { method, path, body, reason } = request.body
      const wanted = { method, path, body: body as Json | undefined } // It was parsed as JSON.
      const { call, act, refusal } = await callFor(app, caller, wanted, async () => {
        throw secondPersonRequired()
      })
      if (call === null) throw callNotApprovable(method, path)
      if (act === null)
        throw refusal === null ? new Error(`${call} asks nobody`) : actRefused(refusal)
      const view = await viewerOf(deps, [], id)
      const requested = { act, call, request: wanted, reason }
      return view(await requestApproval(deps, caller, requested, replayOf(reply, view)))
    },
  )
}
