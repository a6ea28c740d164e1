import { Type } from 'typebox'
import { type PaymentId, Refusal } from '../../kernel/index.ts'
import { maySeeSale } from '../../identity/index.ts'
import { selectPayment, selectRefunds } from '../../payments/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { errorResponses } from '../wire/error.ts'
import { paymentSchema, viewPayment } from '../wire/payment.ts'

export function addShowPayment(app: App, deps: HttpDeps): void {
  app.get(
    '/payments/:paymentId',
    {
      config: { access: 'secret', version: 2 },
      schema: {
        operationId: 'showPayment',
        summary: 'View a payment',
        tags: ['Sales'],
        params: Type.Object({ paymentId: Type.String() }),
        response: { 200: paymentSchema, ...errorResponses(401, 404, 406, 429, 503) },
      },
    },
    async (request) => {
      const { paymentId } = request.params
      const payment = isPaymentId(paymentId) ? await selectPayment(deps.db, paymentId) : undefined
      if (payment === undefined || !maySeeSale(callerOf(request), payment)) {
        throw new Refusal('not_found_silent', 'There is no such payment.')
      }
      return viewPayment(payment, await selectRefunds(deps.db, payment.id), deps.links)
    },
  )
}

function isPaymentId(text: string): text is PaymentId {
  return /^t[0-9a-f]{32}$/.test(text)
}
