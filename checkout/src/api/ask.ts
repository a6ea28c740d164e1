import type { Error as ErrorBody, ErrorCode, FieldError } from '@bindery/sdk/generated'
import { means } from './codes.ts'

/** How long the customer waits for one try before it counts as lost. */
const timeoutMs = 20_000

/** The server was reached and said no. */
export class Refused extends Error {
  /** Why; null where the server says nothing, so as to reveal nothing. */
  readonly code: ErrorCode | null
  readonly errors: readonly FieldError[]

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.message ?? body.status ?? String(status))
    this.code = body.code ?? null
    this.errors = body.errors ?? []
  }
}

/** It is unknown whether the server received the request: it may be sent again. */
export class Unreached extends Error {
  /** Something answered, so the network is there: the server, or what stands before it, cannot now. */
  readonly isAnswered: boolean

  constructor(isAnswered: boolean, options: ErrorOptions = {}) {
    super(isAnswered ? 'the server cannot answer now' : 'there is no connection', options)
    this.isAnswered = isAnswered
  }
}

export interface Request {
  readonly method?: 'GET' | 'POST' | 'PATCH'
  readonly body?: unknown
  /** The version of the API that the call wants. */
  readonly version?: number
  readonly language?: string
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  readonly cache?: RequestCache
  readonly headers?: Readonly<Record<string, string>>
}

/** One request, as JSON. */
export async function ask<Answer>(url: URL, request: Request): Promise<Answer> {
  const { version, body, language, idempotencyKey, signal } = request
  const timeout = AbortSignal.timeout(timeoutMs)
  let response: Response
  let text: string
  try {
    response = await fetch(url, {
      method: request.method ?? 'GET',
      headers: {
        accept:
          version === undefined ? 'application/json' : `application/vnd.bindery.v${version}+json`,
        ...request.headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(language !== undefined && { 'accept-language': language }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: request.cache ?? 'default',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    })
    text = await response.text()
  } catch (error) {
    if (signal?.aborted === true) throw error
    throw new Unreached(false, { cause: error })
  }
  const answer = readJson(text)
  // What a proxy says while the server is away is not JSON.
  if (answer === undefined) throw new Unreached(true)
  if (response.ok) return answer as Answer // As the document of the API says.
  const refused = new Refused(response.status, answer as Partial<ErrorBody>)
  if (response.status >= 500 && !means('unpriceable', refused.code)) throw new Unreached(true)
  throw refused
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
