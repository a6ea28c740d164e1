import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { publishedDraft } from '@bindery/server/test/builders/draft.ts'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect } from 'vitest'
import { answerForBike, customerAt } from '../support/customer.ts'
import { rulesForPage } from '../support/rules-in-page.ts'
import type { Shop } from '../support/shop.ts'
import { pageOf, type Story } from '../support/stories.ts'

/** The page of the guide that anybody may copy, with what is theirs put in. */
const guidesPage = (shop: Shop) => fromGuide(shop, /```html\n([^`]*`[^`]*`[^`]*)```/)

async function fromGuide(shop: Shop, block: RegExp): Promise<string> {
  const guide = new URL('../../../docs/guides/checkout.md', import.meta.url)
  const [, code = ''] = block.exec(await readFile(guide, 'utf8')) ?? []
  const { keys, products } = shop.platform.demo
  return code
    .replaceAll('https://cover.example.com', shop.url)
    .replace('pk_test_...', keys.test.public)
    .replace('in_01af...', products['bike']?.integration_id ?? '')
}

/** A broker's page with the element, whose key has its old name, and with a frame. */
function brokersPage(shop: Shop): string {
  const { keys, products } = shop.platform.demo
  return `<!doctype html><title>Broker</title>
    <script type="module" src="${shop.url}/checkout/element.js"></script>
    <bindery-checkout key="${keys.test.public}" integration="${products['bike']?.integration_id}" language="de"></bindery-checkout>
    <iframe title="Checkout" src="${pageOf(shop, 'bike')}"></iframe>`
}

/** The React page of the guide, bundled as a broker would bundle it. */
async function reactPage(shop: Shop): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: await fromGuide(shop, /```tsx\n(.*?)```/s),
      loader: 'tsx',
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const script = (outputFiles[0]?.text ?? '').replaceAll('</script', '<\\/script')
  return `<!doctype html><title>Broker</title><body><script type="module">${script}</script>`
}

export function embeddingStories(story: Story): void {
  let site: Server
  let port = 0
  let html = ''
  beforeAll(async () => {
    site = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(html)
    })
    site.listen(0, '127.0.0.1')
    await once(site, 'listening')
    port = (site.address() as AddressInfo).port // It listens on a port.
  })
  afterAll(() => site.close())

  story('the element and the frame work where the integration lists the origin', async (shop) => {
    html = brokersPage(shop)
    await publishedDraft(shop.platform, 'bike', {
      'product.yaml': (text) =>
        text.replace('https://velo.alpine-brokers.example', `http://localhost:${port}`),
    })
    const { page, context } = await shop.visit({ locale: 'de-CH' })
    await page.goto(`http://localhost:${port}/`)
    await page.locator('bindery-checkout .title').waitFor()
    await page.frameLocator('iframe').locator('.title').waitFor()
    await page.locator('bindery-checkout').locator('[id="quote.data.bike_price"]').fill('2500')
    await context.close()
  })

  story('the page of the guide can be copied, and looks as it says', async (shop) => {
    html = await guidesPage(shop)
    const { page, context, complaints } = await shop.visit({ locale: 'en-GB' })
    await page.goto(`http://localhost:${port}/`)
    await page.locator('bindery-checkout .title').waitFor()
    const styleOf = (selector: string, property: string) =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector('bindery-checkout').shadowRoot.querySelector('${selector}')).${property}`,
      )
    expect(await styleOf('button.primary', 'backgroundColor')).toBe('rgb(10, 107, 79)')
    expect(await styleOf('.title', 'fontFamily')).toBe('Georgia, serif')
    expect(complaints).toEqual([])
    html = brokersPage(shop)
    await context.close()
  })

  story('the React page of the guide sells, and receives the price', async (shop) => {
    html = await reactPage(shop)
    await publishedDraft(shop.platform, 'bike', {
      'product.yaml': (text) =>
        text.replace('https://velo.alpine-brokers.example', `http://localhost:${port}`),
      'checkout.yaml': (text) => `${text}\n`, // Its prices are asked in francs.
    })
    const { page, context, complaints } = await shop.visit({ locale: 'de-CH' })
    await page.goto(`http://localhost:${port}/`)
    await page.locator('bindery-checkout h2').waitFor()
    await answerForBike(customerAt(page))
    await page.getByText('Insure your bike for 227.3 CHF').waitFor()
    // Without the attribute the bundle cannot know whom to ask, and says so.
    await page.evaluate("document.querySelector('bindery-checkout').removeAttribute('server')")
    await page.getByText('set the attribute server').waitFor()
    expect(complaints).toEqual([])
    html = brokersPage(shop)
    await context.close()
  })

  story('a foreign page can neither frame it nor sell with it, and shows why', async (shop) => {
    const { page, context, complaints } = await shop.visit({ locale: 'de-CH' })
    await page.goto(`http://127.0.0.1:${port}/`)
    await page.getByText('Diese Seite darf dieses Produkt nicht verkaufen.').waitFor()
    expect(complaints.join('\n')).toContain('frame-ancestors')
    expect(await page.frameLocator('iframe').locator('.title').count()).toBe(0)
    await context.close()
  })

  story('a secret key is not even sent', async (shop) => {
    const { page, context } = await shop.visit({ locale: 'en-GB' })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const { secret } = shop.platform.demo.keys.test
    html = brokersPage(shop).replaceAll(shop.platform.demo.keys.test.public, secret)
    await page.goto(`http://localhost:${port}/`)
    await page.getByText('Sie braucht einen öffentlichen, der mit pk_ beginnt.').waitFor()
    expect(asked.filter((url) => url.includes('/integrations/'))).toEqual([])
    await context.close()
  })

  story('rules pass their own tests in a browser as well', async (shop) => {
    const { page, context } = await shop.visit()
    await page.goto(`${shop.url}/healthz`)
    const script = await rulesForPage()
    const { count, failed, left } = await page.evaluate<{
      count: number
      failed: string[]
      left: string[]
    }>(`${script}; rules.runAll()`)
    expect(failed).toEqual([])
    expect(left).toEqual(['the guide of rules > is written down as it is: npm run rules-guide'])
    expect(count).toBeGreaterThan(500)
    await context.close()
  })
}
