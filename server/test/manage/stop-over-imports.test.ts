import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { Client } from 'pg'
import { expect, it, vi } from 'vitest'
import { itemsOf } from '../builders/dataset.ts'
import { importerOn } from '../builders/importer.ts'
import { openTestPlatform } from '../support/platform.ts'

it('a stop gives up imports and exports that would hold it up, and nothing of them stays', async () => {
  const platform = await openTestPlatform()
  const beside = await openTestPlatform({ beside: { platform, connection: platform.connection } })
  const { app } = platform
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo // It listens on a port of TCP.
  const ask = async (line: string, headers = '', body = '') => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const authorization = `Authorization: Bearer ${platform.demo.insurer.test.secret}\r\n`
    socket.write(`${line} HTTP/1.1\r\nHost: a\r\n${authorization}${headers}\r\n${body}`)
    return socket
  }
  const csv = (length: number) => `Content-Type: text/csv\r\nContent-Length: ${length}\r\n`
  const rows = Array.from({ length: 20_000 }, (_, at) => `K${at},${'x'.repeat(500)}\n`).join('')
  await importerOn(platform).csv('held', `code,note\n${rows}`, { key_field: 'code' })
  await importerOn(platform).csv('dripping', 'code\nA\n', { key_field: 'code' })
  // One import waits for lines that do not come, one for a row that somebody holds.
  const holder = new Client({ ...platform.connection })
  await holder.connect()
  await holder.query('begin; lock table datasets in share mode')
  const imports = [
    await ask('POST /manage/datasets/dripping/import', csv(1_000_000), 'code\nB\nC\n'),
    await ask('POST /manage/datasets/held/import', csv(7), 'code\nA\n'),
  ]
  // And nobody takes the export.
  const reader = await ask('GET /manage/datasets/held/export')
  reader.pause()
  await vi.waitFor(async () => {
    const metrics = (await app.inject('/metrics')).body
    expect(metrics).toContain('bindery_expensive_calls{share="imports",state="running"} 2')
    expect(metrics).toContain('bindery_expensive_calls{share="exports",state="running"} 1')
  })

  const closed = app.close()

  for (const answered of await Promise.all(imports.map((socket) => text(socket)))) {
    expect(answered).toContain('HTTP/1.1 503 Service Unavailable')
    expect(answered).toContain('This server is being stopped.')
  }
  await closed
  await holder.end()
  reader.destroy()
  expect(await itemsOf(beside, 'dripping')).toHaveLength(1)
  expect(await itemsOf(beside, 'held')).toHaveLength(20_000)
  await beside.close()
  await platform.close()
})
