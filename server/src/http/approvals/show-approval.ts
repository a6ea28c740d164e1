import { approvalNotFound } from '../../approvals/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { named } from '../wire/schema.ts'
import { approvalDetailsSchema, approvalParams } from './approval.ts'
import { allowedOnApproval, findApproval, viewerOf } from './view-approval.ts'

export function addShowApproval(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/approvals/:approvalId',
    {
      config: { access: 'shared', refuses: [approvalNotFound] },
      schema: {
        operationId: 'showApproval',
        summary: 'View a request for approval',
        description: 'With the call that would be made, and what you may do with the request.',
        tags: ['Management'],
        params: approvalParams,
        response: { 200: named(approvalDetailsSchema) },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const approval = await findApproval(deps.db, caller, request.params.approvalId)
      const view = await viewerOf(deps, [approval])
      const allowed = allowedOnApproval(request, approval, deps.clock())
      return { ...view(approval), allowed }
    },
  )
}
