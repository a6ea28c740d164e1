import type {
  Assets,
  CreateOffer,
  CreatePayment,
  CreateQuote,
  CreatedOffer,
  CreatedPayment,
  DatasetEntry,
  Form,
  Policy,
  Quote,
} from '@bindery/sdk/generated'
import { type Request, ask } from './ask.ts'

/** The requests of a page to the server, with only a public key. */
export interface Server {
  form(options: { readonly isFresh: boolean }): Promise<Form>
  quote(body: CreateQuote, language: string, signal: AbortSignal): Promise<Quote>
  offer(body: CreateOffer, idempotencyKey: string): Promise<CreatedOffer>
  pay(body: CreatePayment, idempotencyKey: string): Promise<CreatedPayment>
  /** Gives up a payment that is pending, so that another way can be chosen. */
  voidPayment(id: string, token: string): Promise<CreatedPayment>
  /** A payment that one has the token of. */
  payment(id: string, token: string): Promise<CreatedPayment>
  /** The part of a sale that a public key may read. */
  policyStatus(id: string): Promise<Pick<Policy, 'id' | 'status'>>
  /** The documents of an asset link, whose token gives access. Sent to the same server as all requests. */
  assets(href: string): Promise<Assets>
  /** Where a file of the product is, asked for where all else is; a logo may be elsewhere. */
  fileAt(href: string): string
  /** Anything else, with the key: for pieces that are loaded when they are needed. */
  ask<Answer>(path: string, request: Request): Promise<Answer>
  datasetItems(search: DatasetSearch, signal: AbortSignal): Promise<readonly DatasetEntry[]>
}

export interface DatasetSearch {
  readonly datasetId: string
  readonly fields: readonly string[]
  readonly text: string
  readonly language: string
}

const itemsMax = 8

/** The integration that sells, and its public key. */
export interface ServerSettings {
  readonly key: string
  readonly integration: string
  /** A certain version of the product, for test keys: a draft that is looked at. */
  readonly version: string | null
}

export function openServer(base: URL, { key, integration, version }: ServerSettings): Server {
  // A draft is shown as it is, integration and all.
  const draft: Record<string, string> =
    version === null ? {} : { product_version_id: version, live_integration: 'false' }
  const at = (path: string, query: Record<string, string> = { key }) => {
    const url = new URL(path, base)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url
  }
  return {
    form: ({ isFresh }) =>
      ask(at(`integrations/${encodeURIComponent(integration)}/form`, { key, ...draft }), {
        cache: isFresh ? 'no-cache' : 'default',
      }),
    quote: (body, language, signal) =>
      ask(at('quotes'), {
        method: 'POST',
        version: 3,
        body: { ...body, ...draft },
        language,
        signal,
      }),
    offer: (body, idempotencyKey) =>
      ask(at('policies'), { method: 'POST', version: 2, body, idempotencyKey }),
    pay: (body, idempotencyKey) =>
      ask(at('payments'), { method: 'POST', version: 2, body, idempotencyKey }),
    voidPayment: (id, token) =>
      ask(at(`payments/${encodeURIComponent(id)}/void`), {
        method: 'POST',
        version: 2,
        body: { token },
      }),
    payment: (id, token) =>
      ask(at(`payments/${encodeURIComponent(id)}`), {
        version: 2,
        headers: { 'payment-token': token },
      }),
    policyStatus: (id) => ask(at(`policies/${encodeURIComponent(id)}`), { version: 2 }),
    assets: (href) => ask(new URL(href.slice(href.indexOf('/policies/') + 1), base), {}),
    fileAt(href) {
      const at = href.indexOf('/checkout/product-files/')
      return at < 0 ? href : new URL(href.slice(at + 1), base).href
    },
    ask: (path, request) => ask(at(path), request),
    datasetItems: ({ datasetId, fields, text, language }, signal) =>
      ask(
        at(`datasets/${datasetId}/dataset_items`, {
          language,
          fields: JSON.stringify(fields),
          limit: String(itemsMax),
          query: JSON.stringify([{ field: fields[0], search: `%${text.replaceAll('%', '')}%` }]),
        }),
        { signal },
      ),
  }
}
