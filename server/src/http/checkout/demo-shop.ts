import { Type } from '../wire/type.ts'
import type { DemoFile } from '../../demo/index.ts'
import { type AccountId, type IntegrationId, Refusal } from '../../kernel/index.ts'
import { selectManagerOf } from '../../identity/index.ts'
import { isPaidBy, selectSoldOnPages } from '../../products/index.ts'
import type { App, HttpDeps } from '../deps.ts'
import { pagePolicy } from './page-policy.ts'

/**
 * A sample site of a broker, which sells with one script and one element. It lists the products of
 * the demo insurer: a product appears as soon as it is published.
 */
export function addDemoShop(app: App, deps: HttpDeps, demo: DemoFile): void {
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
      const products = await productsOf(deps, demo)
      const wanted = products.find(({ key }) => key === request.query.product)
      const chosen = wanted ?? products.find(({ page }) => page !== null)
      const sold = chosen?.page?.integration
      const paysWithStripe = sold !== undefined && (await isPaidBy(deps.catalogue, sold, 'stripe'))
      return reply
        .header('content-security-policy', pagePolicy("'none'", { paysWithStripe }))
        .type('text/html; charset=utf-8')
        .send(shop(products, chosen))
    },
  )
}

/** A product on sale. */
interface ShopProduct {
  readonly key: string
  /** Its integration and key in this shop; null if only others sell it, or no page does. */
  readonly page: { readonly integration: IntegrationId; readonly publicKey: string } | null
}

/** Of several integrations that sell a product, one of the first distributor is used. */
async function productsOf({ db, authenticator }: HttpDeps, demo: DemoFile): Promise<ShopProduct[]> {
  const sellers: { readonly id: AccountId; readonly publicKey: string }[] = []
  for (const publicKey of [demo.keys.test.public, demo.other.test.public]) {
    const caller = await authenticator
      .authenticate({ publicKey, secretKey: null })
      .catch(nullIfRevoked)
    if (caller !== null) sellers.push({ id: caller.account.id, publicKey })
  }
  const [first] = sellers
  if (first === undefined) return []
  const insurerId = await selectManagerOf(db, first.id)
  const sold = Map.groupBy(await selectSoldOnPages(db, insurerId), ({ key }) => key)
  return [...sold].map(([key, integrations]) => {
    const pages = sellers.flatMap(({ id, publicKey }) =>
      integrations.flatMap(({ distributorId, integrationId: integration }) =>
        distributorId === id && integration !== null ? [{ integration, publicKey }] : [],
      ),
    )
    return { key, page: pages[0] ?? null }
  })
}

function nullIfRevoked(error: unknown): null {
  if (error instanceof Refusal) return null
  throw error
}

function shop(products: readonly ShopProduct[], chosen: ShopProduct | undefined): string {
  const links = products.map(({ key }) => {
    const current = key === chosen?.key ? ' aria-current="page"' : ''
    return `<a href="?product=${escape(key)}"${current}>${escape(titleOf(key))}</a>`
  })
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
${checkout(chosen)}
</body>
</html>
`
}

function checkout(chosen: ShopProduct | undefined): string {
  if (chosen === undefined) return '<p>Nothing is on sale yet.</p>\n</main>'
  const { key, page } = chosen
  if (page === null) {
    return `<p>${escape(titleOf(key))} is on sale, but this shop has no page for it: its integrations are for the API only, or of other distributors.</p>\n</main>`
  }
  const [integration, publicKey] = [escape(page.integration), escape(page.publicKey)]
  return `<bindery-checkout public-key="${publicKey}" integration="${integration}"></bindery-checkout>
</main>
<footer><p>The same as a page of its own: <a href="checkout/${integration}?key=${publicKey}">the hosted checkout</a>.</p></footer>`
}

function titleOf(key: string): string {
  const words = key.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
