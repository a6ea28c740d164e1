import { clockAdvancing } from '../../deadlines/index.ts'
import { creditTooSmall, noCredit, payOutCredit } from '../../payments/index.ts'
import { policyNotFound } from '../../policies/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { ids } from '../wire/example-ids.ts'
import { exampled } from '../wire/exampled.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { paidOutCreditExample } from './examples.ts'
import { paidOutCreditSchema, payOutCreditBody, viewPaidOutCredit } from './payout.ts'
import { readAccount, wrongAccount } from './read-account.ts'

export function addPayOutCredit(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/policies/:policyId/pay_out',
    {
      config: {
        access: 'manage',
        mayNeedSecondPerson: true,
        refuses: [
          wrongAccount('`reason` is missing, or `iban` is not an IBAN.'),
          creditTooSmall,
          policyNotFound,
          noCredit,
          clockAdvancing,
        ],
      },
      schema: {
        operationId: 'payOutCredit',
        summary: 'Pay out credit of a customer',
        description:
          'Pays credit out now, also where a later instalment would use it. What payments cover ' +
          'goes back the way it came, newest payment first; the rest becomes a payout by bank.',
        tags: ['Management'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        body: named(payOutCreditBody),
        response: {
          200: exampled(named(paidOutCreditSchema), 'What is paid out.', paidOutCreditExample),
        },
      },
    },
    async (request, reply) => {
      const { amount = null, iban, holder, reason } = request.body
      const account = iban === undefined ? null : readAccount(iban, holder)
      const order = { caller: callerOf(request), ...request.params, amount, account, reason }
      const paid = await payOutCredit(deps, order, replayOf(reply, viewPaidOutCredit))
      return viewPaidOutCredit(paid)
    },
  )
}
