import { once } from 'node:events'
import { type AddressInfo, type Socket, connect } from 'node:net'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addBodyPace } from './body-pace.ts'

const graceMs = 200
const app = Fastify({ bodyLimit: 100_000_000 })
let aborted = 0
beforeAll(async () => {
  addBodyPace(app, { bytesPerSecondMin: 1_000, graceMs })
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  app.addContentTypeParser('text/csv', (_request, payload, done) => done(null, payload))
  app.post('/hasty', { config: { bodyTimeoutMs: 50 } }, async () => 'taken')
  app.post('/patient', { config: { bodyTimeoutMs: 600_000 } }, async () => 'taken')
  app.post('/slow-ourselves', async ({ body }) => {
    await sleep(5 * graceMs)
    return `taken ${(await text(body as Readable)).length}` // Our parser passes it on.
  })
  app.addHook('onRequestAbort', async (_request) => void (aborted += 1))
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

async function begin(
  path: string,
  length: number,
  type = 'text/plain',
  body = '',
): Promise<Socket> {
  const { port } = app.server.address() as AddressInfo // It listens on a port of TCP.
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined) // It is cut off, as it should be.
  await once(socket, 'connect')
  // In one piece: a busy machine may take its time between two.
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: ${type}\r\n` +
      `Content-Length: ${length}\r\n\r\n${body}`,
  )
  return socket
}

/** Sends something every few milliseconds, for as long as the server listens. */
function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 20)
  socket.once('close', () => clearInterval(timer))
}

it('a body that does not come in time is answered 408, however fast it comes', async () => {
  const socket = await begin('/hasty', 50_000_000)
  drip(socket, 'x'.repeat(200))
  const answered = await text(socket)
  expect(answered).toContain('HTTP/1.1 408 Request Timeout')
  expect(answered).toMatch(/x-request-id: \S+/)
})

it('a body that comes is not disturbed', async () => {
  for (const path of ['/hasty', '/patient']) {
    const socket = await begin(path, 8, 'text/plain', 'complete')
    expect(await text(socket)).toContain('taken')
  }
})

it('a body that drips is answered 408, and its sender is cut off', async () => {
  const socket = await begin('/patient', 1_000_000)
  const before = aborted
  drip(socket, 'x')
  expect(await text(socket)).toContain('HTTP/1.1 408 Request Timeout')
  await expect.poll(() => aborted).toBe(before + 1)
})

it('a body that came fast at first may not drip afterwards', async () => {
  const socket = await begin('/patient', 900_000)
  socket.write('x'.repeat(800_000))
  drip(socket, 'x')
  expect(await text(socket)).toContain('HTTP/1.1 408 Request Timeout')
})

it('a body that we do not read meanwhile is not late', async () => {
  const length = 20_000_000
  const socket = await begin('/slow-ourselves', length, 'text/csv')
  socket.write(Buffer.alloc(length, 'x'))
  expect(await text(socket)).toContain(`taken ${length}`)
})

it('a body that keeps the pace may take its time', async () => {
  const socket = await begin('/patient', 5_000)
  // Ten times the pace, for more than twice the grace.
  drip(socket, 'x'.repeat(200))
  expect(await text(socket)).toContain('taken')
})
