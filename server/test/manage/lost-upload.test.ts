import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { exampleFolder } from '../builders/folder.ts'
import { itemsOf } from '../builders/dataset.ts'
import { importerOn } from '../builders/importer.ts'
import { encodeFiles, managerOn } from '../builders/manager.ts'
import { bodyOf, boundary, partsOf } from '../builders/parts.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let port: number
let authorization: string
beforeAll(async () => {
  platform = await openTestPlatform()
  await platform.app.listen({ host: '127.0.0.1', port: 0 })
  port = (platform.app.server.address() as AddressInfo).port // It listens on a port of TCP.
  authorization = `Bearer ${platform.demo.insurer.test.secret}`
})
afterAll(() => platform.close())

/** Sends the beginning of a request, and pulls the plug. */
async function sendHalf(head: readonly string[], body: string): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const host = ['Host: bindery.test', `Authorization: ${authorization}`]
  socket.write(`${[head[0], ...host, ...head.slice(1)].join('\r\n')}\r\n\r\n${body}`, 'latin1')
  await wait(300)
  socket.resetAndDestroy()
  await once(socket, 'close')
}

/** Connections that are in the middle of something, those of the pool apart. */
async function openTransactions(): Promise<number> {
  const [row] = await platform.db.query<{ count: number }>(sql`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and (state like 'idle in transaction%' or wait_event = 'CopyIn')`)
  return row?.count ?? 0
}

describe('a connection that is lost half way', () => {
  const rows = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => `K${from + at},${at}\n`).join('')

  it.each(['a length that was announced', 'chunks'])(
    'leaves a dataset as it was, sent with %s',
    async (way) => {
      await importerOn(platform).csv('lost', `code,number\n${rows(0, 10)}`, { key_field: 'code' })
      const before = await itemsOf(platform, 'lost')
      const text = `code,number\n${rows(0, 5_000)}`
      const isChunked = way === 'chunks'
      await sendHalf(
        [
          'POST /manage/datasets/lost/import HTTP/1.1',
          'Content-Type: text/csv',
          isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${text.length * 2}`,
        ],
        isChunked ? `${text.length.toString(16)}\r\n${text}\r\n` : text,
      )
      await expect.poll(openTransactions).toBe(0)
      expect(await itemsOf(platform, 'lost')).toEqual(before)
      expect(platform.logLines.filter((line) => line.includes('failed unexpectedly'))).toEqual([])
      const again = await importerOn(platform).csv('lost', text)
      expect(again.json()).toMatchObject({ added: 4_990, kept: 10 })
      await importerOn(platform).csv('lost', `code,number\n${rows(0, 10)}`)
    },
  )

  it.each(['JSON', 'parts'])('leaves a product as it was, sent as %s', async (way) => {
    const manager = managerOn(platform)
    const productId = platform.demo.products['bike']?.product_id ?? ''
    const numbers = async () =>
      (await manager.get(`/manage/products/${productId}`))
        .json<{ versions: { number: number }[] }>()
        .versions.map(({ number }) => number)
    const before = await numbers()
    const noted = (text: string) => exampleFolder('bike', { 'notes.txt': () => text })
    const lost = await noted(`lost ${way}`)
    const body =
      way === 'JSON'
        ? JSON.stringify({ files: encodeFiles(lost) })
        : bodyOf(partsOf(lost)).toString('latin1')
    const type = way === 'JSON' ? 'application/json' : `multipart/form-data; boundary=${boundary}`
    await sendHalf(
      [
        'POST /manage/products/push HTTP/1.1',
        `Content-Type: ${type}`,
        `Content-Length: ${body.length}`,
      ],
      body.slice(0, -10),
    )
    // A later push takes the very next number: the lost one would have taken it before.
    await manager.push(await noted(`kept ${way}`))
    expect(await numbers()).toEqual([before.length + 1, ...before])
  })
})

describe('an upload that is refused while it comes', () => {
  it('is answered all the same', async () => {
    const sending = request({
      port,
      method: 'POST',
      path: '/manage/datasets/early/import?key_field=code',
      headers: { authorization, 'content-type': 'text/csv' },
    })
    const answered = once(sending, 'response')
    sending.write('code,"number\n1"2,3\n')
    const line = `${'x'.repeat(1_000)},1\n`
    for (let at = 0; at < 2_000; at += 1) sending.write(line)
    const [response] = (await answered) as [{ statusCode: number }] // As Node passes it.
    expect(response.statusCode).toBe(422)
    sending.destroy()
  })

  /** Sends all of a body whatever is answered, as a program does that only reads when it has sent. */
  async function answeredEarly(head: readonly string[]): Promise<string[]> {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.setEncoding('latin1').on('data', (text: string) => (received += text))
    socket.write(`${head.join('\r\n')}\r\nHost: bindery.test\r\n`)
    socket.write(`Content-Length: ${block.length * blocks}\r\n\r\n`)
    for (let sent = 0; sent < blocks; sent += 1) {
      if (!socket.write(block)) await once(socket, 'drain')
    }
    socket.write('GET /healthz HTTP/1.1\r\nHost: bindery.test\r\n\r\n')
    await vi.waitFor(() => expect(received).toContain('"ok"'))
    socket.destroy()
    return [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status)
  }

  // Far more than all buffers on the way hold.
  const blocks = 300
  const block = `code,number\n${`K,${'9'.repeat(1_000)}\n`.repeat(64)}`

  it.each([
    ['before anything of it was read', '401', '?key_field=code', 'text/csv', 'Bearer wrong'],
    ['for its type', '415', '?key_field=code', 'text/x', null],
    ['by its handler', '400', '', 'text/csv', null],
    ['after some of it was read', '400', '?key_field=code&hidden=nothing', 'text/csv', null],
  ])(
    'does not stand in the way of the next request on its connection, refused %s',
    async (_when, status, query, type, credential) => {
      const answers = await answeredEarly([
        `POST /manage/datasets/early/import${query} HTTP/1.1`,
        `Content-Type: ${type}`,
        `Authorization: ${credential ?? authorization}`,
      ])
      expect(answers).toEqual([status, '200'])
    },
  )
})
