import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { errorBody } from '../errors/refusals.ts'
import { requestIdOf } from '../headers/request-id.ts'
import { safeHeaders } from '../headers/safe-headers.ts'

const statusOfCode: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

const messageOfStatus: Readonly<Record<number, string>> = {
  408: 'The request was not received in time.',
  431: 'The address and headers of a request may have 16 KiB in total.',
}

/**
 * A request that is not valid HTTP still gets an error in our shape, as far as the connection
 * allows.
 */
export function answerBrokenConnection(
  error: Error & { code?: string },
  socket: Socket,
  requestId?: string,
): void {
  if (error.code === 'ECONNRESET') return
  const status = statusOfCode[error.code ?? ''] ?? 400
  const message = messageOfStatus[status] ?? 'The request is not valid HTTP.'
  answerOnSocket(socket, { status, message, requestId })
}

/** The last response of a connection, written to the socket directly. */
export function answerOnSocket(
  socket: Socket,
  answer: {
    readonly status: number
    readonly message: string
    readonly requestId?: string | undefined
    readonly headers?: Readonly<Record<string, string | number>>
  },
): void {
  if (socket.destroyed || !socket.writable) return
  const { status, message, requestId = requestIdOf(undefined) } = answer
  const body = JSON.stringify(errorBody(status, message))
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    ...safeHeaders,
    ...answer.headers,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
}
