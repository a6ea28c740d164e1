import type { DemoFile } from '../../src/demo/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: JsonObject
}

/** Speaks HTTP to a real server; null when there was no answer. */
export function clientOf(url: string, demo: DemoFile) {
  return async (path: string, body?: JsonObject, headers = {}): Promise<Answer | null> => {
    try {
      const response = await fetch(url + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${demo.keys.test.secret}`,
          'content-type': 'application/json',
          accept: `application/vnd.bindery.v${path === '/quotes' ? 3 : 2}+json`,
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const { status, headers: answered } = response
      return { status, headers: answered, body: (await response.json()) as JsonObject } // Always one.
    } catch {
      return null // The server is gone: whether it did the work is not known.
    }
  }
}

export function textOf(answer: Answer | null, name: string): string {
  const value = answer?.body[name]
  if (typeof value !== 'string') throw new Error(`there is no ${name} in the answer`)
  return value
}

export function quoteOrder(demo: DemoFile): JsonObject {
  const product = demo.products['cyber']
  if (product === undefined) throw new Error('the demo has a cyber product')
  return {
    item_id: product.item_id,
    subscription_plan_id: product.subscription_plan_id,
    integration_id: product.integration_id,
    data: product.quote,
  }
}

export function paymentOrder(
  offer: { readonly id: string; readonly payment_token: string },
  byInvoice: boolean,
): JsonObject {
  return {
    token: offer.payment_token,
    policy_id: offer.id,
    provider: byInvoice ? 'invoice' : 'sandbox',
    method: byInvoice ? 'invoice' : 'card',
  }
}
