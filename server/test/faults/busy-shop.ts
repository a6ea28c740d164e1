import type { DemoFile } from '../../src/demo/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'

/** What the server said yes to: all of it must outlive the server. */
export interface Acknowledged {
  readonly quotes: string[]
  readonly offers: { readonly id: string; readonly payment_token: string }[]
  readonly payments: { readonly id: string; readonly policyId: string }[]
  readonly cancellations: { readonly policyId: string; readonly statusPath: string }[]
}

export interface BusyShop {
  readonly acknowledged: Acknowledged
  /** Answers that no client should ever get. */
  readonly undocumented: string[]
  /** Resolves once every customer has found the door closed. */
  readonly closed: Promise<void>
}

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

type Client = ReturnType<typeof clientOf>

const customers = 12
const possible = new Set([200, 202, 400, 422, 503])

/** Many customers buy, pay by two clicks at once and change their minds, until the server is gone. */
export function openShop(url: string, demo: DemoFile): BusyShop {
  const acknowledged: Acknowledged = { quotes: [], offers: [], payments: [], cancellations: [] }
  const undocumented: string[] = []
  const bare = clientOf(url, demo)
  const client: Client = async (...request) => {
    const answer = await bare(...request)
    if (answer !== null && !possible.has(answer.status)) undocumented.push(JSON.stringify(answer))
    return answer
  }
  const shopping = Array.from({ length: customers }, async (_, n) => {
    for (let round = n; await buy(client, demo, acknowledged, round); round++);
  })
  const closed = Promise.all(shopping).then(() => undefined)
  return { acknowledged, undocumented, closed }
}

/** One customer's way through the shop; false once the door is closed. */
async function buy(
  client: Client,
  demo: DemoFile,
  acknowledged: Acknowledged,
  round: number,
): Promise<boolean> {
  const quote = await client('/quotes', quoteOrder(demo))
  if (quote?.status !== 200) return false
  const token = textOf(quote, 'token')
  acknowledged.quotes.push(token)
  const offer = await client('/policies', { ...demo.products['cyber']?.policy, quote_token: token })
  if (offer?.status !== 200) return false
  const made = { id: textOf(offer, 'id'), payment_token: textOf(offer, 'payment_token') }
  acknowledged.offers.push(made)
  const order = paymentOrder(made, round % 2 === 0)
  const answers = await Promise.all([client('/payments', order), client('/payments', order)])
  for (const answer of answers) {
    // One that is still pending is settled by a job, this way or that.
    if (answer?.status !== 200 || answer.body['status'] !== 'ok') continue
    acknowledged.payments.push({ id: textOf(answer, 'id'), policyId: made.id })
  }
  if (round % 3 === 0) await cancel(client, acknowledged, made.id)
  return answers.every((answer) => answer !== null && answer.status !== 503)
}

async function cancel(client: Client, acknowledged: Acknowledged, policyId: string) {
  const policy = await client(`/policies/${policyId}`)
  if (policy?.status !== 200) return
  const answer = await client(
    `/policies/${policyId}/cancel`,
    { cancellation_reason: 'Changed my mind.', termination_date: '2999-01-01' },
    { 'if-match': textOf(policy, 'version_id') },
  )
  if (answer?.status !== 202) return
  const { status } = answer.body['_links'] as { status: { href: string } } // As documented.
  acknowledged.cancellations.push({ policyId, statusPath: new URL(status.href).pathname })
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
