import { selectAgreementsWith } from '../../commission/index.ts'
import { accountNotFound } from '../../management/index.ts'
import { callerOf } from '../access/access.ts'
import { viewAllowed } from '../access/allowed.ts'
import type { App, HttpDeps } from '../deps.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { commissionAgreementsSchema, viewAgreement } from './commission.ts'
import { findDistributor } from './find-distributor.ts'

export function addListAgreements(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/distributors/:distributorId/commission_agreements',
    {
      config: { access: 'shared', refuses: [accountNotFound] },
      schema: {
        operationId: 'listCommissionAgreements',
        summary: 'View the commission agreements with a distributor',
        description: 'All of them. A distributor sees its own.',
        tags: ['Management'],
        params: Type.Object({ distributorId: pathId('The distributor.', ids.distributor) }),
        response: { 200: named(commissionAgreementsSchema) },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const { id } = await findDistributor(deps, caller, request.params.distributorId)
      const agreements = await selectAgreementsWith(deps.db, [id])
      const { account } = caller
      const own = agreements.filter(
        ({ insurerId }) => account.kind === 'distributor' || insurerId === account.id,
      )
      return {
        distributor_id: id,
        agreements: own.toReversed().map(viewAgreement),
        // Which day an agreement can begin on, only its request says.
        allowed: viewAllowed(request, { agree: ['agreeOnCommission', null] }),
      }
    },
  )
}
