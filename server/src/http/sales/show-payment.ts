import { Type } from 'typebox'
import { type PaymentId } from '../../kernel/index.ts'
import { seenBy } from '../../identity/index.ts'
import { paymentUnseen, selectPayment, selectRefundsOf } from '../../payments/index.ts'
import { openTokens } from '../../policies/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { ids } from '../wire/examples/ids.ts'
import { paymentSchema } from '../wire/payment.ts'
import { named, pathId } from '../wire/schema.ts'
import { viewPayment } from '../wire/view-payment.ts'

export function addShowPayment(app: App, deps: HttpDeps): void {
  app.get(
    '/payments/:paymentId',
    {
      config: { access: 'secret', version: 2, refuses: [paymentUnseen] },
      schema: {
        operationId: 'showPayment',
        summary: 'View a payment',
        description: 'The whole payment, with what was refunded of it.',
        tags: ['Sales'],
        params: Type.Object({ paymentId: pathId('The payment.', ids.payment) }),
        response: { 200: named(paymentSchema) },
      },
    },
    async (request) => {
      const { paymentId } = request.params
      const found = isPaymentId(paymentId) ? await selectPayment(deps.db, paymentId) : undefined
      const payment = seenBy(callerOf(request), found)
      if (payment === undefined) throw paymentUnseen()
      const [tokens, refunds] = await Promise.all([
        openTokens(deps, payment.policyId),
        selectRefundsOf(deps.db, [payment.id]),
      ])
      return viewPayment(payment, tokens.payment, refunds, deps.links)
    },
  )
}

function isPaymentId(text: string): text is PaymentId {
  return /^t[0-9a-f]{32}$/.test(text)
}
