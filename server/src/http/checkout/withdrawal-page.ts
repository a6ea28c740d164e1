import { Type } from '../wire/type.ts'
import type { App } from '../deps.ts'
import { pagePolicy } from './page-policy.ts'
import { scriptedPage } from './page-shell.ts'

/**
 * The page on which customers declare a withdrawal, without a key or a sign-in. It is the same for all
 * products: what it shows it asks for by the product in its address. Nobody may frame it, for its button
 * has consequences.
 */
export function addWithdrawalPage(app: App): void {
  app.get(
    '/withdraw/:productId',
    {
      config: { access: 'open' },
      schema: {
        hide: true,
        params: Type.Object({ productId: Type.String() }),
        querystring: Type.Object({
          mode: Type.Optional(Type.String()),
          language: Type.Optional(Type.String()),
        }),
      },
    },
    async (_request, reply) =>
      reply
        .header('content-security-policy', pagePolicy("'none'"))
        .type('text/html; charset=utf-8')
        .send(page),
  )
}

const page = scriptedPage({
  title: 'Withdrawal',
  style: '../checkout/withdrawal.css',
  scripts: ['../checkout/withdrawal.js'],
  withoutScripts: 'You can also declare your withdrawal by letter or e-mail to your insurer.',
})
