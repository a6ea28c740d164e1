import { addressRefusal } from './address-refusal.ts'
import { openDnsResolver } from './dns-resolver.ts'
import { OutsideHost, type OutsideHostOptions } from './outside-host.ts'
import { systemResolver } from './private-address.ts'

export interface OutsideFetchOptions extends Omit<
  OutsideHostOptions,
  'connectionsMax' | 'resolve'
> {
  /** Replaces DNS in tests. */
  readonly resolve?: OutsideHostOptions['resolve']
  readonly deadlineMs: number
}

/** Why an external server was not asked, or did not answer. */
export class OutsideFailure extends Error {
  constructor(host: string, reason: string) {
    super(`${host} ${reason}`)
    this.name = 'OutsideFailure'
  }
}

const nameServers = openDnsResolver()

/**
 * A `fetch` for libraries that take one, with the limits of `OutsideHost`: it checks each address,
 * follows no redirect, and ends by the deadline. Each request has a connection of its own.
 */
export function outsideFetch(options: OutsideFetchOptions) {
  const { allowsPrivate, privateSetting, deadlineMs } = options
  // Names of a private network are known to the system's resolver only.
  const resolve = options.resolve ?? (allowsPrivate ? systemResolver : nameServers)

  return async (
    address: string,
    request: {
      readonly method?: string
      readonly headers: Record<string, string>
      readonly body?: unknown
    },
  ): Promise<Response> => {
    const url = new URL(address)
    const refusal = addressRefusal(url, { allowsPrivate, privateSetting })
    if (refusal !== null) throw new OutsideFailure(url.host, `may not be asked: ${refusal.message}`)
    const host = new OutsideHost(url.origin, { ...options, resolve, connectionsMax: 1 })
    try {
      const answer = await host.send({
        path: url.pathname + url.search,
        headers: request.headers,
        body: request.method === 'POST' ? textOf(request.body) : null,
        deadlineMs,
      })
      if (!answer.ok) throw new OutsideFailure(url.host, answer.reason)
      return responseOf(answer)
    } finally {
      await host.close()
    }
  }
}

function textOf(body: unknown): string {
  if (body === undefined || body === null) return ''
  if (typeof body === 'string') return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new Error('a body is a text or a form')
}

const withoutBody: readonly number[] = [204, 205, 304]

function responseOf(answer: {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}): Response {
  const headers = new Headers()
  for (const [name, values] of Object.entries(answer.headers)) {
    for (const value of [values ?? []].flat()) headers.append(name, value)
  }
  const body = withoutBody.includes(answer.status) ? null : answer.body
  return new Response(body, { status: answer.status, headers })
}
