import type { FastifyRequest } from 'fastify'
import { readRefusalAlone } from '../../approvals/index.ts'
import { Type } from '../wire/type.ts'
import { seenBy } from '../../identity/index.ts'
import {
  type Payment,
  type Refund,
  findByToken,
  isPaymentId,
  paymentUnseen,
  refusalOfResolvingPayment,
  refusalOfResolvingRefund,
  selectPayment,
  selectRefundsOf,
} from '../../payments/index.ts'
import { openTokens } from '../../sales/index.ts'
import { callerOf } from '../access/access.ts'
import { viewAllowed } from '../access/allowed.ts'
import { readsCookies } from '../access/person.ts'
import type { App, HttpDeps } from '../deps.ts'
import { ids } from '../wire/example-ids.ts'
import { anyPaymentSchema } from './payment.ts'
import { pathId } from '../wire/schema.ts'
import { viewPayment, viewPublicPayment, viewRefund } from './view-payment.ts'

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
      const shown = await viewPayment(payment, tokens.payment, refunds, deps)
      return readsCookies(request.routeOptions.url)
        ? { ...shown, ...(await allowedOnPayment(deps, request, payment, refunds)) }
        : shown
    },
  )
}

async function allowedOnPayment(
  { db }: Pick<HttpDeps, 'db'>,
  request: FastifyRequest,
  payment: Payment,
  refunds: readonly Refund[],
) {
  const alone = await readRefusalAlone(db, callerOf(request))
  const acts = {
    void: ['voidPayment', null],
    resolve: ['resolvePayment', refusalOfResolvingPayment(payment)],
  } as const
  return {
    refunds: refunds.map((refund) => {
      const { amount, currency } = refund
      const refusal =
        refusalOfResolvingRefund(refund) ?? alone({ kind: 'refunds', money: { amount, currency } })
      const ofRefund = { resolve: ['resolveRefund', refusal] } as const
      return { ...viewRefund(refund), allowed: viewAllowed(request, ofRefund, payment) }
    }),
    allowed: viewAllowed(request, acts, payment),
  }
}
