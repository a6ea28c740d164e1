import { readRefusalAlone } from '../../approvals/index.ts'
import { findPayout, payoutNotFound } from '../../payments/index.ts'
import { selectPolicyholders } from '../../policies/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { shownPayoutSchema, viewShownPayout } from './payout.ts'

export function addShowPayout(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/payouts/:payoutId',
    {
      config: { access: 'manage', refuses: [payoutNotFound] },
      schema: {
        operationId: 'showPayout',
        summary: 'View a payout',
        description: 'Its state, where the money goes, and what you may do with it.',
        tags: ['Management'],
        params: Type.Object({ payoutId: pathId('The payout.', ids.payout) }),
        response: { 200: named(shownPayoutSchema) },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const [payout, alone] = await Promise.all([
        findPayout(deps.db, caller, request.params.payoutId),
        readRefusalAlone(deps.db, caller),
      ])
      const { policyId } = payout
      const holders = await selectPolicyholders(deps.db, [policyId], deps.clock())
      return viewShownPayout(request, payout, alone, holders.get(policyId))
    },
  )
}
