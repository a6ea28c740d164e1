import { Type } from '../wire/type.ts'
import type { App } from '../deps.ts'
import { pagePolicy } from './page-policy.ts'

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

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Payment</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="../checkout/page.css">
<script type="module" src="../checkout/pay-link.js"></script>
</head>
<body>
<main></main>
<noscript>This page needs JavaScript. You can also pay by bank transfer: the reference is on your invoice.</noscript>
</body>
</html>
`
