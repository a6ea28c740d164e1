/** How Stripe is reached. */
export interface StripeSettings {
  /** How long one request may take. What it did is not known then: Stripe is asked about it later. */
  readonly timeoutMs: number
  /** As the package has it by default; a stand-in has another. */
  readonly address?: StripeAddress | undefined
}

export interface StripeAddress {
  readonly protocol: 'http' | 'https'
  readonly host: string
  readonly port: number
}

export const stripeAddressDefault = 'https://api.stripe.com'

export const stripeTimeoutSecondsDefault = 8

/** An http or https address in the parts that the package asks for. */
export function readStripeAddress(address: string): StripeAddress | undefined {
  const url = URL.parse(address)
  if (url === null || address === stripeAddressDefault) return undefined
  const protocol = url.protocol === 'http:' ? 'http' : 'https'
  const portDefault = protocol === 'http' ? 80 : 443
  return { protocol, host: url.hostname, port: url.port === '' ? portDefault : Number(url.port) }
}
