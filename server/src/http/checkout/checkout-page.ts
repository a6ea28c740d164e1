import { Type } from '../wire/type.ts'
import { isId } from '../../kernel/index.ts'
import { isPaidBy, liveLogoOrigin, liveOrigins } from '../../products/index.ts'
import type { App, HttpDeps } from '../deps.ts'
import { framedBy, pagePolicy } from './page-policy.ts'
import { scriptedPage } from './page-shell.ts'

/**
 * The hosted checkout, as a link or in a frame. The page is the same for all integrations: it loads
 * the product with the public key in its address. Only the allowed frames, the origin of
 * the logo and the form of Stripe depend on the integration.
 */
export function addCheckoutPage(app: App, deps: HttpDeps): void {
  app.get(
    '/checkout/:integrationId',
    {
      config: { access: 'open' },
      schema: { hide: true, params: Type.Object({ integrationId: Type.String() }) },
    },
    async (request, reply) => {
      const { integrationId: id } = request.params
      const origins = isId('in', id) ? await liveOrigins(deps.catalogue, id) : null
      const logo = isId('in', id) ? await liveLogoOrigin(deps.catalogue, id) : null
      const paysWithStripe = isId('in', id) && (await isPaidBy(deps.catalogue, id, 'stripe'))
      const needs = { logos: logo === null ? [] : [logo], paysWithStripe }
      return reply
        .code(origins === null ? 404 : 200)
        .header('content-security-policy', pagePolicy(framedBy(origins), needs))
        .type('text/html; charset=utf-8')
        .send(page)
    },
  )
}

const page = scriptedPage({
  title: 'Insurance',
  style: 'page.css',
  scripts: ['element.js', 'page.js'],
  withoutScripts: 'Please enable it, or contact the company that sent you here.',
})
