import { endorsementNotPermitted, nothingToEndorse } from '../../../policy-transactions/index.ts'
import {
  type RecordedNextTerm,
  recordNextTermEndorsement,
  renewalDeclined,
  renewalTooLate,
} from '../../../renewals/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { replayOf } from '../../idempotency/replay.ts'
import { pricingDeps } from '../../pricing-deps.ts'
import { invalidMember } from '../../reasons.ts'
import { readPolicyId } from '../../policies/transactions/transaction-request.ts'
import { named } from '../../wire/schema.ts'
import { readGiven, renewalParams, undecidedReasons } from '../renewal-request.ts'
import {
  endorseNextTermBody,
  nextTermEndorsementSchema,
  viewNextTermEndorsement,
} from './next-term-endorsement.ts'

/** Why the next term cannot be endorsed, nor that be previewed. */
export const nextTermReasons = [
  ...undecidedReasons,
  renewalDeclined,
  renewalTooLate,
  endorsementNotPermitted,
  nothingToEndorse,
  invalidMember('A field may not change, or its value breaks the rule of the product.', {
    code: 'invalid_value',
    field: 'policy_start_date',
    path: 'answers',
    rules: ['quote_patch'],
  }),
]

export function addRecordNextTermEndorsement(app: App, deps: HttpDeps): void {
  app.post(
    '/policies/:policyId/renewal/endorsements',
    {
      config: { access: 'secret', version: 2, refuses: nextTermReasons },
      schema: {
        operationId: 'recordNextTermEndorsement',
        summary: 'Endorse the next term of a policy',
        description:
          'Records a change that takes effect with the next term, which is not renewed yet. The ' +
          'renewal prices it, with the version of the next term, and the renewal notice names it. ' +
          'If the renewal is offered or accepted already, that is void, and the next term is ' +
          'priced and offered again. Preview the renewal with `endorsement` for an estimate.',
        tags: ['Policies'],
        params: renewalParams,
        body: named(endorseNextTermBody),
        response: { 200: named(nextTermEndorsementSchema) },
      },
    },
    async (request, reply) => {
      const view = (recorded: RecordedNextTerm) => viewNextTermEndorsement(request, recorded)
      const endorsement = {
        caller: callerOf(request),
        policyId: readPolicyId(request.params.policyId),
        ...readGiven(request.body),
      }
      const replay = replayOf(reply, view)
      return view(await recordNextTermEndorsement(pricingDeps(deps, request), endorsement, replay))
    },
  )
}
