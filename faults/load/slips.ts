import type { DemoFile, DemoProduct } from '@bindery/server/src/demo/demo-file.ts'
import type { Answer } from './client.ts'
import { type Slip, newKey, textOf } from './counter.ts'

/** Somebody who sells: its key and the integration that it sells through. */
export interface Distributor {
  readonly secret: string
  readonly product: DemoProduct
  readonly integrationId: string
  /** How its customers pay; null as the product has it first. */
  readonly planId: string | null
}

export interface Offer {
  readonly id: string
  readonly paymentToken: string
}

/** By invoice, or by card with this outcome. */
export type Means = 'invoice' | 'ok' | 'failed' | 'pending' | 'timeout' | 'unreached'
/** What becomes of a refund to the card, should there be one. */
export type CardRefund = 'ok' | 'pending' | 'timeout'

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })
const on = (clock: string | null): Record<string, string> =>
  clock === null ? {} : { 'test-clock': clock }
const media = (version: number) => ({ accept: `application/vnd.bindery.v${version}+json` })

/**
 * What is requested carries its key along where it can, so that the portfolio itself shows how often a
 * request was carried out.
 */
export function quoteSlip(distributor: Distributor, clock: string | null = null): Slip {
  const { product, secret, integrationId, planId } = distributor
  const key = newKey()
  return {
    key,
    call: 'quote',
    policyId: null,
    path: '/quotes',
    headers: { ...bearer(secret), ...media(3), ...on(clock) },
    body: {
      item_id: product.item_id,
      subscription_plan_id: planId ?? product.subscription_plan_id,
      integration_id: integrationId,
      data: { ...product.quote, request_key: key },
    },
    made: (answer) => ({ id: textOf(answer, 'token'), promised: {} }),
  }
}

export function offerSlip(
  { product, secret }: Distributor,
  quoteToken: string,
  clock: string | null = null,
): Slip {
  const key = newKey()
  return {
    key,
    call: 'offer',
    policyId: null,
    path: '/policies',
    headers: { ...bearer(secret), ...media(2), ...on(clock) },
    body: { ...product.policy, quote_token: quoteToken, metadata: { request_key: key } },
    made: (answer) => ({
      id: textOf(answer, 'id'),
      promised: { payment_token: textOf(answer, 'payment_token') },
    }),
  }
}

export function paymentSlip(
  { secret }: Distributor,
  offer: Offer,
  means: Means,
  refund: CardRefund = 'ok',
  mandate = 'ok',
): Slip {
  const byInvoice = means === 'invoice'
  return {
    key: newKey(),
    call: 'payment',
    policyId: offer.id,
    path: '/payments',
    headers: { ...bearer(secret), ...media(2) },
    body: {
      token: offer.paymentToken,
      policy_id: offer.id,
      provider: byInvoice ? 'invoice' : 'sandbox',
      method: byInvoice ? 'invoice' : 'card',
      ...(byInvoice ? {} : { sandbox: { outcome: means, refund, mandate } }),
    },
    made: (answer) => ({
      id: textOf(answer, 'id'),
      promised: { status: textOf(answer, 'status'), means },
    }),
  }
}

/** By a card at Stripe; null where the customer fills in the form of the page. */
export function stripeSlip({ secret }: Distributor, offer: Offer, card: string | null): Slip {
  return {
    key: newKey(),
    call: 'payment',
    policyId: offer.id,
    path: '/payments',
    headers: { ...bearer(secret), ...media(2) },
    body: {
      token: offer.paymentToken,
      policy_id: offer.id,
      provider: 'stripe',
      method: 'card',
      ...(card !== null && { provider_options: { stripe: { payment_method: card } } }),
    },
    made: (answer) => ({
      id: textOf(answer, 'id'),
      promised: { status: textOf(answer, 'status') },
    }),
  }
}

export function cancellationSlip(
  { secret }: Distributor,
  policyId: string,
  versionId: string,
  terminationDate: string,
): Slip {
  const key = newKey()
  return {
    key,
    call: 'cancellation',
    policyId,
    path: `/policies/${policyId}/cancel`,
    headers: { ...bearer(secret), ...media(2), 'if-match': versionId },
    body: { cancellation_reason: key, termination_date: terminationDate },
    made: (answer) => {
      const path = statusPath(answer)
      return { id: path.split('/').at(-2) ?? '', promised: { status_path: path } }
    },
  }
}

export function clockSlip({ secret }: Distributor, at: Temporal.Instant): Slip {
  return {
    key: newKey(),
    call: 'clock',
    policyId: null,
    path: '/manage/clocks',
    headers: bearer(secret),
    body: { at: at.toString() },
    made: (answer) => ({ id: textOf(answer, 'id'), promised: {} }),
  }
}

export function advanceSlip({ secret }: Distributor, clock: string, to: Temporal.Instant): Slip {
  return {
    key: newKey(),
    call: 'advance',
    policyId: null,
    path: `/manage/clocks/${clock}/advance`,
    headers: bearer(secret),
    body: { to: to.toString() },
    made: () => ({ id: clock, promised: { to: to.toString() } }),
  }
}

export function keySlip(demo: DemoFile): Slip {
  const key = newKey()
  return {
    key,
    call: 'key',
    policyId: null,
    path: '/manage/keys',
    headers: bearer(demo.insurer.test.secret),
    body: { kind: 'secret', livemode: false, name: key },
    made: (answer) => ({ id: textOf(answer, 'id'), promised: {} }),
  }
}

function statusPath(answer: Answer): string {
  const { status } = answer.body['_links'] as { readonly status: { readonly href: string } } // As documented.
  return new URL(status.href).pathname
}
