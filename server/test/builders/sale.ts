import type { InjectOptions, Response } from 'light-my-request'
import type { JsonObject } from '../../src/kernel/index.ts'
import type { TestPlatform } from '../support/platform.ts'

/** Speaks to the platform as a distributor's software would: over HTTP, with a key. */
export interface Seller {
  quote(changes?: QuoteChanges): Promise<Response>
  offer(token: string, changes?: JsonObject): Promise<Response>
  pay(offer: OfferCreated, changes?: JsonObject): Promise<Response>
  get(path: string, headers?: Record<string, string>): Promise<Response>
  post(path: string, body: JsonObject, headers?: Record<string, string>): Promise<Response>
  /** Changes a policy: nothing but what is said here. */
  endorse(policyId: string, version: string, request: JsonObject): Promise<Response>
  cancel(policyId: string, version: string, changes?: JsonObject): Promise<Response>
  moveEnd(policyId: string, version: string, request: JsonObject): Promise<Response>
  adjust(policyId: string, version: string, request: JsonObject): Promise<Response>
  withdraw(policyId: string, version: string, request?: JsonObject): Promise<Response>
  reinstate(policyId: string, version: string, request?: JsonObject): Promise<Response>
  /** What a policy transaction would come to. */
  preview(policyId: string, version: string, request: JsonObject): Promise<Response>
  /** What cancelling would give back. */
  previewCancellation(policyId: string, version: string, changes?: JsonObject): Promise<Response>
}

export interface QuoteChanges {
  /** Changes to the customer's answers. */
  readonly data?: JsonObject
  /** Changes to the request body itself. */
  readonly body?: JsonObject
}

export interface OfferCreated {
  readonly id: string
  readonly payment_token: string
}

/** The address of its documents, which the answer has besides. */
export function offerAssets(offer: OfferCreated): string {
  const { _links: links } = offer as OfferCreated & {
    _links: { assets: { offer: { href: string } } }
  } // Every created offer has them.
  return links.assets.offer.href
}

export const quoteMedia = 'application/vnd.bindery.v3+json'
export const offerMedia = 'application/vnd.bindery.v2+json'

/** A seller with the first distributor's secret test key, of the cyber product, unless the options say otherwise. */
export function sellerOn(
  platform: TestPlatform,
  options: {
    readonly secretKey?: string
    readonly publicKey?: string
    readonly product?: string
    /** The origin of the web page that the requests come from. */
    readonly origin?: string
    /** The test clock that it sells on. */
    readonly clock?: string
  } = {},
): Seller {
  const { demo } = platform
  const product = demo.products[options.product ?? 'cyber']
  if (product === undefined) throw new Error(`there is no example product ${options.product}`)
  const secretKey =
    options.secretKey ?? (options.publicKey === undefined ? demo.keys.test.secret : undefined)
  const keyHeader = secretKey === undefined ? {} : { authorization: `Bearer ${secretKey}` }
  const fromPage = options.origin === undefined ? {} : { origin: options.origin }
  const onClock: Record<string, string> =
    options.clock === undefined ? {} : { 'test-clock': options.clock }
  const withKey = (path: string) => {
    if (options.publicKey === undefined) return path
    return `${path}${path.includes('?') ? '&' : '?'}key=${options.publicKey}`
  }
  const send = (request: InjectOptions & { url: string }) =>
    platform.app.inject({
      ...request,
      url: withKey(request.url),
      headers: { ...keyHeader, ...fromPage, ...request.headers },
    })
  const post = (path: string, body: JsonObject, headers: Record<string, string> = {}) =>
    send({ method: 'POST', url: path, payload: body, headers })

  return {
    post,
    get: (path, headers = {}) => send({ method: 'GET', url: path, headers }),
    quote: ({ data = {}, body = {} } = {}) =>
      post(
        '/quotes',
        {
          item_id: product.item_id,
          subscription_plan_id: product.subscription_plan_id,
          integration_id: product.integration_id,
          data: { ...product.quote, ...data },
          ...body,
        },
        { accept: quoteMedia, ...onClock },
      ),
    offer: (token, changes = {}) =>
      post(
        '/policies',
        { ...product.policy, quote_token: token, ...changes },
        { accept: offerMedia, ...onClock },
      ),
    pay: (offer, changes = {}) =>
      post('/payments', {
        token: offer.payment_token,
        policy_id: offer.id,
        provider: 'invoice',
        method: 'invoice',
        ...changes,
      }),
    preview: (policyId, version, request) =>
      post(`/policies/${policyId}/previews`, request, { 'if-match': version }),
    previewCancellation: (policyId, version, changes = {}) =>
      post(
        `/policies/${policyId}/previews`,
        { cancellation: { termination_date: '2027-12-31', ...changes } },
        { 'if-match': version },
      ),
    moveEnd: (policyId, version, request) =>
      post(`/policies/${policyId}/move-end`, request, { 'if-match': version }),
    adjust: (policyId, version, request) =>
      post(`/policies/${policyId}/adjust`, request, { 'if-match': version }),
    withdraw: (policyId, version, request = {}) =>
      post(`/policies/${policyId}/withdraw`, request, { 'if-match': version }),
    reinstate: (policyId, version, request = {}) =>
      post(`/policies/${policyId}/reactivate`, request, { 'if-match': version }),
    endorse: (policyId, version, request) =>
      send({
        method: 'PATCH',
        url: `/policies/${policyId}`,
        payload: request,
        headers: { 'if-match': version },
      }),
    cancel: (policyId, version, changes = {}) =>
      post(
        `/policies/${policyId}/cancel`,
        { cancellation_reason: 'The customer moved.', termination_date: '2027-12-31', ...changes },
        { 'if-match': version },
      ),
  }
}

/** An offer, made the ordinary way. */
export async function madeOffer(
  seller: Seller,
  changes: { readonly quote?: QuoteChanges; readonly offer?: JsonObject } = {},
): Promise<OfferCreated> {
  const quote = await seller.quote(changes.quote)
  if (quote.statusCode !== 200) throw new Error(`no quote: ${quote.body}`)
  const offer = await seller.offer(quote.json<{ token: string }>().token, changes.offer)
  if (offer.statusCode !== 200) throw new Error(`no offer: ${offer.body}`)
  return offer.json<OfferCreated>()
}

/** A paid policy, with the version that a cancellation must name. */
export async function soldPolicy(
  seller: Seller,
  changes: Parameters<typeof madeOffer>[1] & {
    /** Changes to the payment. */
    readonly payment?: JsonObject
  } = {},
): Promise<OfferCreated & { readonly version_id: string; readonly payment_id: string }> {
  const offer = await madeOffer(seller, changes)
  const payment = await seller.pay(offer, changes.payment)
  if (payment.statusCode !== 200) throw new Error(`no payment: ${payment.body}`)
  const policy = await seller.get(`/policies/${offer.id}`)
  return {
    ...offer,
    version_id: policy.json<{ version_id: string }>().version_id,
    payment_id: payment.json<{ id: string }>().id,
  }
}
