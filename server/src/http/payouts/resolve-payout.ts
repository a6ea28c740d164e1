import { invalidData, parseDay } from '../../kernel/index.ts'
import { clockAdvancing } from '../../deadlines/index.ts'
import {
  memberNotForOutcome,
  paidInFuture,
  payoutClosed,
  payoutNotFound,
  payoutNotReleased,
  resolvePayout,
} from '../../payments/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { invalidMember } from '../reasons.ts'
import { ids } from '../wire/example-ids.ts'
import { exampled } from '../wire/exampled.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { resolvedPayoutExample } from './examples.ts'
import { payoutSchema, resolvePayoutBody, viewPayout } from './payout.ts'

const notADay = { code: 'invalid_value', field: 'paid_on', rules: ['iso_date'] } as const

export function addResolvePayout(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/payouts/:payoutId/resolve',
    {
      config: {
        access: 'manage',
        refuses: [
          invalidMember('`outcome` is missing, or `paid_on` is no date.', {
            code: 'required',
            field: 'outcome',
            rules: ['required'],
          }),
          memberNotForOutcome,
          paidInFuture,
          payoutNotFound,
          payoutClosed,
          payoutNotReleased,
          clockAdvancing,
        ],
      },
      schema: {
        operationId: 'resolvePayout',
        summary: 'Record what became of a payout',
        description:
          'A payout is a task until it is `done`. One that failed or was returned is a task ' +
          'again. Cancelled, its amount is credit of the customer; that of a refund counts as ' +
          'failed and needs a decision.',
        tags: ['Management'],
        params: Type.Object({ payoutId: pathId('The payout.', ids.payout) }),
        body: named(resolvePayoutBody),
        response: { 200: exampled(named(payoutSchema), 'The payout.', resolvedPayoutExample) },
      },
    },
    async (request, reply) => {
      const { outcome, paid_on: on, same_account: same, note = null } = request.body
      const isProblem = outcome === 'failed' || outcome === 'returned'
      if (on !== undefined && outcome !== 'done') {
        throw memberNotForOutcome('paid_on', outcome, false)
      }
      if (same !== undefined && !isProblem) {
        throw memberNotForOutcome('same_account', outcome, false)
      }
      if (note === null && outcome !== 'done') throw memberNotForOutcome('note', outcome, true)
      const paidOn = on === undefined ? null : parseDay(on)
      if (on !== undefined && paidOn === null) throw invalidData([notADay], null)
      const result = { outcome, paidOn, note, keepsAccount: same ?? false }
      const resolution = { caller: callerOf(request), ...request.params, ...result }
      return viewPayout(await resolvePayout(deps, resolution, replayOf(reply, viewPayout)))
    },
  )
}
