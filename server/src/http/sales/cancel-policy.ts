import { Type } from 'typebox'
import { Refusal, isId } from '../../kernel/index.ts'
import { cancelPolicy } from '../../policies/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { errorResponses } from '../wire/error.ts'
import { acceptedCancellationSchema, cancelPolicyBody } from '../wire/policy.ts'

export function addCancelPolicy(app: App, deps: HttpDeps): void {
  app.post(
    '/policies/:policyId/cancel',
    {
      config: { access: 'secret', version: 2 },
      schema: {
        operationId: 'cancelPolicy',
        summary: 'Cancel a policy',
        description:
          'Accepts the cancellation; the status link tells when the new version is active.',
        tags: ['Sales'],
        params: Type.Object({ policyId: Type.String() }),
        headers: Type.Object({
          'if-match': Type.Optional(
            Type.String({ description: 'Required: the current version_id, bare or quoted.' }),
          ),
        }),
        body: cancelPolicyBody,
        response: {
          202: acceptedCancellationSchema,
          ...errorResponses(400, 401, 404, 406, 409, 412, 422, 429, 503),
        },
      },
    },
    async (request, reply) => {
      const { policyId } = request.params
      if (!isId('tpol', policyId)) {
        throw new Refusal('not_found', `Policy ${policyId} was not found.`)
      }
      const versionId = await cancelPolicy(deps, {
        caller: callerOf(request),
        policyId,
        ifMatch: readIfMatch(request.headers['if-match']),
        reason: request.body.cancellation_reason,
        terminationDate: request.body.termination_date,
      })
      return reply.code(202).send({
        policy_id: policyId,
        _links: { status: deps.links.versionStatus(policyId, versionId) },
      })
    },
  )
}

function readIfMatch(header: string | undefined): string {
  const value = header?.trim().replace(/^(?:W\/)?"(.*)"$/, '$1') ?? ''
  if (value !== '') return value
  throw new Refusal(
    'validation_failed',
    'The header If-Match is required: send the current version_id of the policy.',
    [{ code: 'required', field: 'If-Match', rules: ['required'] }],
  )
}
