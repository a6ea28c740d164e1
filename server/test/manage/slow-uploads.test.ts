import { once } from 'node:events'
import { type AddressInfo, type Socket, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it, vi } from 'vitest'
import { foreignInsurer, newKey } from '../builders/credentials.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let strangersKey: string
const open: Socket[] = []

async function openWithGrace(graceMs: number): Promise<void> {
  platform = await openTestPlatform({
    bodyPace: { bytesPerSecondMin: 10_000, graceMs },
    expensiveCallWaitMs: 300_000, // Longer than those take who hold the places.
  })
  await platform.app.listen({ host: '127.0.0.1', port: 0 })
  strangersKey = (await newKey(platform, await foreignInsurer(platform))).key
}
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy()
  await platform.close()
})

/** An upload that sends its first lines at once, and then a byte now and then. */
async function drip(dataset: string, key: string): Promise<Socket> {
  const { port } = platform.app.server.address() as AddressInfo // It listens on a port of TCP.
  const socket = connect(port, '127.0.0.1')
  open.push(socket)
  socket.on('error', () => undefined) // It is cut off, as it should be.
  await once(socket, 'connect')
  socket.write(
    `POST /manage/datasets/${dataset}/import?key_field=code HTTP/1.1\r\nHost: a\r\n` +
      `Authorization: Bearer ${key}\r\nContent-Type: text/csv\r\nContent-Length: 1000000\r\n\r\ncode\n`,
  )
  const timer = setInterval(() => socket.write('x'), 25)
  socket.once('close', () => clearInterval(timer))
  return socket
}

/** How many imports run or wait, as an operator sees it. */
async function imports(state: 'running' | 'waiting'): Promise<number> {
  const { body } = await platform.app.inject('/metrics')
  const [, count] =
    new RegExp(`bindery_expensive_calls{share="imports",state="${state}"} (\\d+)`).exec(body) ?? []
  return Number(count)
}

const importAs = (key: string) =>
  platform.app.inject({
    method: 'POST',
    url: '/manage/datasets/bridges/import?key_field=code',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
    payload: 'code\nA\n',
  })

it('uploads that drip do not keep another account from importing, even where they hold all places', async () => {
  // On a busy machine all of them have begun, and the other waits, before the first is too slow.
  await openWithGrace(15_000)
  const others = [
    await newKey(platform, await foreignInsurer(platform, 'second')),
    await newKey(platform, await foreignInsurer(platform, 'third')),
  ]
  const drips = await Promise.all(others.flatMap(({ key }) => [drip('one', key), drip('two', key)]))
  const answers = drips.map((socket) => text(socket))
  await vi.waitFor(async () => expect(await imports('running')).toBe(4))
  const importing = importAs(strangersKey)
  await vi.waitFor(async () => expect(await imports('waiting')).toBe(1))
  expect((await importing).statusCode).toBe(200)
  for (const answer of await Promise.all(answers)) {
    expect(answer).toContain('HTTP/1.1 408 Request Timeout')
    expect(answer).toContain('"The request was not received in time."')
  }
})

it('an account that uploads as much as it may leaves places for others', async () => {
  await openWithGrace(600_000)
  const own = platform.demo.insurer.test.secret
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => drip(name, own)))
  await vi.waitFor(async () => expect(await imports('waiting')).toBe(3))
  expect(await imports('running')).toBe(2)
  expect((await importAs(strangersKey)).statusCode).toBe(200)
  expect(await imports('running')).toBe(2)
})
