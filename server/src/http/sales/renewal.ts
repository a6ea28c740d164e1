import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { isJsonObject } from '../../kernel/index.ts'
import { clockAdvancing } from '../../deadlines/index.ts'
import {
  modificationInProgress,
  notPaid,
  policyCancelled,
  policyExpired,
  policyNotFound,
} from '../../policies/index.ts'
import {
  type Asker,
  decideRenewal,
  findRenewal,
  notOfferedYet,
  notToBeRenewed,
  nothingToRetry,
  renewalAccepted,
  renewalDeclined,
  renewalNotPossible,
  renewalTokenUnknown,
  renewalTooLate,
  retryRenewal,
} from '../../renewals/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { ids } from '../wire/examples/ids.ts'
import { renewalSchema, retryRenewalBody } from '../wire/renewal.ts'
import { named, pathId } from '../wire/schema.ts'
import { viewRenewal } from '../wire/view-renewal.ts'
import { readPolicyId } from './policy-order.ts'

const params = Type.Object({ policyId: pathId('The policy.', ids.policy) })
const querystring = Type.Object({
  token: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'From the link of the last notice: then no key is needed.',
    }),
  ),
})
const response = { 200: named(renewalSchema) }
const orTheToken =
  'With a secret key that may see the sale, or with the token in the link of the last notice.'

const whyUndecided = [
  policyNotFound,
  notToBeRenewed,
  renewalTokenUnknown,
  clockAdvancing,
  notPaid.listed({ when: 'It is an offer that is not paid yet.' }),
  modificationInProgress,
  policyCancelled,
  policyExpired,
]

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
        description: `What the next term of a policy is and costs, and what became of it so far. ${orTheToken}`,
        tags: ['Policies'],
        params,
        querystring,
        response,
      },
    },
    async (request) => {
      const asker = askerOf(request)
      const found = await findRenewal(deps.db, asker, request.params.policyId, deps.clock())
      return viewRenewal(found, tokenOf(asker), deps.links)
    },
  )
}

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
          ...whyUndecided,
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
        params,
        querystring,
        response,
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

export function addRetryRenewal(app: App, deps: HttpDeps): void {
  app.post(
    '/policies/:policyId/renewal/retry',
    {
      config: {
        access: 'secret',
        isRepeatable: true,
        refuses: [
          ...whyUndecided.filter((reason) => reason !== renewalTokenUnknown),
          nothingToRetry,
        ],
      },
      schema: {
        operationId: 'retryRenewal',
        summary: 'Try a renewal again',
        description:
          'Has the next term priced again that was blocked or knocked out, on the newest published ' +
          'version: once the policy or the product was changed, or with answers and data for the ' +
          'next term alone, which the version of the policy may not know. View the renewal to see ' +
          'what became of it.',
        tags: ['Policies'],
        params,
        body: named(retryRenewalBody),
        response,
      },
    },
    async (request) => {
      const { answers, data } = request.body
      const found = await retryRenewal(deps, {
        caller: callerOf(request),
        policyId: readPolicyId(request.params.policyId),
        answers: isJsonObject(answers) ? answers : {},
        data: isJsonObject(data) ? data : {},
      })
      return viewRenewal(found, null, deps.links)
    },
  )
}

/** Whoever shows a token is asked for no key. */
function askerOf(request: FastifyRequest): Asker {
  const token: unknown = Reflect.get(Object(request.query), 'token')
  if (request.caller === null && typeof token === 'string') return { token }
  return { caller: callerOf(request) }
}

function tokenOf(asker: Asker): string | null {
  return 'token' in asker ? asker.token : null
}
