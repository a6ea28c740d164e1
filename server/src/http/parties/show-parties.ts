import { todayIn } from '../../kernel/index.ts'
import { momentOf } from '../../deadlines/index.ts'
import { isOver, readParties, refusalOfParties } from '../../parties/index.ts'
import { findPolicy, policyNotFound } from '../../policies/index.ts'
import { readOpenTerms, refusalsOf } from '../../policy-transactions/index.ts'
import { callerOf } from '../access/access.ts'
import { viewAllowed } from '../access/allowed.ts'
import type { App, HttpDeps } from '../deps.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { partiesSchema, viewParty } from './party.ts'

export function addShowParties(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/policies/:policyId/parties',
    {
      config: { access: 'manage', refuses: [policyNotFound] },
      schema: {
        operationId: 'showParties',
        summary: 'View the parties of a policy',
        description:
          'The policyholder, insured persons, the premium payer and beneficiaries, with former ' +
          'ones.',
        tags: ['Management'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        response: { 200: named(partiesSchema) },
      },
    },
    async (request) => {
      const { db, clock, renderService } = deps
      const caller = callerOf(request)
      const policy = await findPolicy(db, caller, request.params.policyId, clock())
      const { now } = await momentOf(db, clock, policy)
      const today = todayIn(policy.timeZone, now)
      const product = await renderService.definition(policy.productVersionId)
      if (product === undefined) throw new Error(`${policy.id} was sold on no version`)
      const [parties, terms] = await Promise.all([
        readParties(db, policy, now),
        readOpenTerms(db, policy, product),
      ])
      const { endorsement } = refusalsOf(caller, policy, terms, now)
      return {
        policy_id: policy.id,
        parties: parties.map((party) =>
          viewParty(request, policy, { ...party, isCurrent: !isOver(party, today) }),
        ),
        allowed: viewAllowed(
          request,
          {
            add: ['addParty', refusalOfParties(policy, parties, today)],
            change_policyholder: ['changePolicyholder', endorsement],
          },
          policy,
        ),
      }
    },
  )
}
