import { Type } from 'typebox'
import { type PaymentId, Refusal, isId } from '../../kernel/index.ts'
import { type Payment, resolvePayment, resolveRefund } from '../../payments/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { receiptOf } from '../receipt.ts'
import { exampled } from '../wire/exampled.ts'
import { ids } from '../wire/examples/ids.ts'
import { refundSchema } from '../wire/payment.ts'
import { named, pathId } from '../wire/schema.ts'
import { viewRefund } from '../wire/view-payment.ts'
import { managementErrors, resolvePaymentErrors, resolveRefundErrors } from './errors.ts'
import {
  paymentResolutionExample,
  refundResolutionExample,
  resolvedPaymentExample,
  resolvedRefundExample,
} from './examples/doubts.ts'
import { paymentSummarySchema, viewPaymentSummary } from './summaries.ts'

const noteLengthMax = 500

const note = Type.String({
  minLength: 1,
  maxLength: noteLengthMax,
  description: 'How you know, for the audit log. Name no person in it.',
})

const outcome = <Values extends string>(values: readonly Values[], description: string) =>
  Type.Unsafe<Values>({ type: 'string', enum: values, description })

export const resolvePaymentBody = Type.Object(
  {
    outcome: outcome(
      ['ok', 'failed'],
      '`ok`: the money is there. `failed`: it never came and never will.',
    ),
    note,
  },
  { $id: 'ResolvePayment', examples: [paymentResolutionExample] },
)
export const resolveRefundBody = Type.Object(
  {
    outcome: outcome(
      ['ok', 'retry'],
      '`ok`: you have given the money back in another way. `retry`: the provider is asked for it again.',
    ),
    note,
  },
  { $id: 'ResolveRefund', examples: [refundResolutionExample] },
)

/** What a person says of money that no provider could tell about. */
export function addResolveDoubts(app: App, deps: HttpDeps): void {
  const config = { access: 'manage' } as const
  app.post(
    '/manage/payments/:paymentId/resolve',
    {
      config,
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
          ...managementErrors(...resolvePaymentErrors),
        },
      },
    },
    async (request, reply) => {
      const paymentId = request.params.paymentId as PaymentId // Only looked up.
      const order = { caller: callerOf(request), paymentId, ...request.body }
      const view = (payment: Payment) => viewPaymentSummary(payment, [])
      return view(await resolvePayment(deps, order, receiptOf(reply, view)))
    },
  )
  app.post(
    '/manage/refunds/:refundId/resolve',
    {
      config,
      schema: {
        operationId: 'resolveRefund',
        summary: 'See to a refund in doubt',
        description:
          'For refunds that failed or that nobody confirms, as `GET /manage/payments?in_doubt=true` ' +
          'lists them.',
        tags: ['Management'],
        params: Type.Object({ refundId: pathId('The refund.', ids.refund) }),
        body: named(resolveRefundBody),
        response: {
          200: exampled(named(refundSchema), 'The refund as it stands now.', resolvedRefundExample),
          ...managementErrors(...resolveRefundErrors),
        },
      },
    },
    async (request, reply) => {
      const { refundId } = request.params
      if (!isId('ref', refundId)) {
        throw new Refusal('not_found', `Refund ${refundId} was not found.`)
      }
      const order = { caller: callerOf(request), refundId, ...request.body }
      return viewRefund(await resolveRefund(deps, order, receiptOf(reply, viewRefund)))
    },
  )
}
