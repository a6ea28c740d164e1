import { once } from 'node:events'
import {
  type IncomingMessage,
  type Server,
  type ServerResponse,
  createServer,
  request,
} from 'node:http'
import { request as secureRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Preview } from './open-preview.ts'
import { previewPage } from './preview-page.ts'

export interface ServedPreview {
  readonly url: string
  /** Reloads all open pages. */
  reload(): void
  close(): Promise<void>
}

/** Serves the page on localhost only, and proxies its other requests to the server. */
export async function servePreview(
  preview: Preview,
  settings: { readonly url: string; readonly language: string | null; readonly port: number },
): Promise<ServedPreview> {
  const listeners = new Set<ServerResponse>()
  const server = createServer((asked, reply) => {
    const { pathname } = new URL(asked.url ?? '/', 'http://localhost')
    if (pathname === '/') return sendPage(reply, preview, settings.language)
    if (pathname === '/changes') return listen(reply, listeners)
    return passOn(settings.url, asked, reply)
  })
  server.listen(settings.port, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // It listens on a port.
  return {
    url: `http://localhost:${port}/`,
    reload() {
      for (const reply of listeners) reply.write('data: changed\n\n')
    },
    close: () => close(server, listeners),
  }
}

function sendPage(reply: ServerResponse, preview: Preview, language: string | null): void {
  reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  reply.end(previewPage(preview.shown(), preview.publicKey, language))
}

function listen(reply: ServerResponse, listeners: Set<ServerResponse>): void {
  reply.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  reply.write(': here\n\n')
  listeners.add(reply)
  reply.on('close', () => listeners.delete(reply))
}

/** Without Origin and Referer: the allowed origins of a product do not list this machine. */
function passOn(url: string, asked: IncomingMessage, reply: ServerResponse): void {
  const base = new URL(url)
  const to = new URL(`${base.pathname.replace(/\/$/, '')}${asked.url ?? '/'}`, base)
  const { origin: _, referer: __, ...headers } = asked.headers
  const send = to.protocol === 'https:' ? secureRequest : request
  const onward = send(
    to,
    { method: asked.method ?? 'GET', headers: { ...headers, host: to.host } },
    (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    },
  )
  onward.on('error', () => {
    if (!reply.headersSent) reply.writeHead(502)
    reply.end()
  })
  asked.pipe(onward)
}

async function close(server: Server, listeners: ReadonlySet<ServerResponse>): Promise<void> {
  for (const reply of listeners) reply.end()
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}
