import { policyNotFound } from '../../policies/index.ts'
import { findRenewal, notToBeRenewed, renewalTokenUnknown } from '../../renewals/index.ts'
import type { App, HttpDeps } from '../deps.ts'
import { viewRenewal } from './view-renewal.ts'
import {
  askerOf,
  noticeQuery,
  orTheToken,
  renewalParams,
  renewalResponse,
  tokenOf,
} from './renewal-request.ts'

export function addShowRenewal(app: App, deps: HttpDeps): void {
  app.get(
    '/policies/:policyId/renewal',
    {
      config: {
        access: 'secret',
        opensByToken: true,
        refuses: [policyNotFound, notToBeRenewed, renewalTokenUnknown],
      },
      schema: {
        operationId: 'showRenewal',
        summary: 'View the renewal of a policy',
        description: `The next term of a policy, its price and the state of the renewal. ${orTheToken}`,
        tags: ['Policies'],
        params: renewalParams,
        querystring: noticeQuery,
        response: renewalResponse,
      },
    },
    async (request) => {
      const asker = askerOf(request)
      const found = await findRenewal(deps.db, asker, request.params.policyId, deps.clock())
      return viewRenewal(found, tokenOf(asker), deps.links)
    },
  )
}
