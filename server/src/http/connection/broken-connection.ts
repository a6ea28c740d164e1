import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Refusal } from '../../kernel/index.ts'
import { answerRefusal } from '../errors/refusals.ts'
import { requestIdOf } from '../headers/request-id.ts'
import { safeHeaders } from '../headers/safe-headers.ts'
import { headersTooLarge, notHttp, requestTooSlow } from '../reasons.ts'

const reasonOfCode: Readonly<Record<string, () => Refusal>> = {
  HPE_HEADER_OVERFLOW: () => headersTooLarge(),
  ERR_HTTP_REQUEST_TIMEOUT: () => requestTooSlow(),
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
  const refusal = reasonOfCode[error.code ?? '']?.() ?? notHttp()
  answerOnSocket(socket, { refusal, requestId })
}

/** The last response of a connection, written to the socket directly. */
export function answerOnSocket(
  socket: Socket,
  answer: {
    readonly refusal: Refusal
    readonly requestId?: string | undefined
    readonly headers?: Readonly<Record<string, string | number>>
  },
): void {
  if (socket.destroyed || !socket.writable) return
  const { refusal, requestId = requestIdOf(undefined) } = answer
  const { status, body: error } = answerRefusal(refusal)
  const body = JSON.stringify(error)
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
