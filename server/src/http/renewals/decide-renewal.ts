import type { FastifyRequest } from 'fastify'
import { type PlanId, didYouMean, isJsonObject } from '../../kernel/index.ts'
import { planNotFound } from '../../products/index.ts'
import {
  type Accepted,
  decideRenewal,
  notOfferedYet,
  renewalAccepted,
  renewalDeclined,
  renewalNotPossible,
  renewalPlanNotPossible,
  renewalTokenUnknown,
  renewalTooLate,
} from '../../renewals/index.ts'
import type { App, HttpDeps } from '../deps.ts'
import { unknownMember } from '../body/reasons.ts'
import { failureLog } from '../pricing-deps.ts'
import { invalidMember } from '../reasons.ts'
import { named } from '../wire/schema.ts'
import { acceptRenewalBody } from './renewal.ts'
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
        isBodyOptional: true,
        refuses: [
          ...undecidedReasons,
          renewalTokenUnknown,
          renewalTooLate,
          ...(isAccept
            ? [
                notOfferedYet,
                renewalDeclined,
                renewalNotPossible,
                invalidMember('A member of the body has the wrong type.', {
                  code: 'invalid_value',
                  field: 'subscription_plan_id',
                  rules: ['string'],
                }),
                planNotFound,
                renewalPlanNotPossible,
                ...promiseReasons,
              ]
            : [renewalAccepted]),
          unknownMember,
        ],
      },
      schema: {
        operationId: isAccept ? 'acceptRenewal' : 'declineRenewal',
        summary: isAccept ? 'Accept the renewal of a policy' : 'Decline the renewal of a policy',
        description:
          (isAccept
            ? 'The policy continues with the next term, at the offered price, or with another ' +
              'payment plan at the price of that plan.'
            : 'The policy ends with its current term, even if it would renew automatically.') +
          ` Possible until the next term begins. Repeating the call changes nothing. ${orTheToken}`,
        tags: ['Policies'],
        params: renewalParams,
        querystring: isAccept ? acceptQuery : noticeQuery,
        ...(isAccept && { body: named(acceptRenewalBody) }),
        response: renewalResponse,
      },
      // Mostly nothing is sent.
      preValidation: async (request) => {
        request.body ??= {}
      },
    },
    async (request) => {
      const asker = askerOf(request)
      const policyId = readPolicyId(request.params.policyId)
      const decision = isAccept ? 'accepted' : 'declined'
      const found = await decideRenewal(
        { ...deps, onCalculationFailed: failureLog(request) },
        asker,
        policyId,
        decision,
        readAccepted(request, isAccept),
      )
      return viewRenewal(found, tokenOf(asker), deps.links)
    },
  )
}

/** What the decision says of the next term. A member that says nothing to it is refused. */
function readAccepted({ body, query }: FastifyRequest, isAccept: boolean): Accepted {
  const known = isAccept ? Object.keys(acceptRenewalBody.properties) : []
  const members = isJsonObject(body) ? body : {}
  const unknown = Object.keys(members).find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw unknownMember(unknown, didYouMean(unknown, known) ?? 'Remove it.')
  const { subscription_plan_id: planId, preview_token: token } = members
  const tokens = [token, Reflect.get(Object(query), 'preview_token') as unknown]
  return {
    previewTokens: tokens.filter((one) => typeof one === 'string'),
    planId: typeof planId === 'string' ? (planId as PlanId) : null, // It is only looked up.
  }
}
