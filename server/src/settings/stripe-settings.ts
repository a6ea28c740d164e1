/** How Stripe is reached. */
export interface StripeSettings {
  /** How long one request may take. What it did is not known then: Stripe is asked about it later. */
  readonly timeoutMs: number
  /** Another address, in tests. */
  readonly address?: {
    readonly protocol: 'http' | 'https'
    readonly host: string
    readonly port: number
  }
}

export const stripeTimeoutSecondsDefault = 8
