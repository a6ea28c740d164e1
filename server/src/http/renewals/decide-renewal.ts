import type { FastifyRequest } from 'fastify'
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
import { viewRenewal } from './view-renewal.ts'
import { promiseReasons, readPolicyId } from '../policies/transactions/transaction-request.ts'
import {
  acceptQuery,
  askerOf,
  noticeQuery,
  orTheToken,
  renewalParams,
  renewalResponse,
  tokenOf,
  undecidedReasons,
} from './renewal-request.ts'

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
          ...(isAccept
            ? [notOfferedYet, renewalDeclined, renewalNotPossible, ...promiseReasons]
            : [renewalAccepted]),
        ],
      },
      schema: {
        operationId: isAccept ? 'acceptRenewal' : 'declineRenewal',
        summary: isAccept ? 'Accept the renewal of a policy' : 'Decline the renewal of a policy',
        description:
          (isAccept
            ? 'The policy continues with the next term, at the offered price.'
            : 'The policy ends with its current term, even if it would renew automatically.') +
          ` Possible until the next term begins. Repeating the call changes nothing. ${orTheToken}`,
        tags: ['Policies'],
        params: renewalParams,
        querystring: isAccept ? acceptQuery : noticeQuery,
        response: renewalResponse,
      },
    },
    async (request) => {
      const asker = askerOf(request)
      const policyId = readPolicyId(request.params.policyId)
      const decision = isAccept ? 'accepted' : 'declined'
      const found = await decideRenewal(
        deps,
        asker,
        policyId,
        decision,
        isAccept ? promisedBy(request) : null,
      )
      return viewRenewal(found, tokenOf(asker), deps.links)
    },
  )
}

/** The preview that an acceptance names. */
function promisedBy({ query }: FastifyRequest): string | null {
  const token: unknown = Reflect.get(Object(query), 'preview_token')
  return typeof token === 'string' ? token : null
}
