import { Type } from '../wire/type.ts'
import type { App } from '../deps.ts'
import { pagePolicy } from './page-policy.ts'
import { scriptedPage } from './page-shell.ts'

/**
 * The page on which customers pay an invoice or an offer by a link. It is the same for every link, so that
 * nobody learns from it whether there is such a policy: what it shows it asks for with the token, which
 * stands in the fragment. Nobody may frame it, for its button takes money.
 */
export function addPayPage(app: App): void {
  app.get(
    '/pay/:policyId',
    {
      config: { access: 'open' },
      schema: { hide: true, params: Type.Object({ policyId: Type.String() }) },
    },
    async (_request, reply) =>
      reply
        .header('content-security-policy', pagePolicy("'none'", { paysWithStripe: true }))
        .type('text/html; charset=utf-8')
        .send(page),
  )
}

const page = scriptedPage({
  title: 'Payment',
  style: '../checkout/page.css',
  scripts: ['../checkout/pay-link.js'],
  withoutScripts: 'You can also pay by bank transfer: the reference is on your invoice.',
})
