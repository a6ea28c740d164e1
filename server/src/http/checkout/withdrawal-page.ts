import { Type } from '../wire/type.ts'
import type { App } from '../deps.ts'
import { pagePolicy } from './page-policy.ts'

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

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Withdrawal</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="../checkout/withdrawal.css">
<script type="module" src="../checkout/withdrawal.js"></script>
</head>
<body>
<main></main>
<noscript>This page needs JavaScript. You can also declare your withdrawal by letter or e-mail to your insurer.</noscript>
</body>
</html>
`
