import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { orderEvents } from '@bindery/server/src/events/index.ts'
import { chainRecords } from '@bindery/server/src/evidence/index.ts'
import type { JsonObject } from '@bindery/server/src/kernel/index.ts'
import { managerOn } from '@bindery/server/test/builders/manager.ts'
import { sellerOn, soldPolicy } from '@bindery/server/test/builders/sale.ts'
import { webhooksOf } from '@bindery/server/test/builders/webhooks.ts'
import { type TestPlatform, openTestPlatform } from '@bindery/server/test/support/platform.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Ledger, openLedger } from '../ledger.ts'
import type { Arrival } from '../load/webhook-receiver.ts'
import { auditEvidence } from './evidence.ts'
import { auditWebhooks } from './webhooks.ts'

let platform: TestPlatform
/** Of somebody who may write whatever he likes. */
let client: pg.Client
let folder: string
let ledgers = 0
/** What a receiver of all events got, in order. */
let arrivals: Arrival[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-doctored-'))
  platform = await openTestPlatform()
  const { superuser } = inject('testServer')
  client = new pg.Client({ ...superuser, database: platform.connection.database })
  await client.connect()
  await webhooksOf(platform).create({ url: 'https://crm.example.com/hook' })
  for (let sold = 0; sold < 2; sold += 1) await soldPolicy(sellerOn(platform))
  await managerOn(platform).post('/manage/keys', { kind: 'secret', livemode: true, name: 'till' })
  await orderEvents(platform.db)
  await chainRecords(platform.db)
  arrivals = await database.ask<Arrival & pg.QueryResultRow>(`
    select id as "eventId", policy_id as "policyId", sequence
    from events e join event_feed f on f.event_id = e.id
    where not e.livemode and created_at >= (select created_at from webhooks) order by f.position`)
  await database.ask('update webhooks set delivered_to = (select position from event_feed_end)')
})
afterAll(async () => {
  await client.end()
  await platform.close()
  await rm(folder, { recursive: true })
})

const database = {
  async ask<Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []) {
    return (await client.query<Row>(statement, values)).rows
  },
}
const counter = {
  async get(url: string, secret: string) {
    const headers = { authorization: `Bearer ${secret}` }
    const { statusCode: status, body: text } = await platform.app.inject({ url, headers })
    return { status, text, body: JSON.parse(text) as JsonObject }
  },
}

async function violationsOf(audit: (ledger: Ledger) => Promise<void>): Promise<string[]> {
  const ledger = openLedger(join(folder, `${ledgers++}.jsonl`))
  await audit(ledger)
  await ledger.close()
  return ledger.violations.map(({ rule }) => rule)
}

describe('the auditor of evidence', () => {
  const audited = () =>
    violationsOf((ledger) => auditEvidence(database, counter, platform.demo, ledger, 0))

  it('finds nothing where all holds', async () => {
    expect(await audited()).toEqual([])
  })

  it.each([
    [
      'a record that is not proved exactly once',
      `delete from evidence_links where (chain_id, number) in (
         select id, number from evidence_chains)`,
    ],
    [
      'a record that is not proved exactly once',
      `insert into evidence_links
       select chain_id, number + 1000, kind, record_id, salt, commitment, hash from evidence_links
       order by chain_id, number limit 1`,
    ],
    ['evidence that does not hold', `update events set data = '{"forged": true}'`],
    [
      'evidence that does not hold',
      `update audit_entries set action = 'key.revoked' where action = 'key.created'`,
    ],
    ['evidence that does not hold', `update events set subject_id = 'another' where sequence = 2`],
    ['evidence that does not hold', 'update evidence_links set number = -number where number = 2'],
    [
      'nothing was there to be proved',
      'truncate evidence_links; update evidence_chains set number = 0',
    ],
  ])('finds %s', async (rule, forgery) => {
    const tables = ['events', 'audit_entries', 'evidence_links', 'evidence_chains']
    for (const table of tables) await database.ask(`create table kept_${table} as table ${table}`)
    await database.ask(forgery)
    const found = await audited()
    await database.ask(`begin; truncate ${tables.join()};
      set local session_replication_role = replica;
      ${tables.map((table) => `insert into ${table} overriding system value table kept_${table}; drop table kept_${table};`).join('')}
      commit`)
    expect(found).toContain(rule)
    expect(await audited()).toEqual([])
  })
})

describe('the auditor of webhooks', () => {
  const audited = (got: readonly Arrival[], patienceMs = 0) =>
    violationsOf((ledger) =>
      auditWebhooks(database, { arrivals: got, recover: () => undefined }, ledger, patienceMs),
    )

  it('finds nothing where everything came, also twice', async () => {
    expect(arrivals.length).toBeGreaterThan(5)
    expect(await audited(arrivals)).toEqual([])
    expect(await audited([...arrivals, ...arrivals])).toEqual([])
  })

  it('finds what did not come', async () => {
    for (const missing of arrivals) {
      const rest = arrivals.filter((one) => one !== missing)
      expect(await audited(rest)).toEqual(['an endpoint did not get an event'])
    }
  })

  it('finds what came before the one that it follows, unless that had failed', async () => {
    const [one] = arrivals.filter(({ sequence }) => sequence === 1)
    if (one === undefined) throw new Error('a policy has a first event')
    const late = [...arrivals.filter((other) => other !== one), one]
    expect(await audited(late)).toEqual(['an event came before the one that it follows'])
    await database.ask(
      `insert into webhook_deliveries
         (webhook_id, event_id, state, round, failures, attempts, tried_at)
       select id, $1, 'delivered', 0, 0, '[{"failure": "answered with status 500"}]', now()
       from webhooks`,
      [one.eventId],
    )
    expect(await audited(late)).toEqual([])
    await database.ask('delete from webhook_deliveries')
  })

  it('finds that some events, or all of them, were not delivered', async () => {
    await database.ask('update webhooks set delivered_to = delivered_to - 1')
    expect(await audited(arrivals)).toEqual(['not every event was delivered'])
    await database.ask(
      "update webhooks set delivered_to = delivered_to + 1, livemode = true, created_at = 'infinity'",
    )
    expect(await audited([])).toEqual(['no event was delivered at all'])
  })
})
