import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { errorBody } from './refusals.ts'

const statusOfCode: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** What is not even HTTP still gets an answer in our shape, as far as the connection allows. */
export function answerBrokenConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const status = statusOfCode[error.code ?? ''] ?? 400
  const body = JSON.stringify(errorBody(status, 'The request is not valid HTTP.'))
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
