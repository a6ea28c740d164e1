import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import {
  accepted,
  deliveryReport,
  forwardReport,
  mailOf,
  mailWithDocuments,
  returnAddressOf,
} from '../builders/mails.ts'
import { managerOn } from '../builders/manager.ts'
import { roleKey } from '../builders/restricted.ts'
import { madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

const run = promisify(execFile)
const reason = 'Lawsuit 4 C 211/27.'
const hasOpenssl = await run('openssl', ['version']).then(
  () => true,
  () => false,
)
const noOpenssl =
  'this machine has no openssl, which the commands in an evidence bundle need. Install openssl.'

let platform: TestPlatform
let folder: string
let bundle: string
let policyId: string
beforeAll(async () => {
  platform = await openTestPlatform()
  folder = await mkdtemp(join(tmpdir(), 'bindery-bundle-'))
  bundle = join(folder, 'bundle')
  policyId = (await soldPolicy(sellerOn(platform, { product: 'bike' }))).id
  await mailWithDocuments(platform)
  await report()
  await soldPolicy(sellerOn(platform)) // Its events stand in the same chain.
  const exported = await managerOn(platform).get(bundleOf(policyId))
  expect(exported.statusCode, exported.body).toBe(200)
  expect(exported.headers['content-type']).toBe('application/x-tar')
  await unpack(exported.rawPayload, bundle)
})
afterAll(async () => {
  await platform.close()
  await rm(folder, { recursive: true })
})

/** What servers report about the newest mail: that they try again, and that it has arrived. */
const reports: string[] = []
async function report(): Promise<void> {
  const id = await accepted(platform, await mailOf(platform, policyId))
  const to = await returnAddressOf(platform, id)
  const diagnostic = 'smtp; 451 4.7.1 Größe' // As one byte a letter it is still the same.
  reports.push(deliveryReport({ to, action: 'delayed', status: '4.7.1', diagnostic }))
  reports.push(deliveryReport({ to, action: 'delivered', status: '2.1.5' }))
  for (const one of [...reports, ...reports]) {
    const taken = await forwardReport(platform, one)
    expect(taken.statusCode, taken.body).toBe(200)
    platform.clock.advance({ seconds: 1 })
  }
}

const bundleOf = (id: string) =>
  `/manage/policies/${id}/evidence_bundle?reason=${encodeURIComponent(reason)}`

async function unpack(archive: Buffer, into: string): Promise<void> {
  const file = `${into}.tar`
  await writeFile(file, archive)
  await run('mkdir', ['-p', into])
  await run('tar', ['-xf', file, '-C', into])
}

/** The blocks of commands in a README, as somebody copies them. */
async function commandsIn(readme: string): Promise<string[]> {
  const text = await readFile(join(bundle, readme), 'utf8')
  return [...text.matchAll(/^ {4}\S.*\n(?: {4}.*\n)*/gm)].map(([block]) => block)
}

/** The last line that each block of commands answers in a folder, or one block alone. */
async function verify(at: string, { readme = 'README.txt', only = -1 } = {}): Promise<string[]> {
  const answers: string[] = []
  const blocks = await commandsIn(readme)
  for (const block of only === -1 ? blocks : blocks.slice(only, only + 1)) {
    const { stdout } = await run('sh', ['-c', block], { cwd: at }).catch(
      (failed: { stdout: string }) => failed,
    )
    answers.push(stdout.trim().split('\n').at(-1) ?? '')
  }
  return answers
}

async function filesIn(of: string): Promise<string[]> {
  return (await readdir(join(bundle, of))).map((name) => `${of}/${name}`).toSorted()
}

describe('the bundle of a policy', () => {
  it('holds its documents, mails to the byte, its ledger and all of its events', async () => {
    const documents = await filesIn('documents')
    expect(documents.filter((name) => name.endsWith('.pdf')).length).toBeGreaterThan(0)
    const mails = (await filesIn('mails')).filter((name) => name.endsWith('.eml'))
    const letter = await simpleParser(await readFile(join(bundle, mails.at(-1) ?? '')))
    expect(letter.attachments.length).toBeGreaterThan(0)
    const [delayed = '', delivered = ''] = await filesIn('reports')
    expect([delayed, delivered]).toEqual([
      expect.stringMatching(/^reports\/\d{6}-1-temporary\.eml$/),
      expect.stringMatching(/^reports\/\d{6}-2-delivered\.eml$/),
    ])
    for (const [index, name] of [delayed, delivered].entries()) {
      expect(await readFile(join(bundle, name), 'utf8')).toBe(reports[index])
    }
    const account = JSON.parse(await readFile(join(bundle, 'ledger/account.json'), 'utf8')) as {
      policy_id: string
      entries: { kind: string }[]
    }
    expect(account.policy_id).toBe(policyId)
    expect(account.entries.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['charge', 'payment']),
    )
    const postings = await readFile(join(bundle, 'ledger/postings.csv'), 'utf8')
    expect(postings.trimEnd().split('\n').length).toBeGreaterThan(2)
    const [{ count } = { count: 0 }] = await platform.db.query<{ count: number }>(sql`
      select count(*)::int as count from events where policy_id = ${policyId}`)
    expect((await filesIn('events')).filter((name) => name.endsWith('.json'))).toHaveLength(count)
  })

  it.for(['README.txt', 'LIESMICH.txt'])(
    'is verified by the commands of %s',
    async (readme, { skip }) => {
      skip(!hasOpenssl, noOpenssl)
      const answers = await verify(bundle, { readme })
      expect(answers).toEqual(['OK', 'OK', expect.stringMatching(/^OK: \d+ events$/), whole])
      const [, anchor = ''] = /^OK: (.*)$/.exec(answers.at(-1) ?? '') ?? []
      expect(await readFile(join(bundle, readme), 'utf8')).toContain(`\n   ${anchor}\n`)
      const [number, hash] = anchor.split(':')
      const chain = await managerOn(platform).get(`/manage/evidence?after=${Number(number) - 1}`)
      expect(chain.json<{ links: { hash: string }[] }>().links[0]?.hash).toBe(hash)
    },
  )

  it('leaves an entry in the audit log, with the reason', async () => {
    const log = await managerOn(platform).get(`/manage/audit?subject_id=${policyId}`)
    expect(log.json<object[]>()[0]).toMatchObject({
      action: 'personal_data.revealed',
      after: { field: 'evidence_bundle', reason },
    })
  })

  it('is for those alone who may see all that is in it', async () => {
    const bikes = [platform.demo.products['bike']?.product_id ?? '']
    const others = (['personal_data.read', 'personal_data.reveal', 'accounting.read'] as const).map(
      (permission) => ({ permission }),
    )
    const ask = async (role: string, grants: Parameters<typeof roleKey>[2], id = policyId) => {
      const key = await roleKey(platform, role, grants)
      return (await managerOn(platform, key).get(bundleOf(id))).json<object>()
    }
    const audit = { permission: 'audit.read' } as const
    const policies = { permission: 'policies.read', productIds: bikes } as const
    expect(await ask('no_audit', [...others, policies])).toMatchObject({
      code: 'permission_missing',
      message: expect.stringContaining('audit.read') as unknown,
    })
    expect(await ask('no_policies', [...others, audit])).toMatchObject({
      code: 'permission_missing',
      message: expect.stringContaining('policies.read') as unknown,
    })
    const { id } = await madeOffer(sellerOn(platform))
    expect(await ask('bikes_alone', [...others, audit, policies], id)).toMatchObject({
      code: 'policy_not_found',
    })
  })

  it('still proves an event whose content was erased', async ({ skip }) => {
    skip(!hasOpenssl, noOpenssl)
    const [event] = await platform.db.query<{ id: string; data: JsonObject }>(sql`
      select id, data from events where policy_id = ${policyId} and type = 'policy.issued'`)
    if (event === undefined) throw new Error('the policy was not issued')
    await platform.db.query(sql`update events set data = '{}' where id = ${event.id}`)
    await platform.db.query(sql`
      update evidence_links set salt = null where record_id = ${event.id}`)
    const again = join(folder, 'erased')
    await unpack((await managerOn(platform).get(bundleOf(policyId))).rawPayload, again)
    expect(await readFile(join(again, 'events/list.txt'), 'utf8')).toContain('.json erased {')
    const [, , events, chain] = await verify(again)
    expect([events, chain]).toEqual([expect.stringMatching(/^OK: \d+ events$/), whole])
    // Every event is of its form when the platform closes.
    await platform.db.query(sql`
      update events set data = ${JSON.stringify(event.data)}::jsonb where id = ${event.id}`)
  })
})

const whole: unknown = expect.stringMatching(/^OK: \d+:[0-9a-f]{64}$/)

/** Somebody changes the bundle; `clever` also writes its sums anew. */
describe('the commands find', () => {
  beforeEach(({ skip }) => skip(!hasOpenssl, noOpenssl))
  const eventNames = async () => (await filesIn('events')).filter((name) => name.endsWith('.json'))
  const firstOf = async (of: string, ending: string) =>
    (await filesIn(of)).find((name) => name.endsWith(ending)) ?? ''

  it.each<[string, string, number, () => Promise<string>]>([
    ['a document', 'no event names documents/', 1, () => firstOf('documents', '.pdf')],
    ['a mail', 'no event names mails/', 1, () => firstOf('mails', '.eml')],
    ['a report', 'no event names reports/', 1, () => firstOf('reports', '-delivered.eml')],
    ['an event', 'was changed', 2, () => firstOf('events', '.json')],
    ['a link of the chain', 'WRONG: link ', 3, () => firstOf('chain', '000001.txt')],
  ])('one changed byte of %s', async (_, wrong, block, find) => {
    const at = await copied()
    const file = join(at, await find())
    const bytes = await readFile(file)
    const middle = Math.floor(bytes.length / 2)
    bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle)
    await writeFile(file, bytes)
    expect(await verify(at, { only: 0 })).not.toEqual(['OK'])
    await sumAgain(at)
    expect(await verify(at, { only: 0 })).toEqual(['OK'])
    expect(await verify(at, { only: block })).toEqual([expect.stringContaining(wrong)])
  })

  it('an event that was taken out', async () => {
    const at = await copied()
    const last = (await eventNames()).at(-1) ?? ''
    const list = join(at, 'events/list.txt')
    const lines = (await readFile(list, 'utf8')).trimEnd().split('\n')
    await writeFile(list, `${lines.slice(0, -1).join('\n')}\n`)
    await rm(join(at, last))
    await sumAgain(at)
    expect((await verify(at, { only: 2 }))[0]).toMatch(
      /^WRONG: the chain has \d+ events of the policy$/,
    )
  })

  it('a link that was taken out', async () => {
    const at = await copied()
    const file = join(at, 'chain/links-000001.txt')
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
    await writeFile(file, `${lines.toSpliced(1, 1).join('\n')}\n`)
    expect((await verify(at, { only: 3 }))[0]).toMatch(/^WRONG: link \d+$/)
  })

  async function copied(): Promise<string> {
    const at = await mkdtemp(join(folder, 'forged-'))
    await cp(bundle, at, { recursive: true })
    return at
  }

  const sumAgain = (at: string) =>
    run(
      'sh',
      ['-c', 'rm SHA256SUMS; sha256sum README.txt LIESMICH.txt */* > ../s; mv ../s SHA256SUMS'],
      {
        cwd: at,
      },
    )
})
