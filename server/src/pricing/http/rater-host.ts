import {
  type OutsideAnswer,
  OutsideHost,
  type OutsideRequest,
  type Resolver,
} from '../../outside/index.ts'
import {
  afterFailure,
  afterSuccess,
  beforeRequest,
  type CircuitBreaker,
  closedBreaker,
} from './circuit-breaker.ts'

/** What a rater answered, or why there is no answer. */
export type RaterResponse = OutsideAnswer

export const responseBytesMax = 262_144
const connectionsMax = 32
/** Requests to one host under way or waiting; more would only wait for their deadline. */
const requestsMax = 512

/** One host that is asked for prices: its connections, and whether it seems to be there. */
export class RaterHost {
  readonly #host: OutsideHost
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
    const { allowsPrivate, resolve, nowMs } = options
    this.#nowMs = nowMs
    this.#host = new OutsideHost(origin, {
      allowsPrivate,
      privateSetting: 'PRICING_HTTP_PRIVATE',
      resolve,
      connectionsMax,
      responseBytesMax,
    })
  }

  async ask(request: OutsideRequest): Promise<RaterResponse> {
    if (this.#requests >= requestsMax)
      return failure(`has ${requestsMax} requests to answer already`)
    const { mayGo, next } = beforeRequest(this.#breaker, this.#nowMs())
    this.#breaker = next
    if (!mayGo) return failure('has failed too often and is left alone for a while')
    this.#requests += 1
    try {
      const response = await this.#host.send(request)
      this.#breaker = isHealthy(response)
        ? afterSuccess()
        : afterFailure(this.#breaker, this.#nowMs())
      return response
    } finally {
      this.#requests -= 1
    }
  }

  close(): Promise<void> {
    return this.#host.close()
  }
}

function failure(reason: string): RaterResponse {
  return { ok: false, reason }
}

/** A rater that answers, whatever it answers, is there; one that is overwhelmed needs rest. */
function isHealthy(response: RaterResponse): boolean {
  return response.ok && response.status < 500 && response.status !== 429
}
