import { memberNotForOutcome } from '../../payments/index.ts'
import { policyNotFound } from '../../policies/index.ts'
import {
  declarationClosed,
  declarationNotFound,
  policyGoesOn,
  settleDeclaration,
} from '../../withdrawals/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { invalidMember } from '../reasons.ts'
import { ids } from '../wire/example-ids.ts'
import { exampled } from '../wire/exampled.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import {
  declaredWithdrawalSchema,
  settleWithdrawalBody,
  viewerOfDeclarations,
} from './declared-withdrawal.ts'
import { settledExample } from './examples.ts'

export function addSettleWithdrawal(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/withdrawals/:declarationId/settle',
    {
      config: {
        access: 'manage',
        refuses: [
          invalidMember('`outcome` is missing or unknown.', {
            code: 'required',
            field: 'outcome',
            rules: ['required'],
          }),
          memberNotForOutcome.listed({ example: ['reason', 'refused', true] }),
          declarationNotFound,
          policyNotFound,
          declarationClosed,
          policyGoesOn,
        ],
      },
      schema: {
        operationId: 'settleWithdrawal',
        summary: 'Settle or refuse a withdrawal that a customer has declared',
        description:
          'For withdrawals that the platform has left to a person. `settled` names the policy, ' +
          'which was withdrawn from or cancelled before: this call ends none. `refused` needs ' +
          'a reason, such as the end of the period. Nothing is sent to the customer.',
        tags: ['Management'],
        params: Type.Object({ declarationId: pathId('The withdrawal.', ids.declaration) }),
        body: named(settleWithdrawalBody),
        response: {
          200: exampled(named(declaredWithdrawalSchema), 'The withdrawal.', settledExample),
        },
      },
    },
    async (request, reply) => {
      const { outcome, policy_id: policyId = null, reason = null } = request.body
      const isSettled = outcome === 'settled'
      if (isSettled && policyId === null) throw memberNotForOutcome('policy_id', outcome, true)
      if (!isSettled && policyId !== null) throw memberNotForOutcome('policy_id', outcome, false)
      if (!isSettled && reason === null) throw memberNotForOutcome('reason', outcome, true)
      const view = viewerOfDeclarations(request)
      const { declarationId: id } = request.params
      const settlement = { caller: callerOf(request), id, policyId, reason }
      return view(await settleDeclaration(deps, settlement, replayOf(reply, view)))
    },
  )
}
