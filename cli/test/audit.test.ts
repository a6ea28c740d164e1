import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../server/src/database/index.ts'
import { orderEvents } from '../../server/src/events/index.ts'
import { chainRecords } from '../../server/src/evidence/index.ts'
import { sellerOn, soldPolicy } from '../../server/test/builders/sale.ts'
import type { EvidenceVerdict } from '../src/sdk.ts'
import { type ServedPlatform, servedPlatform } from './support/served-platform.ts'

let served: ServedPlatform
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-audit-'))
  served = await servedPlatform()
  await soldPolicy(sellerOn(served.platform))
  await orderEvents(served.platform.db)
  await chainRecords(served.platform.db)
})
afterAll(async () => {
  await served.close()
  await rm(folder, { recursive: true })
})

const verify = (...more: string[]) => served.cli.run(['audit', 'verify', ...more])

describe('bindery audit verify', () => {
  it('proves the chain, and tells an anchor that is found again', async () => {
    const { stdout, code } = await verify()
    expect(code).toBe(0)
    expect(stdout).toContain('The chain holds.')
    const [, anchor = ''] = /anchor +(\d+:\w{64})/.exec(stdout) ?? []
    expect((await verify('--anchor', anchor)).code).toBe(0)
    const other = await verify(
      '--anchor',
      anchor.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    )
    expect(other.code).toBe(1)
    expect(other.stdout).toContain('kept elsewhere')
    expect((await verify('--anchor', 'now')).stderr).toContain('64 hex digits')
  })

  it('proves what was exported, without a server, and names the first link that was changed', async () => {
    const file = join(folder, 'evidence.jsonl')
    const { stdout } = await served.cli.run(['audit', 'export'])
    await writeFile(file, stdout)
    expect((await verify('--file', file)).code).toBe(0)
    await writeFile(file, stdout.replace('"type":"policy.issued"', '"type":"policy.expired"'))
    const forged = await verify('--file', file)
    expect(forged.code).toBe(1)
    expect(forged.stdout).toMatch(/Link \d+, of evt_\w+, does not hold: its record was changed/)
  })

  it('names what is gone', async () => {
    const { db } = served.platform
    const [gone] = await db.query<{ id: string }>(sql`
      delete from events where type = 'policy.issued' returning id`)
    const { stdout, code } = await verify('--json')
    expect(code).toBe(1)
    const { fault } = JSON.parse(stdout) as EvidenceVerdict // As the SDK types it.
    expect(fault).toMatchObject({ record_id: gone?.id, why: 'what it proves is gone' })
  })
})
