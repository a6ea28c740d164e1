import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { archiveOf } from './archive.ts'
import { format } from './backup-format.ts'
import { withDigest } from './file-digest.ts'
import { restoreBackup } from './restore-backup.ts'
import { endOfTar, tarEntry } from './tar.ts'

let folder: string
let whole: Buffer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-backups-'))
  whole = Buffer.concat(await Array.fromAsync(withDigest(once(await compressed(format)))))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function compressed(asFormat: number): Promise<Buffer> {
  const head = { made_at: '2027-03-01T09:00:00Z', postgresql: '17.2', holds_keys: true }
  const keys = [{ name: 'encryption.key', isSecret: true, content: Buffer.from('a key') }]
  const chunks = await Array.fromAsync(archiveOf({ format: asFormat, ...head }, keys, cluster()))
  return gzipSync(Buffer.concat(chunks), { level: 1 })
}

async function* once(chunk: Buffer): AsyncGenerator<Buffer> {
  yield chunk
}

/** With the runs of zeros that logs and pages of PostgreSQL are full of. */
async function* cluster(): AsyncGenerator<Buffer> {
  yield tarEntry('PG_VERSION', Buffer.from('17\n'))
  yield tarEntry('base', Buffer.from(Array.from({ length: 300 }, (_, n) => (n * n) % 251)))
  yield tarEntry('pg_wal', Buffer.alloc(64 * 1024))
  yield endOfTar
}

/** Why it is refused. One that is whole is of a PostgreSQL that this release does not bring. */
async function refusal(backup: Buffer): Promise<string> {
  const file = join(folder, 'some.backup')
  await writeFile(file, backup)
  const dataDir = join(folder, 'data')
  const request = { dataDir, file, signal: new AbortController().signal }
  const error: unknown = await restoreBackup(request).catch((thrown: unknown) => thrown)
  await expect(stat(dataDir)).rejects.toThrow('ENOENT')
  return error instanceof Error ? error.message : 'it was restored'
}

const isWhole = 'The backup was made by PostgreSQL 17.2'
const damaged = 'is damaged'

/**
 * Every byte of the header, of the checksums and of what lies between them, and some of the rest.
 */
const places = () => {
  const end = whole.length - 110
  return [...whole.keys()].filter((place) => place < 12 || place > end || place % 17 === 0)
}

function bent(place: number, mask: number): Buffer {
  const bytes = Buffer.from(whole)
  bytes.writeUInt8(bytes.readUInt8(place) ^ mask, place)
  return bytes
}

describe('a backup', () => {
  it('that is whole is taken for one', async () => {
    expect(await refusal(whole)).toContain(isWhole)
  })

  it('is refused with another byte in whatever place', async () => {
    for (const place of places()) {
      const mask = 1 + ((place * 97) % 255)
      expect(await refusal(bent(place, mask)), `byte ${place} ^ ${mask}`).toContain(damaged)
    }
  })

  // In a run of zeros it is the same from how far back they are repeated.
  it('is refused also with bytes that decompress to the same', async () => {
    const plain = gunzipSync(whole)
    const bits = places().flatMap((place) => [0, 3, 7].map((bit) => bent(place, 1 << bit)))
    const same = bits.filter((bytes) => decompressesTo(plain, bytes))
    expect(same.length).toBeGreaterThan(40)
    for (const bytes of same) expect(await refusal(bytes)).toContain(damaged)
  })

  it('is refused however it breaks off', async () => {
    for (const length of places()) {
      expect(await refusal(whole.subarray(0, length)), `after ${length}`).toContain(damaged)
    }
  })

  it('is refused with anything behind its end', async () => {
    for (const more of [Buffer.from([0x55, 0xaa, 0x55]), Buffer.alloc(1_000), whole]) {
      expect(await refusal(Buffer.concat([whole, more]))).toContain(damaged)
    }
  })

  it('is refused without the checksum of the file', async () => {
    expect(await refusal(await compressed(format))).toContain(damaged)
  })

  it('from before the first release is refused, with the commit that opens it', async () => {
    const before = 'Check out commit '
    for (const older of [1, 2]) expect(await refusal(await compressed(older))).toContain(before)
  })
})

function decompressesTo(plain: Buffer, bytes: Buffer): boolean {
  try {
    return gunzipSync(bytes).equals(plain)
  } catch {
    return false
  }
}
