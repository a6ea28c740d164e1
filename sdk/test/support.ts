import type { DemoFile } from '@bindery/server/src/demo/index.ts'
import { type TestPlatform, openTestPlatform } from '@bindery/server/test/support/platform.ts'
import { type Client, type ClientOptions, createClient } from '../src/index.ts'

type DemoProduct = DemoFile['products'][string]

/** The real platform, listening on a port of its own. */
export interface Shop {
  readonly platform: TestPlatform
  readonly baseUrl: string
  readonly product: DemoProduct
  /** As the first distributor, with its secret test key, by default. */
  readonly client: (options?: Partial<ClientOptions>) => Client
  /** As the insurer. */
  readonly manager: () => Client
}

export async function openShop(
  options: Parameters<typeof openTestPlatform>[0] = {},
): Promise<Shop> {
  const platform = await openTestPlatform(options)
  const baseUrl = await platform.app.listen({ port: 0, host: '127.0.0.1' })
  const { demo } = platform
  const product = demo.products['cyber']
  if (product === undefined) throw new Error('there is no example product cyber')
  const client = (options: Partial<ClientOptions> = {}) =>
    createClient({ baseUrl, secretKey: demo.keys.test.secret, retryDelayMs: 1, ...options })
  const manager = () => client({ secretKey: demo.insurer.test.secret })
  return { platform, baseUrl, product, client, manager }
}

/** Quote, offer and payment, the ordinary way. */
export async function sell({ product }: Shop, client: Client, email = 'ada@example.com') {
  const offer = await makeOffer(product, client, email)
  const payment = await client.payments.create({
    token: offer.payment_token,
    policy_id: offer.id,
    provider: 'invoice',
    method: 'invoice',
  })
  return { offer, payment }
}

export async function makeOffer(product: DemoProduct, client: Client, email = 'ada@example.com') {
  const quote = await client.quotes.create(quoteOf(product))
  return client.offers.create({
    first_name: 'Ada',
    last_name: 'Byron',
    email,
    language: 'en',
    data: Object(product.policy['data']),
    quote_token: quote.token,
  })
}

export function quoteOf(product: DemoProduct, changes: Readonly<Record<string, unknown>> = {}) {
  return {
    item_id: product.item_id,
    subscription_plan_id: product.subscription_plan_id,
    integration_id: product.integration_id,
    data: { ...product.quote, ...changes },
  }
}

/** The error of a call that must fail. */
export async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => {
      throw new Error('the call went through')
    },
    (error: unknown) => error,
  )
}
