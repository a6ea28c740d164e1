import {
  decideRenewal,
  notOfferedYet,
  renewalAccepted,
  renewalDeclined,
  renewalNotPossible,
  renewalTokenUnknown,
  renewalTooLate,
} from '../../renewals/index.ts'
import type { App, HttpDeps } from '../deps.ts'
import { viewRenewal } from '../wire/view-renewal.ts'
import { readPolicyId } from './policy-order.ts'
import {
  askerOf,
  noticeQuery,
  orTheToken,
  renewalParams,
  renewalResponse,
  tokenOf,
  undecidedReasons,
} from './renewal-order.ts'

export function addDecideRenewal(app: App, deps: HttpDeps, verb: 'accept' | 'decline'): void {
  const isAccept = verb === 'accept'
  app.post(
    `/policies/:policyId/renewal/${verb}`,
    {
      config: {
        access: 'secret',
        opensByToken: true,
        isRepeatable: true,
        refuses: [
          ...undecidedReasons,
          renewalTokenUnknown,
          renewalTooLate,
          ...(isAccept ? [notOfferedYet, renewalDeclined, renewalNotPossible] : [renewalAccepted]),
        ],
      },
      schema: {
        operationId: isAccept ? 'acceptRenewal' : 'declineRenewal',
        summary: isAccept ? 'Accept the renewal of a policy' : 'Decline the renewal of a policy',
        description:
          (isAccept
            ? 'The policy goes on with the next term, at the price that was offered.'
            : 'The policy ends with its term, also where it would have gone on by itself.') +
          ` Possible until the next term begins; said again, it changes nothing. ${orTheToken}`,
        tags: ['Policies'],
        params: renewalParams,
        querystring: noticeQuery,
        response: renewalResponse,
      },
    },
    async (request) => {
      const asker = askerOf(request)
      const policyId = readPolicyId(request.params.policyId)
      const decision = isAccept ? 'accepted' : 'declined'
      const found = await decideRenewal(deps, asker, policyId, decision)
      return viewRenewal(found, tokenOf(asker), deps.links)
    },
  )
}
