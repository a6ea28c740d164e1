import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { openTestPlatform } from '../support/platform.ts'

it('what comes over a connection that is still being answered while the server stops is refused in the shape of all refusals', async () => {
  const platform = await openTestPlatform()
  const { app, demo } = platform
  const lasting = new PassThrough()
  app.get('/lasting', { config: { access: 'open' } }, async (_request, reply) =>
    reply.send(lasting),
  )
  const isStopping = Promise.withResolvers<void>()
  app.addHook('preClose', async () => isStopping.resolve())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo // It listens on a port of TCP.
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /lasting HTTP/1.1\r\nHost: a\r\n\r\n')
  lasting.write('begun')
  await once(socket, 'readable')
  const closed = platform.close()
  await isStopping.promise
  const asked = once(app.server, 'request')
  socket.write('GET /manage/keys HTTP/1.1\r\nHost: a\r\n')
  socket.write(`Authorization: Bearer ${demo.insurer.test.secret}\r\n\r\n`)
  await asked
  lasting.end(', and ended')
  const [finished, refused = ''] = (await text(socket)).split(/(?=HTTP\/1\.1 503)/)
  expect(finished).toMatch(/begun[^]*, and ended/)
  expect(refused).toMatch(/\r\nretry-after: [1-9]\d*\r\n/i)
  expect(refused).toMatch(/\r\nconnection: close\r\n/i)
  expect(refused).toMatch(/\r\nx-request-id: \S+\r\n/i)
  expect(JSON.parse(refused.slice(refused.indexOf('{')))).toEqual({
    status: 'Service Unavailable',
    code: 'stopping',
    message:
      'This server is being stopped. Try again in a moment, with the same Idempotency-Key if you sent one.',
  })
  await closed
})
