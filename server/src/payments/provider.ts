import type { JsonObject } from '../kernel/index.ts'
import type { Payment, Refund } from './payment.ts'

/** What a provider says of a charge or a refund. `pending` means: ask again, or wait for its callback. */
export type ProviderAnswer =
  | { readonly status: 'ok'; readonly chargeId: string | null; readonly reference: string | null }
  | { readonly status: 'pending'; readonly reference: string | null }
  | { readonly status: 'failed'; readonly errorCode: string; readonly reason: string }

/** A callback whose signature held. */
export interface ProviderCallback {
  readonly paymentId: string
  readonly answer: ProviderAnswer
}

/** A way to be paid. One that answers at once needs no network and settles in our own transaction. */
export interface PaymentProvider {
  readonly name: string
  readonly testModeOnly: boolean
  readonly settlesAtOnce: boolean
  /** Takes the money. Called with no transaction open; must give up when the signal says so. */
  charge(payment: Payment, options: JsonObject, signal: AbortSignal): Promise<ProviderAnswer>
  /** What became of a charge that was left in doubt. */
  find(payment: Payment, signal: AbortSignal): Promise<ProviderAnswer>
  refund(refund: Refund, payment: Payment, signal: AbortSignal): Promise<ProviderAnswer>
  /** Reads a callback, or null when it is not signed by the provider. Absent where there are none. */
  readCallback?(
    headers: CallbackHeaders,
    rawBody: string,
    now: Temporal.Instant,
  ): ProviderCallback | null
}

/** Header values by lower-case name. */
export type CallbackHeaders = Readonly<Record<string, string | string[] | undefined>>

export type Providers = ReadonlyMap<string, PaymentProvider>
