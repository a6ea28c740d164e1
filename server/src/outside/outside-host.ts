import type { Dispatcher, Pool } from 'undici'
import type { GivenHeaders } from './signatures.ts'
import { PrivateAddressError, type Resolver, checkedLookup } from './private-address.ts'

export interface OutsideRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Null for a request that only reads. */
  readonly body: string | null
  readonly deadlineMs: number
}

/** The answer of an external server, or the reason why there is none. */
export type OutsideAnswer =
  | {
      readonly ok: true
      readonly status: number
      readonly headers: GivenHeaders
      readonly body: string
    }
  | { readonly ok: false; readonly reason: string }

export interface OutsideHostOptions {
  /** True where addresses of the operator's own network may be connected to. */
  readonly allowsPrivate: boolean
  /** The setting by which the operator allows them, named in the reason. */
  readonly privateSetting: string
  readonly resolve: Resolver
  readonly connectionsMax: number
  readonly responseBytesMax: number
}

const headerBytesMax = 16_384
const connectMsMax = 5_000

/**
 * Sends requests to an external server. Whatever that does, there is an answer or a reason by the deadline:
 * it may hang, drip, never end, redirect (an answer like any other) or resolve to a private
 * address.
 */
export class OutsideHost {
  readonly #origin: string
  readonly #options: OutsideHostOptions
  #opening: Promise<Pool> | null = null

  constructor(origin: string, options: OutsideHostOptions) {
    this.#origin = origin
    this.#options = options
  }

  /** Opened on first use: most processes never call an external server. */
  #pool(): Promise<Pool> {
    return (this.#opening ??= this.#open())
  }

  async #open(): Promise<Pool> {
    const options = this.#options
    const { Pool } = await import('undici')
    return new Pool(this.#origin, {
      connections: options.connectionsMax,
      maxResponseSize: options.responseBytesMax,
      maxHeaderSize: headerBytesMax,
      connect: {
        lookup: checkedLookup(options.resolve, options.allowsPrivate),
        timeout: connectMsMax,
      },
    })
  }

  /** The deadline holds by itself: a request that is still connecting cannot be given up. */
  async send(request: OutsideRequest): Promise<OutsideAnswer> {
    const attempt = new Attempt()
    const deadline = Promise.withResolvers<OutsideAnswer>()
    const timer = setTimeout(() => {
      attempt.giveUp()
      deadline.resolve(failure(`did not answer within ${request.deadlineMs} ms`))
    }, request.deadlineMs)
    try {
      return await Promise.race([deadline.promise, this.#tryTwice(request, attempt)])
    } finally {
      clearTimeout(timer)
    }
  }

  async close(): Promise<void> {
    const pool = await this.#opening
    await pool?.destroy()
  }

  /**
   * A kept connection may be closed in the moment in which it is used again. The receivers accept
   * the same request twice: a price has no effects, and a message has an id.
   */
  async #tryTwice(request: OutsideRequest, attempt: Attempt): Promise<OutsideAnswer> {
    const first = await this.#sendOnce(request, attempt)
    if (first.ok || !first.isWorthRetrying || attempt.isGivenUp) return first
    return this.#sendOnce(request, attempt)
  }

  /** Without a stream for the answer, which would cost more than all the rest. */
  async #sendOnce(
    { path, headers, body }: OutsideRequest,
    attempt: Attempt,
  ): Promise<OutsideAnswer & { isWorthRetrying?: boolean }> {
    const { promise, resolve } = Promise.withResolvers<
      OutsideAnswer & { isWorthRetrying?: boolean }
    >()
    let begun: { status: number; headers: GivenHeaders } | null = null
    const chunks: Buffer[] = []
    const method = body === null ? 'GET' : 'POST'
    const pool = await this.#pool()
    pool.dispatch(
      { method, path, headers, body, headersTimeout: 0, bodyTimeout: 0 },
      {
        onRequestStart: (controller) => attempt.begin(controller),
        onResponseStart: (_, status, answered) => {
          if (status >= 200) begun = { status, headers: answered } // Below 200 are informational responses.
        },
        onResponseData: (_, chunk) => void chunks.push(chunk),
        onResponseEnd: () => {
          if (begun !== null) resolve({ ok: true, ...begun, body: textOf(chunks) })
        },
        onResponseError: (_, error) => {
          const hasBegun = begun !== null
          const isWorthRetrying = !hasBegun && isClosedConnection(error)
          resolve({ ...failure(this.#reasonOf(error, hasBegun)), isWorthRetrying })
        },
      },
    )
    return promise
  }

  /** The reason, without any content of the request. */
  #reasonOf(error: unknown, hasBegun: boolean): string {
    const { responseBytesMax, privateSetting } = this.#options
    if (codeOf(error) === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
      return `answered more than ${responseBytesMax} bytes`
    }
    if (codeOf(error) === 'UND_ERR_HEADERS_OVERFLOW') return 'answered with too large headers'
    if (error instanceof PrivateAddressError) {
      return `leads to a private address, which ${privateSetting} does not allow`
    }
    const code = codeOf(error)
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'has no address'
    if (code === 'ECONNREFUSED') return 'refused the connection'
    if (isClosedConnection(error)) {
      return hasBegun
        ? 'closed the connection before its answer had ended'
        : 'closed the connection without an answer'
    }
    return `cannot be reached (${code === '' ? 'unknown error' : code})`
  }
}

/** A request under way, until it is aborted. */
class Attempt {
  #controller: Dispatcher.DispatchController | null = null
  #isGivenUp = false

  get isGivenUp(): boolean {
    return this.#isGivenUp
  }

  begin(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#isGivenUp) controller.abort(new Error('given up'))
  }

  giveUp(): void {
    this.#isGivenUp = true
    this.#controller?.abort(new Error('given up'))
  }
}

const decoder = new TextDecoder()

function textOf(chunks: readonly Buffer[]): string {
  return chunks.length === 0 ? '' : decoder.decode(Buffer.concat(chunks))
}

function failure(reason: string): { ok: false; reason: string } {
  return { ok: false, reason }
}

function isClosedConnection(error: unknown): boolean {
  return ['UND_ERR_SOCKET', 'ECONNRESET'].includes(codeOf(error))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
