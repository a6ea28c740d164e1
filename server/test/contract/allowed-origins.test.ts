import type { Response } from 'light-my-request'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { publishProduct } from '../../src/products/index.ts'
import { demoAccount } from '../builders/credentials.ts'
import { pushedDraft } from '../builders/draft.ts'
import { changeLink } from '../builders/endorsement-link.ts'
import { mandateLink } from '../builders/mandate-link.ts'
import { soldByCard } from '../builders/mandate.ts'
import { leadRequest, savedLead } from '../builders/lead.ts'
import { pendingPayment } from '../builders/pending-payment.ts'
import { type Seller, madeOffer, quoteMedia, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let server: Seller
beforeAll(async () => {
  platform = await openTestPlatform()
  server = sellerOn(platform)
})
afterAll(() => platform.close())

const shop = 'https://shop.alpine-brokers.example' // As the cyber product lists it.
const elsewhere = 'https://elsewhere.example'

const pageAt = (origin: string) =>
  sellerOn(platform, { publicKey: platform.demo.keys.test.public, origin })
const tokenOf = (quote: Response) => quote.json<{ token: string }>().token

/** Every call that a public key may make, on a sale of the first distributor. */
const calls: Readonly<Record<string, (page: Seller) => Promise<Response>>> = {
  'GET /integrations/{integrationId}/form': (page) =>
    page.get(`/integrations/${platform.demo.products['cyber']?.integration_id}/form`),
  'POST /quotes': (page) => page.quote(),
  'POST /leads': (page) => page.post('/leads', leadRequest(platform)),
  'GET /leads/{leadId}': async (page) => {
    const { id, token } = await savedLead(platform)
    return page.get(`/leads/${id}`, { 'lead-token': token })
  },
  'POST /policies': async (page) => page.offer(tokenOf(await server.quote())),
  'POST /payments': async (page) => page.pay(await madeOffer(server)),
  'POST /payments/{paymentId}/void': async (page) => {
    const { id, token } = await pendingPayment(server)
    return page.post(`/payments/${id}/void`, { token })
  },
  'GET /payments/{paymentId}': async (page) => {
    const { id, token } = await pendingPayment(server)
    return page.get(`/payments/${id}`, { 'payment-token': token })
  },
  'GET /policies/{policyId}/endorsement': async (page) => {
    const { id } = await madeOffer(server)
    const { token } = await changeLink(server, id)
    return page.get(`/policies/${id}/endorsement`, { 'endorsement-token': token })
  },
  'GET /policies/{policyId}/mandate_link': async (page) => {
    const { id } = await soldByCard(server)
    const token = await mandateLink(server, id)
    return page.get(`/policies/${id}/mandate_link`, { 'mandate-token': token })
  },
  'POST /policies/{policyId}/mandate_setups': async (page) => {
    const { id } = await soldByCard(server)
    const card = { provider: 'sandbox', method: 'card' }
    const headers = { 'mandate-token': await mandateLink(server, id) }
    return page.post(`/policies/${id}/mandate_setups`, card, headers)
  },
  'GET /policies/{policyId}': async (page) => page.get(`/policies/${(await madeOffer(server)).id}`),
}

describe.each(Object.entries(calls))('%s, where the integration lists origins', (_, call) => {
  it.each([
    elsewhere,
    'null',
    'http://shop.alpine-brokers.example',
    `${shop}:8443`,
    `${shop}.evil.example`,
    `${shop}/`,
    `${shop}, ${shop}`,
    'http://localhost:30000',
  ])('is refused to a page of %s, which can read why', async (origin) => {
    const response = await call(pageAt(origin))
    expect(response.statusCode).toBe(403)
    expect(response.json()).toStrictEqual({
      status: 'Forbidden',
      code: 'page_not_allowed',
      message: `The origin ${origin} is not in allowed_origins of integration ${platform.demo.products['cyber']?.integration_id}, so its pages may not use the integration.`,
    })
    expect(response.headers['access-control-allow-origin']).toBe('*')
  })

  it.each([shop, 'http://localhost:3000', 'http://bindery.test'])(
    'is answered to a page of %s',
    async (origin) => {
      expect((await call(pageAt(origin))).statusCode).toBe(200)
    },
  )

  it('is answered to a public key without a page, and to a secret key with any', async () => {
    const { keys } = platform.demo
    const app = sellerOn(platform, { publicKey: keys.test.public })
    expect((await call(app)).statusCode).toBe(200)
    const secret = sellerOn(platform, { secretKey: keys.test.secret, origin: elsewhere })
    expect((await call(secret)).statusCode).toBe(200)
    const both = { secretKey: keys.test.secret, publicKey: keys.test.public, origin: elsewhere }
    expect((await call(sellerOn(platform, both))).statusCode).toBe(200)
  })
})

describe('a page that is refused', () => {
  it('is let through by the preflight, so that it can read the refusal', async () => {
    const response = await platform.app.inject({
      method: 'OPTIONS',
      url: `/quotes?key=${platform.demo.keys.test.public}`,
      headers: { origin: elsewhere, 'access-control-request-method': 'POST' },
    })
    expect(response.statusCode).toBe(204)
  })

  it('changes nothing', async () => {
    const offer = await madeOffer(server)
    await pageAt(elsewhere).pay(offer)
    const policy = await server.get(`/policies/${offer.id}`)
    expect(policy.json()).toMatchObject({ status: 'ready' })
  })

  it('learns nothing of integrations and sales that its key does not see', async () => {
    const { other } = platform.demo
    const stranger = sellerOn(platform, { publicKey: other.test.public, origin: elsewhere })
    expect((await stranger.quote()).statusCode).toBe(404)
    const { id } = await madeOffer(server)
    expect((await stranger.get(`/policies/${id}`)).statusCode).toBe(404)
  })

  it('does not use up an Idempotency-Key, and does not get what another page was answered', async () => {
    const quote = (origin: string, key: string) =>
      pageAt(origin).post('/quotes', bodyOfQuote(), {
        accept: quoteMedia,
        'idempotency-key': key,
      })
    expect((await quote(elsewhere, 'first elsewhere')).statusCode).toBe(403)
    expect((await quote(shop, 'first elsewhere')).statusCode).toBe(200)
    const made = await quote(shop, 'first in the shop')
    expect((await quote(shop, 'first in the shop')).json()).toEqual(made.json())
    const repeated = await quote(elsewhere, 'first in the shop')
    expect(repeated.statusCode).toBe(422)
    expect(repeated.body).not.toContain(tokenOf(made))
  })
})

function bodyOfQuote() {
  const product = platform.demo.products['cyber']
  if (product === undefined) throw new Error('the demo sells no cyber product')
  const { item_id, subscription_plan_id, integration_id, quote } = product
  return { item_id, subscription_plan_id, integration_id, data: quote }
}

/** Pushes the bike product with another list; its only integration with one is the first. */
async function pushOrigins(list: string): Promise<() => Promise<unknown>> {
  const versionId = await pushedDraft(platform, 'bike', {
    'product.yaml': (text) =>
      text.replace(/( +)allowed_origins:\n +- .*\n/, `$1allowed_origins: ${list}\n`),
  })
  const insurer = await demoAccount(platform, 'demo-insurance')
  return () => publishProduct(platform, insurer, versionId)
}

describe('the list in force', () => {
  it('is the live one, for earlier sales and versions as well; a draft has its own', async () => {
    const old = 'https://velo.alpine-brokers.example'
    const { keys } = platform.demo
    const bikePage = (origin: string) =>
      sellerOn(platform, { publicKey: keys.test.public, product: 'bike', origin })
    const sale = await madeOffer(sellerOn(platform, { product: 'bike' }))
    const view = await server.get(`/policies/${sale.id}`)
    const { integration_version_id } = view.json<{ integration_version_id: string }>()
    const publish = await pushOrigins('[https://new.example]')

    const onDraft = { live_product: 'false', live_integration: 'false' }
    expect((await bikePage(old).quote()).statusCode).toBe(200)
    await eventually(403, () => bikePage(old).quote({ body: onDraft }))
    const quote = await bikePage('https://new.example').quote({ body: onDraft })
    expect(quote.statusCode).toBe(200)
    const offer = await bikePage('https://new.example').offer(tokenOf(quote))
    expect(offer.statusCode).toBe(200)

    await publish()
    await eventually(200, () => bikePage('https://new.example').get(`/policies/${sale.id}`))
    expect((await bikePage(old).get(`/policies/${sale.id}`)).statusCode).toBe(403)
    expect((await bikePage(old).quote({ body: { integration_version_id } })).statusCode).toBe(403)

    await (
      await pushOrigins('[]')
    )()
    await eventually(200, () => bikePage(elsewhere).quote())
  })
})

/** A process learns of what was pushed and published a moment later. */
async function eventually(status: number, ask: () => Promise<Response>): Promise<void> {
  await vi.waitFor(async () => expect((await ask()).statusCode).toBe(status))
}
