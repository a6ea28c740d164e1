import {
  type Approval,
  actRefused,
  approvalNeedsPerson,
  approvalNotFound,
  approvalNotPending,
  approvalOutdated,
  approveAct,
  openCall,
  ownRequest,
  personIn,
  refusalToApprove,
  requesterGone,
  requesterOf,
} from '../../approvals/index.ts'
import type { Caller } from '../../identity/index.ts'
import { callerOf } from '../access/access.ts'
import { callFor } from '../access/on-behalf.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { isMaskedFor } from '../masks/mask-answers.ts'
import { invalidMember } from '../reasons.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { approvalParams, approveBody, approvedSchema } from './approval.ts'
import { approvedExample } from './examples.ts'
import { findApproval, refusalOfAct, refusalOfMode, viewerOf } from './view-approval.ts'

/** What the decision itself refuses; anything else is a refusal of the act. */
const ofDecision = [approvalNotPending, approvalOutdated, approvalNeedsPerson] as const

export function addApproveRequest(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/approvals/:approvalId/approve',
    {
      config: {
        access: 'shared',
        shownOnce: 'result',
        refuses: [
          invalidMember('`comment` is empty, too long or no text.', {
            code: 'invalid_value',
            field: 'comment',
            rules: ['string'],
          }),
          approvalNotFound,
          ...ofDecision,
          ownRequest,
          requesterGone,
          actRefused,
        ],
      },
      // The body is optional.
      preValidation: async (request) => {
        request.body ??= {}
      },
      schema: {
        operationId: 'approveRequest',
        summary: 'Approve a request, and carry it out',
        description:
          'Makes the call for the person who requested it. You need the permission of the call ' +
          'yourself, and nobody approves their own request. If the call is refused by now, the ' +
          'request stays pending and the message says why.',
        tags: ['Management'],
        params: approvalParams,
        body: named(approveBody),
        response: {
          200: exampled(named(approvedSchema), 'The request, approved.', approvedExample),
        },
      },
    },
    async (request, reply) => {
      const approver = callerOf(request)
      const approval = await findApproval(deps.db, approver, request.params.approvalId)
      const requester = await assertApprovable(approver, approval)
      const call = openCall(deps.keyRing, approval)
      if (call === null) throw approvalOutdated(approval.id)
      const view = await viewerOf(deps, [approval], personIn(approver).id)
      const replay = replayOf(reply, view)
      const { comment = null } = request.body
      const { refusal, answer } = await callFor(app, requester, call, (tx, act, now) =>
        approveAct(tx, approver, approval, { act, comment }, now, replay),
      )
      if (refusal !== null) {
        const isOfDecision = ofDecision.some(({ code }) => code === refusal.details.code)
        throw isOfDecision ? refusal : actRefused(refusal)
      }
      const approved = await findApproval(deps.db, { ...approver, limits: null }, approval.id)
      return { ...view(approved), result: Object(answer) as object }
    },
  )

  /** The person for whom the call is made, if the caller may approve that. */
  async function assertApprovable(approver: Caller, approval: Approval): Promise<Caller> {
    const refusal =
      refusalToApprove(approver, approval, deps.clock()) ??
      refusalOfMode(approver, approval) ??
      refusalOfAct(approver, approval)
    if (refusal !== null) throw refusal
    const requester = await requesterOf(deps.db, approver, approval)
    // The request is the approver's, and so is the answer. The address is not the requester's.
    const request = approver.request && { ...approver.request, address: null }
    return { ...requester, limits: null, request, isShownMasked: isMaskedFor(approver) }
  }
}
