import { once } from 'node:events'
import { type AddressInfo, type Socket, connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/log.ts'
import { buildHttp } from '../../src/platform.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

const silent = createLog('silent', { write: () => undefined })

/** The statuses of the same request, sent by some addresses to a server with this environment. */
async function asked(
  env: Readonly<Record<string, string>>,
  request: { readonly url: string; readonly authorization?: string },
  from: readonly { readonly address: string; readonly forwarded?: string }[],
): Promise<number[]> {
  const app = await buildHttp(platform, readConfig({ BINDERY_DEMO: 'off', ...env }), silent)
  const statuses: number[] = []
  for (const { address, forwarded } of from) {
    const headers = {
      ...(request.authorization !== undefined && { authorization: request.authorization }),
      ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
    }
    const answered = await app.inject({ url: request.url, remoteAddress: address, headers })
    statuses.push(answered.statusCode)
  }
  await app.close()
  return statuses
}

/**
 * What a server with this environment answers to a body of which a part comes between any two looks
 * at its pace, one a second, until it is all there. The seconds pass as soon as the part has come.
 */
async function uploaded(
  env: Readonly<Record<string, string>>,
  bytesPerLook: number,
  looks: number,
): Promise<string> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const app = await buildHttp(platform, readConfig({ BINDERY_DEMO: 'off', ...env }), silent)
  // While the server looks up whose key it is, nobody reads, and nobody can be too slow.
  const reading = Promise.withResolvers<void>()
  app.addHook('preParsing', async (_request, _reply, payload) => {
    reading.resolve()
    return payload
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const taken: Socket[] = []
  app.server.on('connection', (socket) => taken.push(socket))
  const { port } = app.server.address() as AddressInfo // It listens on a port of TCP.
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = once(socket, 'close')
  const head =
    `POST /manage/distributors HTTP/1.1\r\nHost: a\r\nConnection: close\r\n` +
    `Authorization: Bearer ${platform.demo.insurer.test.secret}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${bytesPerLook * looks}\r\n\r\n`
  socket.write(head)
  await reading.promise
  for (let look = 1; look <= looks && chunks.length === 0; look += 1) {
    socket.write(' '.repeat(bytesPerLook))
    const due = head.length + bytesPerLook * look
    while (taken[0]?.bytesRead !== due) await nextTurn()
    vi.advanceTimersByTime(1_000)
  }
  await ended
  vi.useRealTimers()
  await app.close()
  return Buffer.concat(chunks).toString()
}

const one = { address: '203.0.113.9' }
const other = { address: '203.0.113.10' }

describe('what an operator sets is what holds', () => {
  it('ADDRESS_LIMIT_PER_MINUTE', async () => {
    const env = { ADDRESS_LIMIT_PER_MINUTE: '2' }
    expect(await asked(env, { url: '/openapi.json' }, [one, one, one, other])).toEqual([
      200, 200, 429, 200,
    ])
  })

  it('ADDRESS_FAILURES_PER_MINUTE', async () => {
    const env = { ADDRESS_FAILURES_PER_MINUTE: '1' }
    const guess = { url: '/manage/keys', authorization: `Bearer sk_test_${'0'.repeat(48)}` }
    expect(await asked(env, guess, [one, one, other])).toEqual([401, 429, 401])
  })

  it('RATE_LIMIT_PER_MINUTE', async () => {
    const env = { RATE_LIMIT_PER_MINUTE: '1' }
    const authorization = `Bearer ${platform.demo.insurer.test.secret}`
    expect(await asked(env, { url: '/manage/keys', authorization }, [one, other])).toEqual([
      200, 429,
    ])
  })

  it('TRUSTED_PROXIES', async () => {
    const env = { ADDRESS_LIMIT_PER_MINUTE: '1', TRUSTED_PROXIES: '203.0.113.9' }
    const behind = (forwarded: string) => ({ ...one, forwarded })
    const askers = [behind('198.51.100.1'), behind('198.51.100.2'), behind('198.51.100.1')]
    expect(await asked(env, { url: '/openapi.json' }, askers)).toEqual([200, 200, 429])
    const { TRUSTED_PROXIES: _, ...untrusting } = env
    expect(await asked(untrusting, { url: '/openapi.json' }, askers)).toEqual([200, 429, 429])
  })

  it('BODY_BYTES_PER_SECOND_MIN', async () => {
    const [bytesPerLook, looks] = [2_000, 30]
    const slower = { BODY_BYTES_PER_SECOND_MIN: '1000' }
    const answered = await uploaded(slower, bytesPerLook, looks)
    expect(answered).toContain('HTTP/1.1 400') // All of it came; it is not a valid request.
    expect(await uploaded({}, bytesPerLook, looks)).toContain('HTTP/1.1 408')
    const faster = { BODY_BYTES_PER_SECOND_MIN: '100000' }
    expect(await uploaded(faster, 8_000, 20)).toContain('HTTP/1.1 408')
    expect(await uploaded({}, 8_000, 20)).toContain('HTTP/1.1 400')
  })
})
