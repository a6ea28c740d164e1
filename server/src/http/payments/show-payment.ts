import { Type } from '../wire/type.ts'
import { seenBy } from '../../identity/index.ts'
import {
  findByToken,
  isPaymentId,
  paymentUnseen,
  selectPayment,
  selectRefundsOf,
} from '../../payments/index.ts'
import { openTokens } from '../../sales/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { ids } from '../wire/example-ids.ts'
import { anyPaymentSchema } from './payment.ts'
import { pathId } from '../wire/schema.ts'
import { viewPayment, viewPublicPayment } from './view-payment.ts'

export function addShowPayment(app: App, deps: HttpDeps): void {
  app.get(
    '/payments/:paymentId',
    {
      config: {
        access: 'secret',
        opensByHeader: 'payment-token',
        version: 2,
        refuses: [paymentUnseen],
      },
      schema: {
        operationId: 'showPayment',
        summary: 'View a payment',
        description:
          'A secret key gets the whole payment (`Payment`) with its refunds. A public key ' +
          'with the payment token in the header `Payment-Token` gets the data that a page ' +
          'needs to continue (`PublicPayment`).',
        tags: ['Sales'],
        params: Type.Object({ paymentId: pathId('The payment.', ids.payment) }),
        headers: Type.Object({
          'payment-token': Type.Optional(
            Type.String({
              description:
                'The token with which the payment was created; not needed with a secret key.',
              examples: [ids.paymentToken],
            }),
          ),
        }),
        response: { 200: anyPaymentSchema },
      },
    },
    async (request) => {
      const { paymentId } = request.params
      const caller = callerOf(request)
      if (caller.keyKind === 'public') {
        const token = request.headers['payment-token'] ?? ''
        const paid = await findByToken(deps, { caller, paymentId, token })
        if (paid === undefined) throw paymentUnseen()
        return viewPublicPayment(paid, deps)
      }
      const found = isPaymentId(paymentId) ? await selectPayment(deps.db, paymentId) : undefined
      const payment = seenBy(caller, found)
      if (payment === undefined) throw paymentUnseen()
      const [tokens, refunds] = await Promise.all([
        openTokens(deps, payment.policyId),
        selectRefundsOf(deps.db, [payment.id]),
      ])
      return viewPayment(payment, tokens.payment, refunds, deps)
    },
  )
}
