import { selectAgreementsWith } from '../../commission/index.ts'
import { accountNotFound } from '../../management/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { exampled } from '../wire/exampled.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { commissionAgreementSchema, viewAgreement } from './commission.ts'
import { commissionAgreementExample } from './examples.ts'
import { findDistributor } from './find-distributor.ts'

export function addListAgreements(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/distributors/:distributorId/commission_agreements',
    {
      config: { access: 'shared', refuses: [accountNotFound] },
      schema: {
        operationId: 'listCommissionAgreements',
        summary: 'List the commission agreements with a distributor',
        description: 'All of them, newest first. A distributor sees its own.',
        tags: ['Management'],
        params: Type.Object({ distributorId: pathId('The distributor.', ids.distributor) }),
        response: {
          200: exampled(Type.Array(named(commissionAgreementSchema)), 'The agreements.', [
            commissionAgreementExample,
          ]),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const found = await findDistributor(deps, caller, request.params.distributorId)
      const agreements = await selectAgreementsWith(deps.db, [found.id])
      const own = agreements.filter(
        ({ insurerId }) => caller.account.kind === 'distributor' || insurerId === caller.account.id,
      )
      return own.toReversed().map(viewAgreement)
    },
  )
}
