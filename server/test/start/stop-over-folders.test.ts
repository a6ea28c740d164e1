import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { processStart } from '../../src/database/embedded/process-start.ts'
import { exampleFolder } from '../builders/folder.ts'
import { encodeFiles } from '../builders/manager.ts'
import { type TestDatabase, createTestDatabase } from '../support/database.ts'
import { childrenOf } from '../support/embedded-process.ts'
import {
  type ServerProcess,
  removeFolder,
  startServer,
  temporaryFolder,
} from '../support/server-process.ts'

let folder: string
let database: TestDatabase
let env: Record<string, string>
let server: ServerProcess
beforeAll(async () => {
  folder = await temporaryFolder()
  database = await createTestDatabase()
  const { host, port, user, database: name } = database.connection
  env = {
    DATA_DIR: folder,
    DATABASE_URL: `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`,
    ENCRYPTION_KEYS: `one:${randomBytes(32).toString('base64')}`,
  }
  server = await startServer(env)
})
afterAll(async () => {
  await server?.stop('SIGKILL')
  await database.drop()
  await removeFolder(folder)
})

const endless = () => '#for i in range(1000000) { for j in range(1000000) { } }'
const manyKeys = (text: string) =>
  text + Array.from({ length: 500_000 }, (_, at) => `\nkey${at}: ${at}`).join('')

async function push(changes: Parameters<typeof exampleFolder>[1]): Promise<number> {
  const response = await fetch(`${server.url}/manage/products/push`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${inject('demo').insurer.test.secret}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ files: encodeFiles(await exampleFolder('bike', changes)) }),
  })
  return response.status
}

const childrenOfServer = () => childrenOf(server.child.pid ?? 0)

it('kill -9 leaves no process behind that tries documents out, though none could be notified', async () => {
  expect(await push({ 'documents/offer.de.typ': (text) => `${text}\n` })).toBe(200)
  // It waits for the next folder, and would for a quarter of an hour.
  const left = await childrenOfServer()
  expect(left).toHaveLength(1)

  await server.stop('SIGKILL')

  await vi.waitFor(() => expect(left.filter(processStart)).toEqual([]))
})

it('SIGTERM ends folders that would take far longer, and leaves no process behind', async () => {
  // Who starts it again after that finds everything in order.
  server = await startServer(env)
  const documents = { 'offer.de': endless, 'offer.fr': endless, 'policy.de': endless }
  const slow = Object.entries(documents).map(([name, text]) => [`documents/${name}.typ`, text])
  const pushed = [
    push(Object.fromEntries(slow) as Record<string, () => string>), // As they stand above.
    push({ 'product.yaml': manyKeys }),
  ]
  await vi.waitFor(async () => {
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    expect(metrics).toMatch(/bindery_expensive_calls{share="folders",state="running"} [12]/)
    expect(await childrenOfServer()).toHaveLength(1) // The one that tries documents out.
  })
  const children = await childrenOfServer()

  expect(await server.stop('SIGTERM'), server.output()).toBe(0)

  const [documentsStatus, keysStatus] = await Promise.all(pushed)
  expect(documentsStatus).toBe(503)
  expect([422, 503]).toContain(keysStatus)
  await vi.waitFor(() => expect(children.filter(processStart)).toEqual([]))
})
