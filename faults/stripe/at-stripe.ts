import type { FakeStripe } from '@bindery/server/test/builders/stripe/fake-stripe.ts'

/** With which the stand-in signs what it sends. */
export const webhookSecret = 'whsec_standinstandinstandin'

/** What Stripe remembers of it all. */
export interface AtStripe {
  readonly intents: readonly {
    readonly id: string
    readonly status: string
    readonly paymentId: string | null
  }[]
  readonly charges: readonly {
    readonly id: string
    readonly status: string
    readonly amount: number
    readonly intentId: string | null
    readonly paymentId: string | null
  }[]
  readonly refunds: readonly {
    readonly id: string
    readonly status: string | null
    readonly amount: number
    readonly refundId: string | null
  }[]
  /** How often it was asked anything. */
  readonly requests: number
  /** Events that the platform did not want, which nobody sends again. */
  readonly refusals: readonly string[]
}

/** All of it, when everything that it sent was wanted. */
export function shownBy({ account, asked }: FakeStripe): AtStripe {
  const { intents, charges, refunds } = account
  return {
    intents: [...intents.values()].map(({ id, status, metadata }) => ({
      id,
      status,
      paymentId: metadata['bindery_payment'] ?? null,
    })),
    charges: [...charges.values()].map(({ id, status, amount, metadata, payment_intent }) => ({
      id,
      status,
      amount,
      intentId: typeof payment_intent === 'string' ? payment_intent : null,
      paymentId: metadata['bindery_payment'] ?? null,
    })),
    refunds: [...refunds.values()].map(({ id, status, amount, metadata }) => ({
      id,
      status,
      amount,
      refundId: metadata?.['bindery_refund'] ?? null,
    })),
    requests: asked.length,
    refusals: [],
  }
}
