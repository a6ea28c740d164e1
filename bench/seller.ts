import type { DemoFile } from '@bindery/server/src/demo/index.ts'
import { openPlainClient } from './plain-client.ts'

type DemoProduct = DemoFile['products'][string]

/** A distributor's software: it sends what it must and reads what it needs, over a few connections. */
export interface Seller {
  quote(): Promise<{ readonly token: string }>
  /** A customer whom the product turns away: the one refusal that is ordinary business. */
  knockout(): Promise<void>
  offer(quoteToken: string): Promise<Offer>
  pay(offer: Offer): Promise<void>
  look(policyId: string): Promise<void>
  close(): Promise<void>
}

export interface Offer {
  readonly id: string
  readonly payment_token: string
}

export function openSeller(demo: DemoFile, productKey: string, connections: number): Seller {
  const client = openPlainClient(new URL(demo.base_url), { connections })
  const product = productOf(demo, productKey)
  const key = { authorization: `Bearer ${demo.keys.test.secret}` }
  const json = { ...key, 'content-type': 'application/json' }
  const quoteHeaders = { ...json, accept: `application/vnd.${demo.vendor}.v3+json` }
  const offerHeaders = { ...json, accept: `application/vnd.${demo.vendor}.v2+json` }
  const quoteBody = quoteOf(product, product.quote)
  const knockoutBody = quoteOf(product, { ...product.quote, ...product.knockout })

  async function send<Answer>(
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    body: string | undefined,
    expected = 200,
  ): Promise<Answer> {
    const question = { method, path, headers }
    const answer = await client.send(body === undefined ? question : { ...question, body })
    if (answer.status !== expected) {
      throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body}`)
    }
    return JSON.parse(answer.body) as Answer // The contract says which; a missing member fails the next step.
  }

  return {
    quote: () => send('POST', '/quotes', quoteHeaders, quoteBody),
    knockout: () => send('POST', '/quotes', quoteHeaders, knockoutBody, 422),
    offer: (quoteToken) => {
      const body = JSON.stringify({ ...product.policy, quote_token: quoteToken })
      return send('POST', '/policies', offerHeaders, body)
    },
    pay: ({ id, payment_token: token }) => {
      const payment = { token, policy_id: id, provider: 'invoice', method: 'invoice' }
      return send('POST', '/payments', json, JSON.stringify(payment))
    },
    look: (policyId) => send('GET', `/policies/${policyId}`, key, undefined),
    close: async () => client.close(),
  }
}

function productOf(demo: DemoFile, key: string): DemoProduct {
  const product = demo.products[key]
  if (product === undefined) throw new Error(`the example product ${key} is missing`)
  return product
}

function quoteOf(product: DemoProduct, data: DemoProduct['quote']): string {
  return JSON.stringify({
    item_id: product.item_id,
    subscription_plan_id: product.subscription_plan_id,
    integration_id: product.integration_id,
    data,
  })
}
