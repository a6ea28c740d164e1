import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { addErrorAnswers } from './answer-errors.ts'
import { addStopping } from './stopping.ts'

it('a server that stops finishes what it has begun, and sends what comes then elsewhere', async () => {
  // Without `addDraining`, which ends most connections before anybody can ask again.
  const app = Fastify({ return503OnClosing: false })
  addErrorAnswers(app)
  addStopping(app)
  app.post('/work', async () => ({ done: true }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo // It listens on a port of TCP.
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const begun = once(app.server, 'request')
  socket.write('POST /work HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n')
  socket.write('Content-Length: 2\r\n\r\n{')
  await begun
  const closed = app.close()
  socket.write('}GET /work HTTP/1.1\r\nHost: a\r\n\r\n')
  const [first, second = ''] = (await text(socket)).split(/(?=HTTP\/1\.1 503)/)
  expect(first).toContain('{"done":true}')
  expect(second).toMatch(/^HTTP\/1\.1 503 Service Unavailable/)
  expect(second).toMatch(/\r\nretry-after: \d+\r\n/i)
  expect(second).toMatch(/\r\nconnection: close\r\n/i)
  expect(JSON.parse(second.slice(second.indexOf('{')))).toEqual({
    status: 'Service Unavailable',
    message:
      'This server is being stopped. Try again in a moment, with the same Idempotency-Key if you sent one.',
  })
  await closed
})
