import { isJsonObject } from '../../../kernel/index.ts'
import { Type } from '../../wire/type.ts'
import {
  adjustPremium,
  adjustmentNotDeclared,
  adjustmentNotPermitted,
  adjustmentTooLate,
  noTermToAdjust,
  notPaid,
  nothingToAdjust,
  policyExpired,
  policyWithdrawn,
} from '../../../policy-transactions/index.ts'
import { clockAdvancing } from '../../../deadlines/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { invalidMember, missingMember } from '../../reasons.ts'
import { pricingDeps } from '../../pricing-deps.ts'
import { replayOf } from '../../idempotency/replay.ts'
import { acceptedTransactionSchema, adjustPremiumBody } from './cancellation.ts'
import { ids } from '../../wire/example-ids.ts'
import { named, pathId } from '../../wire/schema.ts'
import {
  acceptedTransaction,
  transactionReasons,
  promiseReasons,
  readIfMatch,
  readPolicyId,
} from './transaction-request.ts'

/** Why a premium adjustment or its preview is refused. */
export const adjustmentReasons = [
  clockAdvancing,
  ...transactionReasons,
  notPaid.listed({ example: [ids.policy, 'adjusted'] }),
  policyWithdrawn.listed({ example: [ids.policy, 'adjusted'] }),
  policyExpired.listed({
    when: 'The offer was never paid and has expired.',
    example: [ids.policy, 'adjusted'],
  }),
  adjustmentNotPermitted,
  adjustmentNotDeclared,
  noTermToAdjust,
  adjustmentTooLate,
  nothingToAdjust,
  invalidMember(
    'The term is not one that is over, or a value cannot be declared or breaks its rule.',
    { code: 'invalid_value', field: 'company_backup', path: 'answers', rules: ['adjustment'] },
  ),
]

export function addAdjustPremium(app: App, deps: HttpDeps): void {
  app.post(
    '/policies/:policyId/adjust',
    {
      config: {
        access: 'secret',
        version: 2,
        refuses: [missingMember('answers'), ...adjustmentReasons, ...promiseReasons],
      },
      schema: {
        operationId: 'adjustPremium',
        summary: 'Adjust the premium of a term that is over',
        description:
          'Accepts the values that a customer has declared for a term that is over, such as the ' +
          'turnover of the year, and responds at once. They replace the estimates on every day of ' +
          'the term and on no other day. The difference is invoiced, or credited or refunded. The ' +
          'product says with `adjustment` which answers can be declared, and for how long after ' +
          'the term. It is possible for a renewed policy, and after a policy has ended.',
        tags: ['Policies'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        // Required; the handler refuses its absence in the words of the contract.
        headers: Type.Object({ 'if-match': Type.Optional(Type.String()) }),
        body: named(adjustPremiumBody),
        response: { 202: named(acceptedTransactionSchema) },
      },
    },
    async (request, reply) => {
      const policyId = readPolicyId(request.params.policyId)
      const { term = null, answers, preview_token: previewToken = null } = request.body
      const adjustment = {
        caller: callerOf(request),
        policyId,
        ifMatch: readIfMatch(request.headers['if-match']),
        previewToken,
        term,
        answers: isJsonObject(answers) ? answers : {},
      }
      const view = acceptedTransaction(policyId, deps.links)
      const replay = replayOf(reply, view, 202)
      const versionId = await adjustPremium(pricingDeps(deps, request), adjustment, replay)
      return reply.code(202).send(view(versionId))
    },
  )
}
