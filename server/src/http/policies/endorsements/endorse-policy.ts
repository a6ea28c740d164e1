import { Type } from '../../wire/type.ts'
import { type Json, isJsonObject } from '../../../kernel/index.ts'
import { endorsePolicy, endorsementTokenUnknown } from '../../../policy-transactions/index.ts'
import { toFieldErrors } from '../../body/body-errors.ts'
import { bodyMembers } from '../../body/body-members.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { pricingDeps } from '../../pricing-deps.ts'
import { needsSecretKey, notAnObject } from '../../reasons.ts'
import { replayOf } from '../../idempotency/replay.ts'
import { acceptedTransactionSchema } from '../transactions/cancellation.ts'
import { endorsePolicyBody } from './endorsement.ts'
import { ids } from '../../wire/example-ids.ts'
import { named, pathId } from '../../wire/schema.ts'
import { endorsementTokenHeader } from './endorsement-link.ts'
import { endorsementReasons, readEndorsement } from './endorsement-request.ts'
import { endorserOf } from './endorser.ts'
import {
  acceptedTransaction,
  promiseReasons,
  readIfMatch,
  readPolicyId,
} from '../transactions/transaction-request.ts'

export function addEndorsePolicy(app: App, deps: HttpDeps): void {
  app.patch(
    '/policies/:policyId',
    {
      config: {
        access: 'secret',
        opensByHeader: 'endorsement-token',
        version: 2,
        refuses: [...endorsementReasons, ...promiseReasons, endorsementTokenUnknown],
      },
      // Errors in the shape of the body are returned together with those of the product's rules.
      attachValidation: true,
      schema: {
        operationId: 'endorsePolicy',
        summary: 'Endorse a policy',
        description:
          'Accepts an endorsement, a change to the data of a paid policy from a given day, ' +
          'and responds at once. Follow the status link to see when it is done. Earlier ' +
          'days keep their data. An insurer can endorse all its policies, a distributor ' +
          'its own sales if the product allows it. A public key with the token of an ' +
          'endorsement link can send only a `quote_token` that was quoted with that token.',
        tags: ['Policies'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        // Required; the handler refuses its absence in the words of the contract.
        headers: Type.Object({
          'if-match': Type.Optional(Type.String()),
          'endorsement-token': Type.Optional(endorsementTokenHeader),
        }),
        body: named(endorsePolicyBody),
        response: { 202: named(acceptedTransactionSchema) },
      },
    },
    async (request, reply) => {
      const policyId = readPolicyId(request.params.policyId)
      const ifMatch = readIfMatch(request.headers['if-match'])
      const body = request.body as Json // Our parser gives nothing but JSON.
      if (!isJsonObject(body)) throw notAnObject('body')
      const { names } = bodyMembers(request)
      const shape = toFieldErrors(request.validationError?.validation ?? [], body, names)
      const { preview_token: token = null } = body
      const { caller, link } = await endorserOf(deps, request, policyId)
      // The token of a link permits the endorsement that was quoted with it, and nothing else.
      if (link !== null && Object.keys(body).some((name) => name !== 'quote_token')) {
        throw needsSecretKey()
      }
      const endorsement = {
        caller,
        policyId,
        ifMatch,
        previewToken: typeof token === 'string' ? token : null,
        ...readEndorsement(body, shape, names),
      }
      const view = acceptedTransaction(policyId, deps.links)
      const replay = replayOf(reply, view, 202)
      return reply
        .code(202)
        .send(view(await endorsePolicy(pricingDeps(deps, request), endorsement, replay)))
    },
  )
}
