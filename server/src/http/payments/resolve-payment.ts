import { Type } from 'typebox'
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
          paymentNotFound.listed({ when: 'You have no such payment in this mode.' }),
          paymentNotInDoubt,
          paymentTakenBack,
        ],
      },
      schema: {
        operationId: 'resolvePayment',
        summary: 'Say how a payment in doubt ended',
        description:
          'For payments that `GET /manage/payments?in_doubt=true` lists. With `ok` the policy is ' +
          'issued, or the money given back where the offer can no longer be sold; with `failed` the ' +
          'offer can be paid again.',
        tags: ['Management'],
        params: Type.Object({ paymentId: pathId('The payment.', ids.payment) }),
        body: named(resolvePaymentBody),
        response: {
          200: exampled(
            named(paymentSummarySchema),
            'The payment as it stands now.',
            resolvedPaymentExample,
          ),
        },
      },
    },
    async (request, reply) => {
      const paymentId = request.params.paymentId as PaymentId // Only looked up.
      const order = { caller: callerOf(request), paymentId, ...request.body }
      const view = (payment: Payment) => viewPaymentSummary(payment, [])
      return view(await resolvePayment(deps, order, replayOf(reply, view)))
    },
  )
}
