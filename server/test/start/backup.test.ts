import { execFile } from 'node:child_process'
import {
  copyFile,
  mkdir,
  open,
  readFile,
  readdir,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DemoFile } from '../../src/demo/index.ts'
import { archiveOf } from '../../src/database/backup/archive.ts'
import { format } from '../../src/database/backup/backup-format.ts'
import { withDigest } from '../../src/database/backup/file-digest.ts'
import { restoreBackup } from '../../src/database/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import { clientOf } from '../support/client.ts'
import {
  type ServerProcess,
  removeFolder,
  sellingOnly,
  startServer,
  temporaryFolder,
} from '../support/server-process.ts'
import { untilServed } from '../support/until-served.ts'

const source = fileURLToPath(new URL('../../src/', import.meta.url))
const run = promisify(execFile)

let folder: string
let server: ServerProcess | undefined
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(async () => {
  await server?.stop()
  await removeFolder(folder)
})

describe('a backup', () => {
  it('taken while the server sells is restored into an empty folder, which sells on', async () => {
    server = await startServer({ DATA_DIR: at('first'), ...(await sellingOnly('bike', folder)) })
    const shop = await shopOf(server, at('first'))
    const paid = await shop.offer()
    await shop.pay(paid)
    const open = await shop.offer()
    const closing = new AbortController()
    const customers = [1, 2].map(async () => {
      while (!closing.signal.aborted) await shop.offer()
    })
    const { stdout, stderr } = await operate(
      'backup',
      at('first'),
      at('running.backup'),
      '--with-keys',
    )
    closing.abort()
    await Promise.all(customers)
    await expect(restore(at('first'), at('running.backup'))).rejects.toThrow(
      'A server is running on',
    )
    await server.stop()

    expect(stdout).toContain('It also holds secrets: encryption.key and demo.json.')
    expect(stderr).toBe('')
    expect((await stat(at('running.backup'))).mode & 0o777).toBe(0o600)
    expect((await readdir(folder)).filter((name) => name.includes('.part'))).toEqual([])
    const restored = await operate('restore', at('second'), at('running.backup'))
    expect(restored.stdout).toContain('Start the server with: npm start')

    server = await startServer({ DATA_DIR: at('second') })
    const reopened = await shopOf(server, at('second'))
    expect(await reopened.statusOf(paid)).toBe('paid')
    await reopened.pay(open)
    await reopened.pay(await reopened.offer())
    expect(await reopened.statusOf(open)).toBe('paid')
    await server.stop()
    server = undefined
  })

  it('of a stopped server leaves the keys out unless they are asked for, and says so', async () => {
    const { stdout } = await operate('backup', at('first'), at('stopped.backup'))
    expect(stdout).toContain('The keys are not in it.')
    const content = gunzipSync(await readFile(at('stopped.backup'))).toString('latin1')
    const demo = await readDemo(at('first'))
    expect(content).toContain('"holds_keys": false')
    expect(content).not.toContain(demo.keys.live.secret)
    expect(content).not.toContain(
      (await readFile(join(at('first'), 'encryption.key'), 'utf8')).trim(),
    )

    const restored = await operate('restore', at('third'), at('stopped.backup'))
    expect(restored.stdout).toContain('The keys were not in the backup.')
    expect((await readdir(at('third'))).includes('encryption.key')).toBe(false)
  })

  it('overwrites no file, and finds no database where there is none', async () => {
    const refusals = [
      [operate('backup', at('first'), at('stopped.backup')), 'exists already'],
      [operate('backup', at('nowhere'), at('other.backup')), 'There is no database in'],
      [operate('backup', at('first')), 'Usage: npm run backup -- <file> [--with-keys]'],
    ] as const
    await Promise.all(
      refusals.map(([operating, message]) =>
        expect(operating).rejects.toMatchObject({ stderr: expect.stringContaining(message) }),
      ),
    )
  })
})

describe('a restore', () => {
  it('refuses a folder that is not empty', async () => {
    await mkdir(at('used'))
    await writeFile(join(at('used'), 'notes.txt'), 'mine')
    await expect(restore(at('used'), at('stopped.backup'))).rejects.toThrow('is not empty')
    expect(await readdir(at('used'))).toEqual(['notes.txt'])
  })

  it('refuses a file that breaks off, and leaves nothing behind', async () => {
    await copyFile(at('stopped.backup'), at('short.backup'))
    const { size } = await stat(at('short.backup'))
    for (const bytes of [size - 1_000, Math.floor(size / 2), 0]) {
      await truncate(at('short.backup'), bytes)
      await expect(restore(at('empty'), at('short.backup'))).rejects.toThrow('is damaged')
    }
    await expect(stat(at('empty'))).rejects.toThrow('ENOENT')
  })

  it('refuses a file with a changed byte, by decompression or by its checksum', async () => {
    await copyFile(at('stopped.backup'), at('bent.backup'))
    const file = await open(at('bent.backup'), 'r+')
    // How large it is depends on what PostgreSQL had to write.
    const middle = Math.floor((await file.stat()).size / 2)
    await file.write(Buffer.from([0x55, 0xaa, 0x55]), 0, 3, middle)
    await file.close()
    await expect(restore(at('empty'), at('bent.backup'))).rejects.toThrow('is damaged')
    const plain = gunzipSync(await readFile(at('stopped.backup')))
    const place = plain.indexOf('demo-insurance')
    plain.writeUInt8(plain.readUInt8(place) ^ 1, place)
    await writeFile(at('bent.backup'), gzipSync(plain, { level: 1 }))
    await expect(restore(at('empty'), at('bent.backup'))).rejects.toThrow(
      /is damaged: (its checksum is wrong|a header is damaged)/,
    )
  })

  it('refuses what is no backup, and one of another PostgreSQL', async () => {
    await writeFile(at('letter.backup'), 'Dear operator')
    await expect(restore(at('empty'), at('letter.backup'))).rejects.toThrow('is damaged')
    await expect(restore(at('empty'), at('none.backup'))).rejects.toThrow('does not exist')
    await expect(restore(at('empty'), await madeBy('17.2'))).rejects.toThrow(
      'The backup was made by PostgreSQL 17.2, and this release brings PostgreSQL 18',
    )
    await expect(stat(at('empty'))).rejects.toThrow('ENOENT')
  })

  it('leaves a PostgreSQL of your own to its own tools', async () => {
    const env = { DATABASE_URL: 'postgres://bindery@db.example.com/bindery' }
    await expect(operateWith(env, 'restore', at('stopped.backup'))).rejects.toMatchObject({
      stderr: expect.stringContaining('see docs/guides/backup.md'),
    })
  })
})

const at = (name: string) => join(folder, name)
const restore = (dataDir: string, file: string) =>
  restoreBackup({ dataDir, file, signal: new AbortController().signal })

function operate(entry: 'backup' | 'restore', dataDir: string, ...words: string[]) {
  return operateWith({ DATA_DIR: dataDir }, entry, ...words)
}

function operateWith(env: Record<string, string>, entry: string, ...words: string[]) {
  return run(process.execPath, [join(source, `${entry}.ts`), ...words], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
  })
}

async function readDemo(dataDir: string): Promise<DemoFile> {
  return JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as DemoFile
}

interface Offer {
  readonly id: string
  readonly payment_token: string
}

/** A customer's way through the shop; every step has to succeed. */
async function shopOf({ url }: ServerProcess, dataDir: string) {
  const demo = await readDemo(dataDir)
  const bare = clientOf(url, demo)
  const product = demo.products['bike']
  if (product === undefined) throw new Error('the demo sells no bike')
  const ask = async <Answer>(path: string, body?: JsonObject): Promise<Answer> => {
    const { code, answer } = await untilServed(async (headers) => {
      const one = await bare(path, body, headers)
      return { code: one?.body['code'], answer: one }
    })
    if (answer === null || code !== undefined) throw new Error(JSON.stringify(answer))
    return answer.body as unknown as Answer // Each caller says what the contract says.
  }
  return {
    offer: async () => {
      const { item_id, subscription_plan_id, integration_id, quote: data } = product
      const quote = { item_id, subscription_plan_id, integration_id, data }
      const { token } = await ask<{ token: string }>('/quotes', quote)
      return ask<Offer>('/policies', { ...product.policy, quote_token: token })
    },
    pay: ({ id, payment_token }: Offer) =>
      ask('/payments', {
        token: payment_token,
        policy_id: id,
        provider: 'invoice',
        method: 'invoice',
      }),
    statusOf: async ({ id }: Offer) => (await ask<{ status: string }>(`/policies/${id}`)).status,
  }
}

/** The backup as another PostgreSQL would have made it, with a checksum that is right. */
async function madeBy(version: string): Promise<string> {
  const head = {
    format,
    made_at: '2027-03-01T09:00:00Z',
    postgresql: version,
    holds_keys: false,
  }
  const chunks = await Array.fromAsync(archiveOf(head, [], noCluster()))
  const compressed = gzipSync(Buffer.concat(chunks))
  const whole = await Array.fromAsync(withDigest(Readable.from([compressed])))
  await writeFile(at('other-version.backup'), Buffer.concat(whole))
  return at('other-version.backup')
}

async function* noCluster(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(1024)
}
