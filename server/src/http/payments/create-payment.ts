import type { PaymentId } from '../../kernel/index.ts'
import {
  selectPayment,
  takePayment,
  alreadyPaid,
  arrearsOnAccount,
  keyOfAnotherAccount,
  invoiceClosed,
  notInPlan,
  waitsForReceipt,
  offerExpired,
  paymentPending,
  proposalOver,
  providerNotSetUp,
  providerUnknown,
  testModeOnly,
  waitsForUnderwriter,
  wrongToken,
} from '../../payments/index.ts'
import { handoverIncomplete } from '../../handover/index.ts'
import { clockAdvancing } from '../../deadlines/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOfMade } from '../idempotency/replay.ts'
import { createPaymentBody, createdPaymentSchema, providerOptionsOf } from './payment.ts'
import { named } from '../wire/schema.ts'
import { viewCreatedPayment } from './view-payment.ts'
import { missingMember } from '../reasons.ts'

export function addCreatePayment(app: App, deps: HttpDeps): void {
  const showMade = async (id: string) => {
    const payment = await selectPayment(deps.db, id as PaymentId) // As it was kept.
    if (payment === undefined) throw new Error(`payment ${id} was made and is gone`)
    return viewCreatedPayment(payment, deps)
  }
  app.post(
    '/payments',
    {
      config: {
        access: 'key',
        version: 2,
        showMade,
        refuses: [
          missingMember('method'),
          wrongToken,
          notInPlan,
          testModeOnly,
          providerNotSetUp,
          waitsForUnderwriter,
          handoverIncomplete,
          offerExpired,
          alreadyPaid,
          invoiceClosed,
          waitsForReceipt,
          arrearsOnAccount,
          proposalOver,
          clockAdvancing,
          keyOfAnotherAccount,
          providerUnknown,
          paymentPending,
        ],
      },
      schema: {
        operationId: 'createPayment',
        summary: 'Pay for an offer',
        description:
          'Pays for an offer, which becomes a paid policy; for a `proposed` version, which ' +
          'takes effect; or for an open invoice. Each has its own token. A payment for an ' +
          'invoice is over its open amount; after a charge-back the token of the offer ' +
          'pays its invoice again. With a card payment, later instalments can be collected ' +
          'from the same card.\n\nWith `status` `ok` the policy is issued. With `pending` ' +
          'the provider decides later; if the customer has to act first, there is a ' +
          '`next_action`. With `failed` the offer can be paid for again.',
        tags: ['Sales'],
        body: named(createPaymentBody),
        response: { 200: named(createdPaymentSchema) },
      },
    },
    async (request, reply) => {
      const { token, provider, method, policy_id: policyId } = request.body
      const payment = await takePayment(
        {
          ...deps,
          onDoubt: (error) =>
            request.log.error(
              { err: error, provider },
              'a response of a payment provider was lost',
            ),
        },
        {
          caller: callerOf(request),
          token,
          provider,
          method,
          policyId,
          providerOptions: providerOptionsOf(request.body),
        },
        replayOfMade(reply),
      )
      return viewCreatedPayment(payment, deps)
    },
  )
}
