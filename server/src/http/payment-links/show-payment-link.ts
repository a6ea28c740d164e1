import { findPaymentLink, paymentLinkNotFound } from '../../payments/index.ts'
import type { App, HttpDeps } from '../deps.ts'
import { ids } from '../wire/example-ids.ts'
import { named } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { doubtsOf } from './doubts-of.ts'
import { linkAddress, paymentLinkSchema, viewPaymentLink } from './payment-link.ts'

export function addShowPaymentLink(app: App, deps: HttpDeps): void {
  app.get(
    '/payment_links/:policyId',
    {
      config: { access: 'open', refuses: [paymentLinkNotFound] },
      schema: {
        operationId: 'showPaymentLink',
        summary: 'View what a payment link is for',
        description:
          'For the page `/pay/{policyId}#{token}`, which mails link to (`links.pay`). No key is ' +
          'needed: the header `Payment-Token` has the token of the offer or of an open invoice.',
        tags: ['Sales'],
        params: linkAddress,
        headers: Type.Object({
          'payment-token': Type.Optional(
            Type.String({
              description: 'The token of the link.',
              examples: [ids.paymentToken],
            }),
          ),
        }),
        response: { 200: named(paymentLinkSchema) },
      },
    },
    async (request) => {
      const { 'payment-token': token = '' } = request.headers
      const { policyId } = request.params
      const link = await findPaymentLink({ ...deps, ...doubtsOf(request) }, { policyId, token })
      return viewPaymentLink(deps, link)
    },
  )
}
