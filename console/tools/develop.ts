import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http'
import { readFile } from 'node:fs/promises'
import { type Plugin, context } from 'esbuild'
import { consoleBuild } from './build.ts'

/**
 * Serves the console from its source, and passes everything else on to a server that runs already
 * (`npm start`, or BINDERY_URL). Pages reload when a file has changed.
 */
const port = Number(process.env['CONSOLE_PORT'] ?? 5173)
const server = new URL(process.env['BINDERY_URL'] ?? 'http://localhost:8080')
const dist = new URL('../dist/', import.meta.url)
const open = new Set<ServerResponse>()

const reload: Plugin = {
  name: 'reload',
  setup(plugged) {
    plugged.onEnd(({ errors }) => {
      if (errors.length > 0) return
      for (const page of open) page.write('data: built\n\n')
    })
  },
}

const listening = "new EventSource('/console/changes').onmessage=()=>location.reload();"
const watching = await context({
  ...consoleBuild,
  minify: false,
  sourcemap: 'inline',
  banner: { js: `if(!self.watched){self.watched=true;${listening}}` },
  plugins: [...(consoleBuild.plugins ?? []), reload],
})
await watching.watch()

const types = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' } as const

async function answer(asked: IncomingMessage, reply: ServerResponse): Promise<void> {
  const { pathname } = new URL(asked.url ?? '/', 'http://localhost')
  const [, file, ending] = /^\/console\/((?:files\/)?[\w-]+\.(js|css))$/.exec(pathname) ?? []
  if (pathname === '/console/changes') {
    reply.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    open.add(reply)
    reply.on('close', () => open.delete(reply))
  } else if (file !== undefined) {
    const content = await readFile(new URL(file, dist)).catch(() => null)
    reply.writeHead(content === null ? 404 : 200, {
      'content-type': ending === 'css' ? types.css : types.js,
      'cache-control': 'no-store',
    })
    reply.end(content)
  } else passOn(asked, reply)
}

/** With the host of this server: sessions are for pages of their own origin. */
function passOn(asked: IncomingMessage, reply: ServerResponse): void {
  const { method, headers, url } = asked
  const passed = request(new URL(url ?? '/', server), { method, headers }, (answered) => {
    reply.writeHead(answered.statusCode ?? 502, answered.headers)
    answered.pipe(reply)
  })
  passed.on('error', (error) => {
    reply.writeHead(502, { 'content-type': 'text/plain' })
    reply.end(`No server answers at ${server.origin}: start one with npm start. ${error.message}`)
  })
  asked.pipe(passed)
}

const listener = createServer((asked, reply) => void answer(asked, reply))
listener.listen(port, 'localhost')
await once(listener, 'listening')
process.stdout.write(`The console is at http://localhost:${port}/console, with ${server.origin}.\n`)
