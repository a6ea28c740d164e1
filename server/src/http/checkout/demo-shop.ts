import { Type } from 'typebox'
import type { DemoFile } from '../../demo/index.ts'
import type { App } from '../deps.ts'
import { pagePolicy } from './page-policy.ts'

/** A broker's site as it might be, which sells the examples with one script and one element. */
export function addDemoShop(app: App, demo: DemoFile): void {
  app.get(
    '/demo-shop',
    {
      config: { access: 'open' },
      schema: {
        hide: true,
        querystring: Type.Object({ product: Type.Optional(Type.String()) }),
      },
    },
    async (request, reply) => {
      const keys = Object.keys(demo.products)
      const product = keys.find((key) => key === request.query.product) ?? keys[0] ?? ''
      return reply
        .header('content-security-policy', pagePolicy("'none'"))
        .type('text/html; charset=utf-8')
        .send(shop(demo, keys, product))
    },
  )
}

function shop(demo: DemoFile, keys: readonly string[], product: string): string {
  const links = keys.map(
    (key) =>
      `<a href="?product=${escape(key)}"${key === product ? ' aria-current="page"' : ''}>${escape(titleOf(key))}</a>`,
  )
  const integration = demo.products[product]?.integration_id ?? ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Alpine Brokers, a shop to try</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="checkout/shop.css">
<script type="module" src="checkout/element.js"></script>
</head>
<body>
<header>
<p class="brand">Alpine Brokers</p>
<nav aria-label="Products">${links.join('\n')}</nav>
</header>
<main>
<h1>Insurance, settled before your coffee is cold</h1>
<p class="lead">A broker's page as it might be: the form below is one script and one element. Test mode: no money moves.</p>
<bindery-checkout key="${escape(demo.keys.test.public)}" integration="${escape(integration)}"></bindery-checkout>
</main>
<footer><p>The same as a page of its own: <a href="checkout/${escape(integration)}?key=${escape(demo.keys.test.public)}">the hosted checkout</a>.</p></footer>
</body>
</html>
`
}

function titleOf(key: string): string {
  const words = key.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
