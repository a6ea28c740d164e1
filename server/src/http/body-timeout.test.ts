import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addBodyTimeout } from './body-timeout.ts'

const app = Fastify()
beforeAll(async () => {
  addBodyTimeout(app)
  app.post('/hasty', { config: { bodyTimeoutMs: 50 } }, async () => 'taken')
  app.post('/patient', async () => 'taken')
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

async function send(path: string, body: string, length: number): Promise<string> {
  const { port } = app.server.address() as AddressInfo // It listens on a port of TCP.
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: text/plain\r\n`,
  )
  socket.write(`Content-Length: ${length}\r\n\r\n${body}`)
  return text(socket)
}

it('a body that does not come in time is answered 408', async () => {
  expect(await send('/hasty', 'half', 8)).toContain('HTTP/1.1 408 Request Timeout')
})

it('a body that comes is not disturbed', async () => {
  expect(await send('/hasty', 'complete', 8)).toContain('taken')
  expect(await send('/patient', 'complete', 8)).toContain('taken')
})
