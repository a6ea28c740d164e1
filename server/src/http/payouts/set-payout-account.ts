import { clockAdvancing } from '../../deadlines/index.ts'
import { payoutClosed, payoutNotFound, setAccount } from '../../payments/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { ids } from '../wire/example-ids.ts'
import { exampled } from '../wire/exampled.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { payoutWithAccountExample } from './examples.ts'
import { payoutSchema, setPayoutAccountBody, viewPayout } from './payout.ts'
import { readAccount, wrongAccount } from './read-account.ts'

export function addSetPayoutAccount(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/payouts/:payoutId/account',
    {
      config: {
        access: 'manage',
        mayNeedSecondPerson: true,
        refuses: [
          wrongAccount('`iban` is missing or not an IBAN.'),
          payoutNotFound,
          payoutClosed,
          clockAdvancing,
        ],
      },
      schema: {
        operationId: 'setPayoutAccount',
        summary: 'Set the account of a payout',
        description:
          'Says where the money goes, as long as the bank was not given the payout. Any account ' +
          'but the one that paid can need a second person. A release is void with another account.',
        tags: ['Management'],
        params: Type.Object({ payoutId: pathId('The payout.', ids.payout) }),
        body: named(setPayoutAccountBody),
        response: {
          200: exampled(named(payoutSchema), 'The payout.', payoutWithAccountExample),
        },
      },
    },
    async (request, reply) => {
      const { iban, holder } = request.body
      const account = readAccount(iban, holder)
      const setting = { caller: callerOf(request), ...request.params, account }
      return viewPayout(await setAccount(deps, setting, replayOf(reply, viewPayout)))
    },
  )
}
