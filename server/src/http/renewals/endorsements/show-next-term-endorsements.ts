import { momentOf } from '../../../deadlines/index.ts'
import { findPolicy, policyNotFound } from '../../../policies/index.ts'
import { refusalOfNextTerm, selectNextTermEndorsements } from '../../../renewals/index.ts'
import { callerOf } from '../../access/access.ts'
import { viewAllowed } from '../../access/allowed.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { named } from '../../wire/schema.ts'
import { renewalParams } from '../renewal-request.ts'
import { nextTermEndorsementsSchema, viewNextTermEndorsement } from './next-term-endorsement.ts'

export function addShowNextTermEndorsements(app: App, deps: HttpDeps): void {
  app.get(
    '/policies/:policyId/renewal/endorsements',
    {
      config: { access: 'secret', version: 2, refuses: [policyNotFound] },
      schema: {
        operationId: 'showNextTermEndorsements',
        summary: 'View the endorsements of the next term',
        description:
          'All endorsements that were recorded for a next term of the policy, with what became of ' +
          'them.',
        tags: ['Policies'],
        params: renewalParams,
        response: { 200: named(nextTermEndorsementsSchema) },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const policy = await findPolicy(deps.db, caller, request.params.policyId, deps.clock())
      const moment = await momentOf(deps.db, deps.clock, policy)
      const [endorsements, refusal] = await Promise.all([
        selectNextTermEndorsements(deps.db, policy.id),
        refusalOfNextTerm(deps, caller, policy, moment),
      ])
      return {
        policy_id: policy.id,
        endorsements: endorsements.map((endorsement) =>
          viewNextTermEndorsement(request, { policy, endorsement }),
        ),
        allowed: viewAllowed(request, { record: ['recordNextTermEndorsement', refusal] }, policy),
      }
    },
  )
}
