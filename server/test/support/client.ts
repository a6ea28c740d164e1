import type { DemoFile } from '../../src/demo/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import { faultOfAnswer } from './documented-answers.ts'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: JsonObject
}

/** Speaks HTTP to a real server; null when there was no answer. */
export function clientOf(url: string, demo: DemoFile) {
  return async (path: string, body?: JsonObject, headers = {}): Promise<Answer | null> => {
    const method = body === undefined ? 'GET' : 'POST'
    const request = {
      method,
      headers: {
        authorization: `Bearer ${demo.keys.test.secret}`,
        'content-type': 'application/json',
        accept: `application/vnd.bindery.v${path === '/quotes' ? 3 : 2}+json`,
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
    const answer = await fetchWhole(url + path, request)
    if (answer === null) return null
    const { status, headers: answered, text } = answer
    const contentType = answered.get('content-type') ?? ''
    const fault = faultOfAnswer({ method, path, status, contentType, text })
    if (fault !== null) throw new Error(fault)
    return { status, headers: answered, body: JSON.parse(text) as JsonObject } // Always one.
  }
}

/** Null where the server is gone: whether it did the work is not known. */
async function fetchWhole(url: string, request: RequestInit) {
  try {
    const response = await fetch(url, request)
    const { status, headers } = response
    return { status, headers, text: await response.text() }
  } catch {
    return null
  }
}

export function textOf(answer: Answer | null, name: string): string {
  const value = answer?.body[name]
  if (typeof value !== 'string') throw new Error(`there is no ${name} in the answer`)
  return value
}

export function quoteRequest(demo: DemoFile): JsonObject {
  const product = demo.products['cyber']
  if (product === undefined) throw new Error('the demo has a cyber product')
  return {
    item_id: product.item_id,
    subscription_plan_id: product.subscription_plan_id,
    integration_id: product.integration_id,
    data: product.quote,
  }
}

export function paymentRequest(
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
