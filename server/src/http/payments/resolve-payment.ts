import { Type } from '../wire/type.ts'
import type { PaymentId } from '../../kernel/index.ts'
import {
  type Payment,
  resolvePayment,
  paymentTakenBack,
  paymentNotFound,
  paymentNotInDoubt,
} from '../../payments/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { exampled } from '../wire/exampled.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { resolvedPaymentExample } from './examples.ts'
import { paymentSummarySchema, viewPaymentSummary } from './payment-summary.ts'
import { resolvePaymentBody, wrongResolution } from './resolution.ts'

export function addResolvePayment(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/payments/:paymentId/resolve',
    {
      config: {
        access: 'manage',
        refuses: [
          wrongResolution('ok', 'failed'),
          paymentNotFound.listed({
            when: 'The payment does not exist in this mode, or belongs to another account.',
          }),
          paymentNotInDoubt,
          paymentTakenBack,
        ],
      },
      schema: {
        operationId: 'resolvePayment',
        summary: 'Resolve a payment',
        description:
          'Sets the outcome of a payment in doubt, as listed by `GET ' +
          '/manage/payments?in_doubt=true`. With `ok` the policy is issued, or the money ' +
          'refunded if the offer can no longer be sold. With `failed` the offer can be ' +
          'paid for again.',
        tags: ['Management'],
        params: Type.Object({ paymentId: pathId('The payment.', ids.payment) }),
        body: named(resolvePaymentBody),
        response: {
          200: exampled(
            named(paymentSummarySchema),
            'The payment with its new status.',
            resolvedPaymentExample,
          ),
        },
      },
    },
    async (request, reply) => {
      const paymentId = request.params.paymentId as PaymentId // Only looked up.
      const resolution = { caller: callerOf(request), paymentId, ...request.body }
      const view = (payment: Payment) => viewPaymentSummary(payment, [])
      return view(await resolvePayment(deps, resolution, replayOf(reply, view)))
    },
  )
}
