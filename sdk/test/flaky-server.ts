import { once } from 'node:events'
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  createServer,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the server does with one request: answers, drops the connection, or says nothing at all. */
export type Reply =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }
  | 'drop'
  | 'silence'

export interface FlakyServer {
  readonly baseUrl: string
  /** The requests that came, in their order. */
  readonly seen: { method: string; url: string; headers: IncomingHttpHeaders; body: string }[]
  /** What to do with the next requests; the last reply is repeated. */
  readonly plan: (...replies: Reply[]) => void
  readonly close: () => Promise<void>
}

/** A small server that fails on request. */
export async function openFlakyServer(): Promise<FlakyServer> {
  const seen: FlakyServer['seen'] = []
  let replies: Reply[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => reply(request, response, Buffer.concat(chunks).toString()))
  })
  const reply = (request: IncomingMessage, response: ServerResponse, body: string) => {
    const { method = '', url = '', headers } = request
    seen.push({ method, url, headers, body })
    const planned = replies.length > 1 ? replies.shift() : replies[0]
    if (planned === 'silence') return
    if (planned === 'drop' || planned === undefined) {
      request.socket.destroy()
      return
    }
    const type = { 'content-type': 'application/json', 'x-request-id': 'r-1' }
    response.writeHead(planned.status, { ...type, ...planned.headers })
    response.end(
      typeof planned.body === 'string' ? planned.body : JSON.stringify(planned.body ?? {}),
    )
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // It listens on a port, not on a pipe.
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    seen,
    plan: (...planned) => {
      replies = planned
      seen.length = 0
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
