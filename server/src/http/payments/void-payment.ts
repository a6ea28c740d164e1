import { Type } from '../wire/type.ts'
import { paymentNotFound, voidPayment } from '../../payments/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { missingMember } from '../reasons.ts'
import { ids } from '../wire/example-ids.ts'
import { createdPaymentSchema, voidPaymentBody } from './payment.ts'
import { named, pathId } from '../wire/schema.ts'
import { viewCreatedPayment } from './view-payment.ts'

export function addVoidPayment(app: App, deps: HttpDeps): void {
  app.post(
    '/payments/:paymentId/void',
    {
      config: {
        access: 'key',
        version: 2,
        isRepeatable: true,
        refuses: [
          missingMember('token'),
          paymentNotFound.listed({ when: 'There is no such payment that this token is for.' }),
        ],
      },
      schema: {
        operationId: 'voidPayment',
        summary: 'Void a pending payment',
        description:
          'For a customer who waits for a bank and chooses another payment method. The ' +
          'provider is asked not to make the charge. With `status` `failed` the offer ' +
          'can be paid for again; with `ok` the charge was already made; with `pending` ' +
          'the provider has not responded. Repeating the call, or voiding a payment that ' +
          'is not pending, changes nothing.',
        tags: ['Sales'],
        params: Type.Object({ paymentId: pathId('The payment.', ids.payment) }),
        body: named(voidPaymentBody),
        response: { 200: named(createdPaymentSchema) },
      },
    },
    async (request) => {
      const onDoubt = (error: unknown) =>
        request.log.error({ err: error }, 'a response of a payment provider was lost')
      const { paymentId } = request.params
      const voiding = { caller: callerOf(request), paymentId, token: request.body.token }
      return viewCreatedPayment(await voidPayment({ ...deps, onDoubt }, voiding), deps)
    },
  )
}
