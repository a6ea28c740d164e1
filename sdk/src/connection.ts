import type { RetryPolicy } from './retry.ts'

const retriesDefault = 4
const retryDelayMsDefault = 200
const timeoutMsDefault = 30_000
const vendorDefault = 'bindery'

export interface ClientOptions {
  /** The address of the server, for example `https://insurance.example.com`. */
  readonly baseUrl: string
  /** The address of the Data API, if it differs. */
  readonly dataUrl?: string
  /**
   * `sk_...`: reads and cancels policies, and manages. Or `ut_...`, the personal token of somebody who
   * may. Keep both out of browsers.
   */
  readonly secretKey?: string
  /** `pk_...`: sells. It is sent only where there is no secret key. */
  readonly publicKey?: string
  /** Gives access to the locked datasets of your account. */
  readonly accessToken?: string
  /** The name in the media types; the server accepts any. */
  readonly vendor?: string
  readonly fetch?: typeof fetch
  /** The maximum number of retries of a safe request; 0 for none. */
  readonly retries?: number
  /** The longest wait before the first retry. */
  readonly retryDelayMs?: number
  /** How long one attempt may take. */
  readonly timeoutMs?: number
}

/** The options with their defaults filled in. */
export interface Connection {
  readonly baseUrl: string
  readonly dataUrl: string
  readonly secretKey: string | null
  readonly publicKey: string | null
  readonly accessToken: string | null
  readonly vendor: string
  readonly fetch: typeof fetch
  readonly retryPolicy: RetryPolicy
  readonly timeoutMs: number
}

export function openConnection(options: ClientOptions): Connection {
  return {
    baseUrl: address('baseUrl', options.baseUrl),
    dataUrl: address('dataUrl', options.dataUrl ?? options.baseUrl),
    secretKey: options.secretKey ?? null,
    publicKey: options.publicKey ?? null,
    accessToken: options.accessToken ?? null,
    vendor: options.vendor ?? vendorDefault,
    // Browsers refuse a fetch that is called as a member of another object.
    fetch: options.fetch ?? ((...request) => fetch(...request)),
    retryPolicy: {
      retriesMax: options.retries ?? retriesDefault,
      delayMs: options.retryDelayMs ?? retryDelayMsDefault,
    },
    timeoutMs: options.timeoutMs ?? timeoutMsDefault,
  }
}

function address(option: string, text: string): string {
  if (!URL.canParse(text)) {
    throw new Error(`${option} must be an absolute address such as http://127.0.0.1:8080`)
  }
  return text.replace(/\/+$/, '')
}
