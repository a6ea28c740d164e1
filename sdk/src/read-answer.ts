import { BinderyError } from './bindery-error.ts'
import type { OperationRow } from './generated.ts'

export interface Sent {
  readonly status: number
  readonly headers: Headers
  /** Parsed where it is JSON, else the text. */
  readonly body: unknown
}

/** Reads the answer to a request that succeeded. */
export function readAnswer(response: Response, text: string, row: OperationRow): Sent {
  const mediaType = assertDocumented(response, row)
  const { status, headers } = response
  if (!/[/+]json$/.test(mediaType)) return { status, headers, body: text }
  try {
    return { status, headers, body: JSON.parse(text) }
  } catch (cause) {
    throw unexpected(
      response,
      'The server declared its answer as JSON, but it is not valid JSON.',
      cause,
    )
  }
}

/**
 * A proxy or another server may answer 200 with a page of its own. Accepting it would, for example,
 * report a key as revoked that still works.
 */
export function assertDocumented(response: Response, { answers }: OperationRow): string {
  const header = response.headers.get('content-type') ?? ''
  const mediaType = (header.split(';')[0] ?? '').trim().toLowerCase()
  if (answers.includes(mediaType)) return mediaType
  const came = mediaType === '' ? 'something of no type' : mediaType
  throw unexpected(response, `The server answered ${came} instead of ${answers.join(' or ')}.`)
}

function unexpected(response: Response, message: string, cause?: unknown): BinderyError {
  const requestId = response.headers.get('x-request-id')
  return new BinderyError({
    kind: 'unexpected',
    status: response.status,
    message,
    requestId,
    cause,
  })
}
