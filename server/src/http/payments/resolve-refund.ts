import { Type } from '../wire/type.ts'
import { isId } from '../../kernel/index.ts'
import {
  resolveRefund,
  refundMayBeMade,
  refundNotOwed,
  refundNotFound,
  refundNotInDoubt,
} from '../../payments/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { exampled } from '../wire/exampled.ts'
import { ids } from '../wire/example-ids.ts'
import { refundSchema } from './payment.ts'
import { named, pathId } from '../wire/schema.ts'
import { viewRefund } from './view-payment.ts'
import { resolvedRefundExample } from './examples.ts'
import { resolveRefundBody, wrongResolution } from './resolution.ts'

export function addResolveRefund(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/refunds/:refundId/resolve',
    {
      config: {
        access: 'manage',
        mayNeedSecondPerson: true,
        refuses: [
          wrongResolution('ok', 'retry', 'payout'),
          refundNotFound,
          refundNotInDoubt,
          refundMayBeMade,
          refundNotOwed,
        ],
      },
      schema: {
        operationId: 'resolveRefund',
        summary: 'Resolve a refund',
        description:
          'For refunds that failed or are not confirmed, as listed by `GET ' +
          '/manage/payments?in_doubt=true`.',
        tags: ['Management'],
        params: Type.Object({ refundId: pathId('The refund.', ids.refund) }),
        body: named(resolveRefundBody),
        response: {
          200: exampled(
            named(refundSchema),
            'The refund with its new status.',
            resolvedRefundExample,
          ),
        },
      },
    },
    async (request, reply) => {
      const { refundId } = request.params
      if (!isId('ref', refundId)) {
        throw refundNotFound(refundId)
      }
      const resolution = { caller: callerOf(request), refundId, ...request.body }
      return viewRefund(await resolveRefund(deps, resolution, replayOf(reply, viewRefund)))
    },
  )
}
