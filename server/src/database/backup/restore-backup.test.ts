import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { archiveOf } from './archive.ts'
import { restoreBackup } from './restore-backup.ts'
import { endOfArchive, entryOf } from './tar.ts'

let folder: string
let whole: Buffer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-backups-'))
  const head = { format: 1, made_at: '2027-03-01T09:00:00Z', postgresql: '17.2', holds_keys: true }
  const keys = [{ name: 'encryption.key', isSecret: true, content: Buffer.from('a key') }]
  const chunks = await Array.fromAsync(archiveOf(head, keys, cluster()))
  whole = gzipSync(Buffer.concat(chunks))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function* cluster(): AsyncGenerator<Buffer> {
  yield entryOf('PG_VERSION', Buffer.from('17\n'))
  yield entryOf('base', Buffer.from(Array.from({ length: 300 }, (_, n) => (n * n) % 251)))
  yield endOfArchive
}

/** Why it is refused. One that is whole is of a PostgreSQL that this release does not bring. */
async function refusal(backup: Buffer): Promise<string> {
  const file = join(folder, 'some.backup')
  await writeFile(file, backup)
  const dataDir = join(folder, 'data')
  const order = { dataDir, file, signal: new AbortController().signal }
  const error: unknown = await restoreBackup(order).catch((thrown: unknown) => thrown)
  await expect(stat(dataDir)).rejects.toThrow('ENOENT')
  return error instanceof Error ? error.message : 'it was restored'
}

const isWhole = 'The backup was made by PostgreSQL 17.2'
const damaged = 'is not a whole backup'
/** Of the header of the compression: when, how and where it was made, which nobody reads. */
const unread = [4, 5, 6, 7, 8, 9]

describe('a backup', () => {
  it('that is whole is taken for one', async () => {
    expect(await refusal(whole)).toContain(isWhole)
  })

  it('is refused with another byte in whatever place', async () => {
    for (const place of whole.keys()) {
      if (unread.includes(place)) continue
      const bent = Buffer.from(whole)
      bent.writeUInt8(bent.readUInt8(place) ^ 0x55, place)
      expect(await refusal(bent), `byte ${place}`).toContain(damaged)
    }
  })

  it('is refused however it breaks off', async () => {
    for (let length = 0; length < whole.length; length += 3) {
      expect(await refusal(whole.subarray(0, length)), `after ${length}`).toContain(damaged)
    }
  })

  it('is refused with anything behind its end', async () => {
    for (const more of [Buffer.from([0x55, 0xaa, 0x55]), Buffer.alloc(1_000), whole]) {
      expect(await refusal(Buffer.concat([whole, more]))).toContain(damaged)
    }
  })
})
