import { paymentLinkNotFound, voidByLink } from '../../payments/index.ts'
import type { App, HttpDeps } from '../deps.ts'
import { voidPaymentBody } from '../payments/payment.ts'
import { missingMember } from '../reasons.ts'
import { named } from '../wire/schema.ts'
import { doubtsOf } from './doubts-of.ts'
import { linkAddress, paymentLinkSchema, viewPaymentLink } from './payment-link.ts'

export function addVoidByLink(app: App, deps: HttpDeps): void {
  app.post(
    '/payment_links/:policyId/void',
    {
      config: {
        access: 'open',
        isRepeatable: true,
        refuses: [missingMember('token'), paymentLinkNotFound],
      },
      schema: {
        operationId: 'voidByLink',
        summary: 'Void the pending payment of a payment link',
        description:
          'For a customer who chooses another way to pay. A payment that is collected by a ' +
          'mandate stays. The answer shows what the link is for now.',
        tags: ['Sales'],
        params: linkAddress,
        body: named(voidPaymentBody),
        response: { 200: named(paymentLinkSchema) },
      },
    },
    async (request) => {
      const { policyId } = request.params
      const { token } = request.body
      const link = await voidByLink({ ...deps, ...doubtsOf(request) }, { policyId, token })
      return viewPaymentLink(deps, link)
    },
  )
}
