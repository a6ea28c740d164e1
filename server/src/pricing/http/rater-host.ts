import { errors, Pool } from 'undici'
import { PrivateAddressError, type Resolver, checkedLookup } from '../../outside/index.ts'
import {
  afterFailure,
  afterSuccess,
  beforeRequest,
  type CircuitBreaker,
  closedBreaker,
} from './circuit-breaker.ts'

export interface RaterRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly deadlineMs: number
}

/** What a rater answered, or why there is no answer. */
export type RaterResponse =
  | { readonly ok: true; readonly status: number; readonly body: string }
  | { readonly ok: false; readonly reason: string }

export const responseBytesMax = 262_144
const connectionsMax = 32
/** Requests to one host under way or waiting; more would only wait for their deadline. */
const requestsMax = 512
const headerBytesMax = 16_384
const connectMsMax = 5_000

/** One host that is asked for prices: its connections, and whether it seems to be there. */
export class RaterHost {
  readonly #pool: Pool
  readonly #nowMs: () => number
  #breaker: CircuitBreaker = closedBreaker
  #requests = 0

  constructor(
    origin: string,
    options: {
      readonly allowsPrivate: boolean
      readonly resolve: Resolver
      readonly nowMs: () => number
    },
  ) {
    this.#nowMs = options.nowMs
    this.#pool = new Pool(origin, {
      connections: connectionsMax,
      maxResponseSize: responseBytesMax,
      maxHeaderSize: headerBytesMax,
      connect: {
        lookup: checkedLookup(options.resolve, options.allowsPrivate),
        timeout: connectMsMax,
      },
    })
  }

  async ask(request: RaterRequest): Promise<RaterResponse> {
    if (this.#requests >= requestsMax)
      return failure(`has ${requestsMax} requests to answer already`)
    const { mayGo, next } = beforeRequest(this.#breaker, this.#nowMs())
    this.#breaker = next
    if (!mayGo) return failure('has failed too often and is left alone for a while')
    this.#requests += 1
    try {
      const response = await this.#send(request)
      this.#breaker = isHealthy(response)
        ? afterSuccess()
        : afterFailure(this.#breaker, this.#nowMs())
      return response
    } finally {
      this.#requests -= 1
    }
  }

  close(): Promise<void> {
    return this.#pool.destroy()
  }

  /** The deadline holds by itself: a request that is still connecting does not heed its signal. */
  async #send(request: RaterRequest): Promise<RaterResponse> {
    const abort = new AbortController()
    const deadline = Promise.withResolvers<RaterResponse>()
    const timer = setTimeout(() => {
      abort.abort()
      deadline.resolve(failure(`did not answer within ${request.deadlineMs} ms`))
    }, request.deadlineMs)
    try {
      return await Promise.race([deadline.promise, this.#tryTwice(request, abort.signal)])
    } finally {
      clearTimeout(timer)
    }
  }

  /** A price has no effects, so a connection that was closed meanwhile is no reason to give up. */
  async #tryTwice(request: RaterRequest, signal: AbortSignal): Promise<RaterResponse> {
    const first = await this.#sendOnce(request, signal)
    if (first.ok || !first.isWorthRetrying || signal.aborted) return first
    return this.#sendOnce(request, signal)
  }

  async #sendOnce(
    { path, headers, body }: RaterRequest,
    signal: AbortSignal,
  ): Promise<RaterResponse & { isWorthRetrying?: boolean }> {
    try {
      const response = await this.#pool.request({
        method: 'POST',
        path,
        headers,
        body,
        signal,
        headersTimeout: 0,
        bodyTimeout: 0,
      })
      return { ok: true, status: response.statusCode, body: await response.body.text() }
    } catch (error) {
      return { ...failure(reasonOf(error)), isWorthRetrying: isClosedConnection(error) }
    }
  }
}

function failure(reason: string): { ok: false; reason: string } {
  return { ok: false, reason }
}

/** A rater that answers, whatever it answers, is there; one that is overwhelmed needs rest. */
function isHealthy(response: RaterResponse): boolean {
  return response.ok && response.status < 500 && response.status !== 429
}

function isClosedConnection(error: unknown): boolean {
  return error instanceof errors.SocketError || codeOf(error) === 'ECONNRESET'
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** In words that say nothing of the customer. */
function reasonOf(error: unknown): string {
  if (error instanceof errors.ResponseExceededMaxSizeError) {
    return `answered more than ${responseBytesMax} bytes`
  }
  if (error instanceof errors.HeadersOverflowError) return 'answered with endless headers'
  if (error instanceof PrivateAddressError) {
    return 'leads to a private address, which PRICING_HTTP_PRIVATE does not allow'
  }
  const code = codeOf(error)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'has no address'
  if (code === 'ECONNREFUSED') return 'refused the connection'
  if (isClosedConnection(error)) return 'closed the connection without an answer'
  return `cannot be asked (${code === '' ? 'unknown error' : code})`
}
