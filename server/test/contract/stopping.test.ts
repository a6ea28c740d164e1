import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
  await platform.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => platform.close())

const message =
  'This server is being stopped. Try again in a moment, with the same Idempotency-Key if you sent one.'

it('a server that stops finishes what it has begun, and sends what comes then elsewhere', async () => {
  const { port } = platform.app.server.address() as AddressInfo // It listens on a port of TCP.
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const begun = new Promise((resolve) => {
    platform.app.server.once('request', (request) => resolve(request))
  })
  const head = 'POST /quotes HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
  const key = `Authorization: Bearer ${platform.demo.keys.test.secret}\r\n`
  const accept = 'Accept: application/vnd.bindery.v3+json\r\n'
  socket.write(`${head}${key}${accept}Content-Length: 2\r\n\r\n{`)
  await begun
  const closed = platform.app.close()
  socket.write('}GET /policies/tpol_1 HTTP/1.1\r\nHost: a\r\n\r\n')
  const [first, second = ''] = (await text(socket)).split(/(?=HTTP\/1\.1 503)/)
  expect(first).toMatch(/^HTTP\/1\.1 400 Bad Request/)
  expect(second).toMatch(/^HTTP\/1\.1 503 Service Unavailable/)
  expect(second).toMatch(/\r\nretry-after: \d+\r\n/i)
  expect(second).toMatch(/\r\nconnection: close\r\n/i)
  expect(second).toMatch(/\r\nx-request-id: [\w-]+\r\n/i)
  expect(JSON.parse(second.slice(second.indexOf('{')))).toEqual({
    status: 'Service Unavailable',
    message,
  })
  await closed
})
