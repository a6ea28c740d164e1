import { momentOf } from '../../deadlines/index.ts'
import { policyNotFound } from '../../policies/index.ts'
import {
  findRenewal,
  notToBeRenewed,
  refusalOfDecision,
  refusalOfRetry,
  renewalTokenUnknown,
} from '../../renewals/index.ts'
import { viewAllowed } from '../access/allowed.ts'
import { readsCookies } from '../access/person.ts'
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
      const shown = viewRenewal(found, tokenOf(asker), deps.links)
      if ('token' in asker || !readsCookies(request.routeOptions.url)) return shown
      const { now } = await momentOf(deps.db, deps.clock, found.policy)
      const acts = {
        accept: ['acceptRenewal', refusalOfDecision(found, 'accepted', now)],
        decline: ['declineRenewal', refusalOfDecision(found, 'declined', now)],
        retry: ['retryRenewal', refusalOfRetry(found, now)],
      } as const
      return { ...shown, allowed: viewAllowed(request, acts, found.policy) }
    },
  )
}
