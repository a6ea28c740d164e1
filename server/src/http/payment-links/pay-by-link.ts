import { clockAdvancing } from '../../deadlines/index.ts'
import { handoverIncomplete } from '../../handover/index.ts'
import { notInPlan, payByLink, paymentLinkNotFound } from '../../payments/index.ts'
import type { App, HttpDeps } from '../deps.ts'
import { providerOptionsOf } from '../payments/payment.ts'
import { missingMember } from '../reasons.ts'
import { named } from '../wire/schema.ts'
import { doubtsOf } from './doubts-of.ts'
import { linkAddress, payByLinkBody, paymentLinkSchema, viewPaymentLink } from './payment-link.ts'

export function addPayByLink(app: App, deps: HttpDeps): void {
  app.post(
    '/payment_links/:policyId/payments',
    {
      config: {
        access: 'open',
        isRepeatable: true,
        refuses: [
          missingMember('method'),
          paymentLinkNotFound,
          notInPlan.listed({
            when: 'The payment plan does not allow this provider or method on a page.',
            example: ['invoice/invoice', ['sandbox/card']],
          }),
          handoverIncomplete,
          clockAdvancing,
        ],
      },
      schema: {
        operationId: 'payByLink',
        summary: 'Pay by a payment link',
        description:
          'Begins a payment, as `POST /payments` does, without a key. Where a payment is under ' +
          'way already, or nothing is to be paid, nothing happens: the answer shows what the ' +
          'link is for now, so that a repeated request pays once.',
        tags: ['Sales'],
        params: linkAddress,
        body: named(payByLinkBody),
        response: { 200: named(paymentLinkSchema) },
      },
    },
    async (request) => {
      const { policyId } = request.params
      const { token, provider, method } = request.body
      const providerOptions = providerOptionsOf(request.body)
      const link = await payByLink(
        { ...deps, ...doubtsOf(request) },
        { policyId, token, provider, method, providerOptions },
      )
      return viewPaymentLink(deps, link)
    },
  )
}
