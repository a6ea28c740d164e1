import { once } from 'node:events'
import { type AddressInfo, type Socket, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it, vi } from 'vitest'
import type { App } from '../../src/http/index.ts'
import { readTrustedProxies } from '../../src/settings/index.ts'
import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/log.ts'
import { buildHttp } from '../../src/platform.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
const open: Socket[] = []
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy()
  await platform.close()
})

/** A connection that says nothing, from one of the addresses that every machine has. */
async function hold(app: App, localAddress = '127.0.0.1'): Promise<Socket> {
  const { port } = app.server.address() as AddressInfo // It listens on a port of TCP.
  const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true })
  socket.on('error', () => undefined) // Some are cut off, as they should be.
  open.push(socket)
  await once(socket, 'connect')
  return socket
}

/** What the server says last over a connection that its client goes on holding. */
async function lastAnswer(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(socket, 'end')
  return Buffer.concat(chunks).toString()
}

/** The answer to a request over a connection of its own. */
async function ask(app: App, request: string, localAddress?: string): Promise<string> {
  const socket = await hold(app, localAddress)
  socket.write(request)
  return text(socket)
}

const health = 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
const metric = async (app: App, name: string) =>
  new RegExp(`^${name} (\\d+)$`, 'm').exec((await app.inject('/metrics')).body)?.[1]

it('an address that holds as many connections as it may is refused with that reason; others are served', async () => {
  platform = await openTestPlatform({ connectionsPerAddressMax: 3 })
  const { app } = platform
  await app.listen({ host: '127.0.0.1', port: 0 })
  const [first] = await Promise.all([hold(app), hold(app), hold(app)])
  const [head, body = ''] = (await ask(app, health)).split('\r\n\r\n')
  expect(head).toContain('HTTP/1.1 429 Too Many Requests')
  expect(head).toMatch(/\r\nretry-after: 1\r\n/)
  expect(head).toMatch(/\r\nx-request-id: \S+\r\n/)
  expect(head).toMatch(/\r\nconnection: close$/)
  expect(JSON.parse(body)).toEqual({
    status: 'Too Many Requests',
    code: 'too_many_connections',
    message:
      'This address already holds 3 connections, the most it may hold at once. Reuse them, or close some.',
  })
  expect(await ask(app, health, '127.0.0.2')).toContain('HTTP/1.1 200 OK')
  expect(await metric(app, 'bindery_connections_refused_total')).toBe('1')
  await vi.waitFor(async () => expect(await metric(app, 'bindery_connections_open')).toBe('3'))

  // A place is free again when one is closed, by whichever side.
  first.destroy()
  await vi.waitFor(async () => expect(await metric(app, 'bindery_connections_open')).toBe('2'))
  expect(await ask(app, health)).toContain('HTTP/1.1 200 OK')
  await vi.waitFor(async () => expect(await metric(app, 'bindery_connections_open')).toBe('2'))
  expect(await ask(app, health)).toContain('HTTP/1.1 200 OK')
})

it('a connection that is refused is closed, though its client neither asks nor leaves', async () => {
  platform = await openTestPlatform({ connectionsPerAddressMax: 1 })
  const { app } = platform
  await app.listen({ host: '127.0.0.1', port: 0 })
  await hold(app)
  const stubborn = await hold(app)
  expect(await lastAnswer(stubborn)).toContain('HTTP/1.1 429 Too Many Requests')
  expect(stubborn.destroyed).toBe(false)
  await vi.waitFor(async () => expect(await metric(app, 'bindery_connections_open')).toBe('1'))
})

it('nothing is done that a refused connection requests', async () => {
  platform = await openTestPlatform({ connectionsPerAddressMax: 1 })
  const { app, demo } = platform
  await app.listen({ host: '127.0.0.1', port: 0 })
  const blocker = await hold(app)
  const authorization = `Bearer ${demo.insurer.test.secret}`
  const body = '{"name":"Late Brokers","key":"late-brokers"}'
  const request =
    `POST /manage/distributors HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n` +
    `Connection: close\r\n\r\n${body}`
  const accounts = async () =>
    (await app.inject({ url: '/manage/accounts', headers: { authorization } })).body
  const refused = await hold(app)
  refused.write(request)
  expect(await lastAnswer(refused)).toContain('HTTP/1.1 429 Too Many Requests')
  await vi.waitFor(async () => expect(await metric(app, 'bindery_connections_open')).toBe('1'))
  expect(await accounts()).not.toContain('late-brokers')
  blocker.destroy()
  await vi.waitFor(async () => expect(await metric(app, 'bindery_connections_open')).toBe('0'))
  expect(await ask(app, request)).toContain('HTTP/1.1 200 OK')
  expect(await accounts()).toContain('late-brokers')
})

it('a trusted proxy holds as many connections as it brings', async () => {
  const { trusts } = readTrustedProxies('127.0.0.3')
  platform = await openTestPlatform({ connectionsPerAddressMax: 1, trusts })
  const { app } = platform
  await app.listen({ host: '127.0.0.1', port: 0 })
  await Promise.all([hold(app, '127.0.0.3'), hold(app, '127.0.0.3'), hold(app)])
  expect(await ask(app, health, '127.0.0.3')).toContain('HTTP/1.1 200 OK')
  expect(await ask(app, health)).toContain('HTTP/1.1 429')
})

it('CONNECTIONS_PER_ADDRESS_MAX is what holds', async () => {
  platform = await openTestPlatform()
  const config = readConfig({ BINDERY_DEMO: 'off', CONNECTIONS_PER_ADDRESS_MAX: '2' })
  const app = await buildHttp(platform, config, createLog('silent', { write: () => undefined }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  await hold(app)
  expect(await ask(app, health)).toContain('HTTP/1.1 200 OK')
  await vi.waitFor(async () => expect(await metric(app, 'bindery_connections_open')).toBe('1'))
  await hold(app)
  expect(await ask(app, health)).toContain('HTTP/1.1 429')
  for (const socket of open.splice(0)) socket.destroy()
  await app.close()
})
