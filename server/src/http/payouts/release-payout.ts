import { clockAdvancing } from '../../deadlines/index.ts'
import { payoutClosed, payoutNotFound, releasePayout } from '../../payments/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { ids } from '../wire/example-ids.ts'
import { exampled } from '../wire/exampled.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { releasedPayoutExample } from './examples.ts'
import { payoutSchema, viewPayout } from './payout.ts'

export function addReleasePayout(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/payouts/:payoutId/release',
    {
      config: {
        access: 'manage',
        mayNeedSecondPerson: true,
        refuses: [payoutNotFound, payoutClosed, clockAdvancing],
      },
      schema: {
        operationId: 'releasePayout',
        summary: 'Release a payout',
        description:
          'Lets an amount go to the bank that your account requires two people for. Without such ' +
          'a rule a payout needs no release.',
        tags: ['Management'],
        params: Type.Object({ payoutId: pathId('The payout.', ids.payout) }),
        response: { 200: exampled(named(payoutSchema), 'The payout.', releasedPayoutExample) },
      },
    },
    async (request, reply) => {
      const release = { caller: callerOf(request), ...request.params }
      return viewPayout(await releasePayout(deps, release, replayOf(reply, viewPayout)))
    },
  )
}
