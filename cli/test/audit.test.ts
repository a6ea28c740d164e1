import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Fragment, compose, fragment } from '@bindery/server/src/database/index.ts'
import { orderEvents } from '@bindery/server/src/events/index.ts'
import { chainRecords } from '@bindery/server/src/evidence/index.ts'
import { sellerOn, soldPolicy } from '@bindery/server/test/builders/sale.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedPlatform, servedPlatform } from './support/served-platform.ts'

let served: ServedPlatform
let folder: string
/** The link that was forged last. */
let reached = 0
const forged: string[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-audit-'))
  served = await servedPlatform()
  for (let sold = 0; sold < 6; sold++) await soldPolicy(sellerOn(served.platform))
  await orderEvents(served.platform.db)
  await chainRecords(served.platform.db)
})
afterAll(async () => {
  const { db } = served.platform
  await db.query(compose`delete from events where id = any (${forged}::text[])`) // Of no form any more.
  await served.close()
  await rm(folder, { recursive: true })
})

const verify = (...more: string[]) => served.cli.run(['audit', 'verify', ...more])

describe('bindery audit verify', () => {
  it('verifies the chain, and prints an anchor that is found again', async () => {
    const { stdout, code } = await verify()
    expect(code).toBe(0)
    expect(stdout).toContain('The chain is intact.')
    reached = Number(/(\d+):/.exec(stdout)?.[1])
    const [, anchor = ''] = /anchor +(\d+:\w{64})/.exec(stdout) ?? []
    expect((await verify('--anchor', anchor)).code).toBe(0)
    const other = await verify(
      '--anchor',
      anchor.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    )
    expect(other.code).toBe(1)
    expect(other.stdout).toContain('differs from the anchor')
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
    expect(forged.stdout).toMatch(
      /Link \d+, of evt_\w+, is broken: its record or the link itself was changed/,
    )
  })

  /** Each before the last, so that it is the first that does not hold; `link` is what it is done to. */
  it.each<[string, string, (link: Fragment) => Fragment[]]>([
    [
      'whose record is gone',
      'its record is missing',
      (link) => [fragment`delete from events where id = (select record_id from ${link})`],
    ],
    [
      'of which the content was written anew',
      'the content of its record was changed',
      (link) => [
        fragment`update events set data = data || '{"forged": true}'
          where id = (select record_id from ${link})`,
      ],
    ],
    [
      'of which the content was blanked, and the salt was not',
      'the content of its record was changed',
      (link) => [
        fragment`update events set data = '{}' where id = (select record_id from ${link})`,
      ],
    ],
    [
      'of which the salt was erased alone',
      'its record was erased but still has content',
      (link) => [
        fragment`update evidence_links set salt = null where hash = (select hash from ${link})`,
      ],
    ],
    [
      'that was written anew, hash and all, before one that knew it otherwise',
      'its record or the link itself was changed',
      (link) => [
        fragment`update evidence_links set hash = sha256(hash)
          where hash = (select hash from ${link})`,
      ],
    ],
    [
      'that was taken out',
      'is missing',
      (link) => [fragment`delete from evidence_links where hash = (select hash from ${link})`],
    ],
    [
      'that has changed places with the next',
      'its record or the link itself was changed',
      (link) => [
        fragment`alter table evidence_links drop constraint evidence_links_pkey`,
        fragment`update evidence_links set number = 2 * (select number from ${link}) + 1 - number
          where chain_id = (select chain_id from ${link})
            and number - (select number from ${link}) in (0, 1)`,
      ],
    ],
  ])('names the first link %s', async (_, why, forge) => {
    const { db } = served.platform
    const number = (reached -= 2)
    const link = fragment`(select link.* from evidence_links as link
      join evidence_chains on id = chain_id where not livemode and link.number = ${number}) as link`
    const [{ id } = { id: '' }] = await db.query<{ id: string }>(compose`
      select record_id as id from ${link}`)
    forged.push(id)
    for (const one of forge(link)) await db.query(compose`${one}`)
    const { stdout, code } = await verify()
    expect(code).toBe(1)
    // What is gone cannot be shown: the link after it is.
    const [, named] = /✗ Link (\d+)/.exec(stdout) ?? []
    expect(stdout).toContain(why)
    expect(Number(named) - number).toBe(why === 'is missing' ? 1 : 0)
  })
})
