import { BinderyError } from './bindery-error.ts'
import type { Connection } from './connection.ts'
import type { OperationRow } from './generated.ts'
import type { CallOptions } from './operation.ts'
import { type Sent, readAnswer } from './read-answer.ts'
import { readError } from './read-error.ts'
import { type Attempt, withRetries } from './retry.ts'
import { type RawRequest, buildRequest } from './build-request.ts'

/** Sends a request, again where that is safe and may help, and reads the answer. */
export async function send(
  connection: Connection,
  row: OperationRow,
  options: RawRequest & CallOptions,
): Promise<Sent> {
  const idempotencyKey = idempotencyKeyOf(row, options)
  // Operations without a key can be repeated safely.
  const isRepeatable = !row.takesIdempotencyKey || idempotencyKey !== undefined
  const policy = { ...connection.retryPolicy, ...(isRepeatable ? {} : { retriesMax: 0 }) }
  const request = buildRequest(connection, row, { ...options, idempotencyKey })
  return withRetries(policy, options.signal, () =>
    attempt(connection, row, request, options.signal),
  )
}

/**
 * The answers of these operations show a secret only once, and a repeated request would not get it
 * again. So they are sent once, without an idempotency key, unless the caller sets one.
 */
const showingKeys: ReadonlySet<string> = new Set([
  '/manage/keys',
  '/manage/keys/{keyId}/rotate',
  '/manage/access_tokens',
  '/manage/webhooks',
  '/manage/webhooks/{webhookId}/rotate',
])

function idempotencyKeyOf(row: OperationRow, options: CallOptions): string | undefined {
  if (!row.takesIdempotencyKey) return undefined // A key that the server ignores makes a retry no safer.
  if (options.idempotencyKey !== undefined) return options.idempotencyKey
  return showingKeys.has(row.path) ? undefined : newIdempotencyKey()
}

/** Not `randomUUID`, which browsers keep from pages without TLS. */
function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function attempt(
  connection: Connection,
  row: OperationRow,
  { url, init }: { readonly url: string; readonly init: RequestInit },
  signal: AbortSignal | undefined,
): Promise<Attempt<Sent>> {
  signal?.throwIfAborted()
  const timeout = AbortSignal.timeout(connection.timeoutMs)
  const either = signal === undefined ? timeout : AbortSignal.any([signal, timeout])
  let response: Response
  let text: string
  try {
    response = await connection.fetch(url, { ...init, signal: either })
    text = await response.text()
  } catch (cause) {
    signal?.throwIfAborted()
    return { ok: false, error: unreachable(url, cause), retryAfterSeconds: null }
  }
  if (response.ok) return { ok: true, value: readAnswer(response, text, row) }
  const error = readError(response, text)
  if (!mayPass(error)) throw error
  return { ok: false, error, retryAfterSeconds: retryAfterSecondsOf(response) }
}

/** Whether the same request may get another answer soon. Of conflicts only its own first attempt. */
function mayPass({ code, status }: BinderyError): boolean {
  if (code === 'calculation_failed') return false
  return status === 429 || status === 503 || code === 'first_request_in_progress'
}

export function unreachable(url: string, cause: unknown): BinderyError {
  const { origin } = new URL(url) // Not all of it: the query may hold a key.
  const why = cause instanceof Error ? reasonOf(cause) : String(cause)
  const message = `No answer from ${origin}: ${why}`
  return new BinderyError({ kind: 'network', status: 0, message, cause })
}

/** The innermost reason: Node says "fetch failed" and hides why in the cause. */
function reasonOf(error: Error): string {
  if (error.cause instanceof Error) return reasonOf(error.cause)
  return error.message === '' ? error.name : error.message
}

/** Seconds, or a moment. */
function retryAfterSecondsOf(response: Response): number | null {
  const text = response.headers.get('retry-after')
  if (text === null) return null
  const seconds = Number(text)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const until = Date.parse(text)
  return Number.isNaN(until) ? null : Math.max(0, (until - Date.now()) / 1000)
}
