import { disputeNotFound, findDispute } from '../../payments/index.ts'
import { selectPolicyholders } from '../../policies/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { disputeSchema, viewDispute } from './dispute.ts'

export function addShowDispute(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/disputes/:disputeId',
    {
      config: { access: 'manage', refuses: [disputeNotFound] },
      schema: {
        operationId: 'showDispute',
        summary: 'View a dispute',
        description: 'Its state, by when it has to be answered, and where.',
        tags: ['Management'],
        params: Type.Object({ disputeId: pathId('The dispute.', ids.dispute) }),
        response: { 200: named(disputeSchema) },
      },
    },
    async (request) => {
      const dispute = await findDispute(deps.db, callerOf(request), request.params.disputeId)
      const holders = await selectPolicyholders(deps.db, [dispute.policyId], deps.clock())
      return viewDispute(dispute, holders.get(dispute.policyId))
    },
  )
}
