import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDraining } from '../connection/draining.ts'
import { sendText } from './send-text.ts'

const app = Fastify().withTypeProvider<TypeBoxTypeProvider>()
addDraining(app)
let ended = 0
beforeAll(async () => {
  app.get('/endless', async (request, reply) =>
    sendText(request, reply, { mediaType: 'text/csv', file: 'x.csv' }, endless(), {
      bytesPerSecondMin: 100_000,
      graceMs: 300,
    }),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

async function* endless(): AsyncGenerator<string> {
  try {
    for (;;) yield 'x'.repeat(64 * 1024)
  } finally {
    ended += 1
  }
}

async function ask() {
  const { port } = app.server.address() as AddressInfo // It listens on a port of TCP.
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined) // It is cut off, as it should be.
  await once(socket, 'connect')
  socket.write('GET /endless HTTP/1.1\r\nHost: a\r\n\r\n')
  return socket
}

it('a client that does not read a file is disconnected, and its source is released', async () => {
  const socket = await ask()
  socket.pause()
  await expect.poll(() => ended).toBe(1)
  socket.destroy()
})

it('a client that reads it is served for as long as it takes', async () => {
  const socket = await ask()
  let bytes = 0
  socket.on('data', (chunk: Buffer) => void (bytes += chunk.length))
  // Far more than all buffers on the way hold.
  await expect.poll(() => bytes).toBeGreaterThan(50_000_000)
  expect(ended).toBe(1)
  socket.destroy()
  await expect.poll(() => ended).toBe(2)
})
