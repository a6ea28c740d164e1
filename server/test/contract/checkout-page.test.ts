import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { publishedDraft } from '../builders/draft.ts'
import { exampleFolder } from '../builders/folder.ts'
import { managerOn } from '../builders/manager.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

/** Without formats, each of which is a piece of its own. */
const elementBytesMax = 48_000

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ demo: inject('demo') })
})
afterAll(() => platform.close())

const get = (url: string, headers = {}) => platform.app.inject({ url, headers })
const pageOf = (product: string) =>
  get(`/checkout/${platform.demo.products[product]?.integration_id ?? ''}`)

describe('the hosted checkout', () => {
  it('runs our own scripts alone, asks our own server alone, and is kept by nobody', async () => {
    const { statusCode, headers } = await pageOf('bike')
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
        "connect-src 'self'; base-uri 'none'; form-action 'none'; " +
        "frame-ancestors 'self' https://velo.alpine-brokers.example",
    })
  })

  it('loads the form of Stripe where a plan is paid by it, and nothing else of others', async () => {
    await publishedDraft(platform, 'cyber', {
      'product.yaml': (text) =>
        text.replace(
          '- { provider: sandbox, method: card }',
          '- { provider: stripe, method: card }',
        ),
    })
    const shop = await get('/demo-shop?product=cyber')
    const page = await pageOf('cyber')
    for (const { headers } of [page, shop]) {
      expect(headers['content-security-policy']).toContain(
        "default-src 'none'; script-src 'self' https://js.stripe.com https://*.js.stripe.com; " +
          "style-src 'self'; img-src 'self' data:; connect-src 'self' https://api.stripe.com; " +
          'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com; ' +
          "base-uri 'none'; form-action 'none'; frame-ancestors ",
      )
    }
    expect((await get('/demo-shop?product=bike')).headers['content-security-policy']).not.toContain(
      'stripe',
    )
  })

  it('may be framed by anybody once its integration lists no origins', async () => {
    const files = await exampleFolder('bike', {
      'product.yaml': (text) => text.replace(/ {4}allowed_origins:\n {6}- https:\/\/velo\S+\n/, ''),
    })
    const manager = managerOn(platform)
    const pushed = await manager.push(files)
    const { product_version_id: id } = pushed.json<{ product_version_id: string }>()
    await manager.post(`/manage/product_versions/${id}/publish`)
    await vi.waitFor(async () =>
      expect((await pageOf('bike')).headers['content-security-policy']).toMatch(
        /frame-ancestors \*$/,
      ),
    )
  })

  it.each(['in_01a1e2caf6bd88df20d54dc6a335', 'nonsense', '%00', '%3Cscript%3E'])(
    'says that there is nothing to buy at %s, and repeats nothing of it',
    async (id) => {
      const { statusCode, body } = await get(`/checkout/${id}`)
      expect(statusCode).toBe(404)
      expect(body).not.toContain(decodeURIComponent(id))
    },
  )
})

describe('the script for pages', () => {
  it('is small, and may be loaded by every page', async () => {
    const { body, headers } = await get('/checkout/element.js')
    expect(gzipSync(body, { level: 9 }).length).toBeLessThan(elementBytesMax)
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=60',
    })
  })

  it('loads the form of Stripe in the release of the API that the server speaks', async () => {
    const { body } = await get('/checkout/element.js')
    const [form = ''] = /files\/stripe-form-[\w.-]+\.js/.exec(body) ?? []
    const client = new URL('../../src/payments/providers/stripe/stripe-client.ts', import.meta.url)
    const [, release] =
      /stripeApiVersion = '[\d-]+\.(\w+)'/.exec(await readFile(client, 'utf8')) ?? []
    expect((await get(`/checkout/${form}`)).body).toContain(
      `https://js.stripe.com/${release}/stripe.js`,
    )
    expect(body).not.toContain('js.stripe.com')
  })

  it('comes compressed to clients that accept it, and not again to clients that have it', async () => {
    const packed = await get('/checkout/element.js', { 'accept-encoding': 'gzip, br' })
    expect(packed.headers['content-encoding']).toBe('br')
    const again = await get('/checkout/element.js', { 'if-none-match': packed.headers.etag })
    expect(again.statusCode).toBe(304)
  })

  it('has pieces that are named by their content, and so are kept for ever', async () => {
    const { body } = await get('/checkout/element.js')
    const pieces = [...body.matchAll(/files\/[\w.-]+\.js/g)].map(([name]) => name)
    for (const format of ['phone', 'pattern', 'postal', 'bank', 'de', 'fr']) {
      expect(pieces.filter((name) => name.startsWith(`files/${format}-`))).toHaveLength(1)
    }
    for (const piece of pieces) {
      const { statusCode, headers } = await get(`/checkout/${piece}`)
      expect(statusCode).toBe(200)
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    }
    expect((await get('/checkout/files/other.js')).statusCode).toBe(404)
    expect((await get('/checkout/files/..%2Felement.js')).statusCode).toBe(404)
  })
})

describe("the demo's shop", () => {
  it('embeds the examples with a public key, and no secret of anybody', async () => {
    const { body } = await get('/demo-shop?product=cyber')
    const { keys, insurer, products } = platform.demo
    expect(body).toContain(
      `<bindery-checkout public-key="${keys.test.public}" integration="${products['cyber']?.integration_id}">`,
    )
    for (const secret of [keys.test.secret, keys.live.secret, insurer.test.secret]) {
      expect(body).not.toContain(secret)
    }
  })

  it('lists what its insurer publishes later, and sells it', async () => {
    expect((await get('/demo-shop')).body).not.toContain('velo-later')
    await publishedDraft(platform, 'bike', {
      'product.yaml': (text) => text.replace(/^key: .*/m, 'key: velo-later'),
    })
    expect((await get('/demo-shop')).body).toContain('<a href="?product=velo-later">Velo later</a>')
    const shown = await managerOn(platform).get('/manage/products/velo-later')
    const [shop, api] = shown.json<{
      integrations: { id: string; checkout_url: string | null }[]
    }>().integrations
    expect((await get('/demo-shop?product=velo-later')).body).toContain(
      `<bindery-checkout public-key="${platform.demo.keys.test.public}" integration="${shop?.id}">`,
    )
    expect(shop?.checkout_url).toMatch(new RegExp(`/checkout/${shop?.id}$`))
    expect(api?.checkout_url).toBeNull() // It is for the API only.
    await publishedDraft(platform, 'bike', {
      'product.yaml': (text) =>
        text
          .replace('    allowed_origins:', '    api_only: true\n    allowed_origins:')
          .replace(/^key: .*/m, 'key: velo-later'),
    })
    expect((await get('/demo-shop?product=velo-later')).body).toContain('has no page for it')
  })

  it('is not there without a demo', async () => {
    const other = await openTestPlatform()
    expect((await other.app.inject('/demo-shop')).statusCode).toBe(404)
    await other.close()
  })
})
