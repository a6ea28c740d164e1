import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { exists } from '../../src/database/embedded/process-start.ts'
import type { DemoFile } from '../../src/demo/index.ts'
import { exampleFolder } from '../builders/folder.ts'
import { encodeFiles } from '../builders/manager.ts'
import { childrenOf } from '../support/embedded-process.ts'
import {
  type ServerProcess,
  removeFolder,
  sellingOnly,
  startServer,
  temporaryFolder,
} from '../support/server-process.ts'

let folder: string
let server: ServerProcess
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(async () => {
  await server?.stop('SIGKILL')
  await removeFolder(folder)
})

const endless = () => '#for i in range(1000000) { for j in range(1000000) { } }'
const manyKeys = (text: string) =>
  text + Array.from({ length: 500_000 }, (_, at) => `\nkey${at}: ${at}`).join('')

async function push(changes: Parameters<typeof exampleFolder>[1]): Promise<number> {
  const demo = JSON.parse(await readFile(join(folder, 'data', 'demo.json'), 'utf8')) as DemoFile
  const response = await fetch(`${server.url}/manage/products/push`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${demo.insurer.test.secret}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ files: encodeFiles(await exampleFolder('bike', changes)) }),
  })
  return response.status
}

it('SIGTERM ends folders that would take far longer, and leaves no process behind', async () => {
  const selling = await sellingOnly('bike', folder)
  server = await startServer({ DATA_DIR: join(folder, 'data'), ...selling })
  const pid = server.child.pid ?? 0
  const documents = { 'offer.de': endless, 'offer.fr': endless, 'policy.de': endless }
  const slow = Object.entries(documents).map(([name, text]) => [`documents/${name}.typ`, text])
  const pushed = [
    push(Object.fromEntries(slow) as Record<string, () => string>), // As they stand above.
    push({ 'product.yaml': manyKeys }),
  ]
  await vi.waitFor(async () => {
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    expect(metrics).toMatch(/bindery_expensive_calls{share="folders",state="running"} [12]/)
    expect(await childrenOf(pid)).toHaveLength(2) // PostgreSQL, and the one that tries documents out.
  })
  const children = await childrenOf(pid)

  expect(await server.stop('SIGTERM'), server.output()).toBe(0)

  const [documentsStatus, keysStatus] = await Promise.all(pushed)
  expect(documentsStatus).toBe(503)
  expect([422, 503]).toContain(keysStatus)
  await vi.waitFor(() => expect(children.filter(exists)).toEqual([]))
})

it('kill -9 leaves no process behind that tries documents out, though none could be notified', async () => {
  server = await startServer({ DATA_DIR: join(folder, 'data') })
  const pid = server.child.pid ?? 0
  const postgres = new Set(await childrenOf(pid))
  expect(await push({ 'documents/offer.de.typ': (text) => `${text}\n` })).toBe(200)
  // It waits for the next folder, and would for a quarter of an hour.
  const left = (await childrenOf(pid)).filter((child) => !postgres.has(child))
  expect(left).toHaveLength(1)

  await server.stop('SIGKILL')

  await vi.waitFor(() => expect(left.filter(exists)).toEqual([]))
  // And who starts it again finds everything in order.
  server = await startServer({ DATA_DIR: join(folder, 'data') })
  expect(await server.stop(), server.output()).toBe(0)
})
