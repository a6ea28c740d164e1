import { type Evidence, verifyEvidence } from '@bindery/sdk'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Fragment, compose, fragment, sql } from '../../src/database/index.ts'
import { orderEvents } from '../../src/events/index.ts'
import { chainRecords } from '../../src/evidence/index.ts'
import { mintId } from '../../src/kernel/index.ts'
import { actingFor, browserOn, newPerson } from '../builders/people.ts'
import { managerOn } from '../builders/manager.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
  await soldPolicy(sellerOn(platform))
  await managerOn(platform).post('/manage/distributors', { name: 'Bright Brokers' })
  await chained()
})
afterAll(() => platform.close())

async function chained(): Promise<number> {
  await orderEvents(platform.db)
  return chainRecords(platform.db)
}

/** The whole chain as a reader of the API gets it, in pages of a few links. */
async function* pages(limit = 7): AsyncGenerator<Evidence> {
  for (let after = 0; ;) {
    const answer = await managerOn(platform).get(`/manage/evidence?after=${after}&limit=${limit}`)
    expect(answer.statusCode).toBe(200)
    const page = answer.json<Evidence>()
    yield page
    const last = page.links.at(-1)
    if (last === undefined) return
    after = last.number
  }
}
const verified = (...anchors: Parameters<typeof verifyEvidence>[1] & object) =>
  verifyEvidence(pages(), anchors)

/** Does what only somebody may who can write past the platform, for the time of a test. */
const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const one of undo.splice(0)) await one()
})
async function forged(statement: Fragment, back: Fragment): Promise<void> {
  await platform.db.query(compose`${statement}`)
  undo.push(() => platform.db.query(compose`${back}`))
}

describe('the chain of an insurer', () => {
  it('proves every event and every entry of the audit log, each once', async () => {
    const all = await Array.fromAsync(pages())
    const links = all.flatMap((page) => page.links)
    const events = await platform.db.query(sql`select id from events where not livemode`)
    expect(links.filter(({ kind }) => kind === 'event')).toHaveLength(events.length)
    expect(new Set(links.map((link) => link.record_id)).size).toBe(links.length)
    const verdict = await verifyEvidence(all)
    expect(verdict).toEqual({ links: links.length, erased: 0, end: all[0]?.end, fault: null })
    expect(verdict.links).toBeGreaterThan(5)
  })

  it('names people and their requests, and still verifies entries that knew keys alone', async () => {
    const anna = await newPerson(platform)
    const browser = browserOn(platform, { address: '192.0.2.7' })
    await browser.signIn(anna.email)
    // As the first form of the log wrote it.
    await platform.db.query(sql`
      insert into audit_entries (id, account_id, key_id, action, subject_id, before, after, livemode,
        created_at, form)
      values (${mintId('aud', platform.clock())}, ${anna.accountId}, 'key_1', 'webhook.created', 'whk_1',
        null, '{}', false, ${platform.clock()}, 1)`)
    const body = { kind: 'public', livemode: false, name: 'shop' }
    const headers = actingFor(anna.accountId)
    const made = await browser.send('POST', '/manage/keys', { body, headers })
    await chained()
    expect(await verified()).toMatchObject({ fault: null })
    // Entries about both modes are in the chain of live mode.
    const live = await managerOn(platform, platform.demo.insurer.live.secret).get(
      '/manage/evidence?limit=1000',
    )
    const links = live.json<Evidence>().links
    expect(await verifyEvidence([live.json<Evidence>()])).toMatchObject({ fault: null })
    const link = links.find(({ record }) => record?.['request_id'] === made.headers['x-request-id'])
    expect(link).toMatchObject({
      record: { form: 2, user_id: anna.id, key_id: null },
      content: { address: '192.0.2.7', session_id: expect.stringMatching(/^ses_/) as unknown },
    })
    expect(JSON.stringify(link?.record)).not.toMatch(/192\.0\.2\.7|ses_/)
  })

  it('goes on with what happens, whichever process carries it on, and one after the other', async () => {
    const { end } = await verified()
    const policies = await Promise.all([1, 2, 3].map(() => soldPolicy(sellerOn(platform))))
    const transactions = transactionsOn(platform, sellerOn(platform))
    for (const { id } of policies) await transactions.cancel(id, '2027-12-31')
    await orderEvents(platform.db)
    // Two entries and two events: a process without time for more leaves the rest to the next.
    expect(await chainRecords(platform.db, 2, async () => false)).toBe(4)
    await Promise.all([1, 2, 3].map(() => chainRecords(platform.db, 2)))
    const grown = await verified(end)
    expect(grown).toMatchObject({ fault: null })
    expect(grown.links).toBeGreaterThan(end.number + policies.length * 3)
  })

  it('holds also where a transaction dies over it', async () => {
    await soldPolicy(sellerOn(platform))
    await orderEvents(platform.db)
    const died = platform.db.transaction(async (tx) => {
      await tx.query(sql`update evidence_end set position = position + 1`)
      throw new Error('killed')
    })
    await expect(died).rejects.toThrow('killed')
    expect(await chained()).toBeGreaterThan(0)
    expect(await verified()).toMatchObject({ fault: null })
  })
})

describe('the first link that does not hold is named where', () => {
  const third = fragment`(select record_id from evidence_links join evidence_chains on id = chain_id
    where not livemode and evidence_links.number = 3)`

  it('an event says something else', async () => {
    await forged(
      fragment`update events set data = data || '{"forged": true}' where id = ${third}`,
      fragment`update events set data = data - 'forged' where id = ${third}`,
    )
    const { fault, links } = await verified()
    expect(fault).toMatchObject({ number: 3, why: 'the content of its record was changed' })
    expect(links).toBe(2)
  })

  it('an event is of another day', async () => {
    await forged(
      fragment`update events set created_at = created_at - interval '1 day' where id = ${third}`,
      fragment`update events set created_at = created_at + interval '1 day' where id = ${third}`,
    )
    expect((await verified()).fault).toMatchObject({ number: 3 })
  })

  it('an entry of the audit log was changed', async () => {
    const [entry] = (await Array.fromAsync(pages()))
      .flatMap(({ links }) => links)
      .filter(({ kind }) => kind === 'audit')
    if (entry === undefined) throw new Error('a policy transaction is in the log')
    const { record_id: id, number } = entry
    await forged(
      fragment`update audit_entries set action = 'key.created' where id = ${id}`,
      fragment`update audit_entries set action = ${String(entry.record?.['action'])} where id = ${id}`,
    )
    expect((await verified()).fault).toMatchObject({ number, record_id: id })
  })

  it('a link is taken out, or the end of the chain', async () => {
    const { end } = await verified()
    const all = await Array.fromAsync(pages())
    const without = (number: number) =>
      all.map((page) => ({ ...page, links: page.links.filter((link) => link.number < number) }))
    const hole = all.map((page) => ({
      ...page,
      links: page.links.filter((link) => link.number !== 4),
    }))
    expect((await verifyEvidence(hole)).fault).toMatchObject({ why: 'link 4 is missing' })
    expect((await verifyEvidence(without(end.number))).fault).toMatchObject({ number: end.number })
    // Somebody who writes the end anew as well is found by what was kept elsewhere.
    const shorter = without(end.number).map((page) => {
      const last = all.flatMap(({ links }) => links).at(-2)
      return { ...page, end: { number: end.number - 1, hash: String(last?.hash) } }
    })
    expect((await verifyEvidence(shorter)).fault).toBeNull()
    expect((await verifyEvidence(shorter, [end])).fault).toMatchObject({ number: end.number })
  })

  it('the last link is taken out of the database, or two have changed places', async () => {
    const { end } = await verified()
    const chain = fragment`(select id from evidence_chains where not livemode
      and insurer_id = (select insurer_id from events limit 1))`
    const swapped = fragment`update evidence_links set number = 7 - number
      where number in (3, 4) and chain_id = ${chain}`
    await platform.db.query(compose`alter table evidence_links drop constraint evidence_links_pkey`)
    await forged(swapped, swapped)
    expect((await verified()).fault).toMatchObject({ number: 3 })
    for (const one of undo.splice(0)) await one()
    await platform.db.query(compose`alter table evidence_links add primary key (chain_id, number)`)
    expect((await verified()).fault).toBeNull()
    const last = fragment`where number = ${end.number} and chain_id = ${chain}`
    await platform.db.query(compose`create table taken as select * from evidence_links ${last}`)
    await forged(
      fragment`delete from evidence_links ${last}`,
      fragment`insert into evidence_links select * from taken`,
    )
    const { fault } = await verified()
    expect(fault?.number).toBe(end.number)
    expect(fault?.why).toMatch(/^it is missing/)
  })

  it('a link is another than the one that was kept', async () => {
    const anchor = { number: 2, hash: '0'.repeat(64) }
    expect((await verified(anchor)).fault).toMatchObject({ number: 2 })
  })
})

describe('erasing', () => {
  const unknownEnd = { number: 0, hash: '' }

  it('what a record says besides does not break the chain, and shows', async () => {
    const id = fragment`(select record_id from evidence_links join evidence_chains on id = chain_id
      where not livemode and evidence_links.number = 5)`
    await platform.db.query(compose`update events set data = '{}' where id = ${id}`)
    expect((await verified()).fault).toMatchObject({ number: 5 })
    await platform.db.query(compose`update evidence_links set salt = null where record_id = ${id}`)
    expect(await verified()).toMatchObject({ fault: null, erased: 1 })
    await platform.db.query(compose`update events set data = '{"a": [1]}' where id = ${id}`)
    const { fault } = await verified((await Array.fromAsync(pages()))[0]?.end ?? unknownEnd)
    expect(fault).toMatchObject({ why: 'its record was erased but still has content' })
    await platform.db.query(compose`update events set data = '{}' where id = ${id}`)
    await platform.db.query(compose`update events set data_version = 0 where id = ${id}`)
    expect((await verified()).fault).toMatchObject({ number: 5 })
    // As it is again, but for what was erased: that has no form any more.
    undo.push(() => platform.db.query(compose`update events set data_version = 0 where id = ${id}`))
    await platform.db.query(compose`update events set data_version = 1 where id = ${id}`)
    const page = (
      await managerOn(platform).get('/manage/evidence?after=4&limit=1')
    ).json<Evidence>()
    expect(page.links).toMatchObject([{ number: 5, salt: null, content: {} }])
  })
})
