import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { eventForms, eventTypes } from '../../src/events/index.ts'
import type { PolicyId } from '../../src/kernel/index.ts'
import { lockPolicies } from '../../src/policies/index.ts'
import { madeOffer, sellerOn } from '../builders/sale.ts'
import { misfitOf, misfitsIn } from '../support/fitting-events.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { documentedTables } from '../support/documented-states.ts'

let platform: TestPlatform
let policyId: PolicyId
beforeAll(async () => {
  platform = await openTestPlatform()
  policyId = (await madeOffer(sellerOn(platform))).id as PolicyId // As the platform named it.
})
afterAll(() => platform.close())

/** Every test that sells or cancels anything relies on this to notice a state without an event. */
describe('a change of state', () => {
  it('fails in tests when no event reports it', async () => {
    const silent = platform.db.transaction(async (tx) => {
      await lockPolicies(tx, [policyId])
      await tx.query(sql`update policies set status = 'expired' where id = ${policyId}`)
    })
    await expect(silent).rejects.toThrow('no event reports it')
  })

  it('fails when there is only another event', async () => {
    const wrong = platform.db.transaction(async (tx) => {
      await lockPolicies(tx, [policyId])
      await tx.query(sql`update policies set status = 'expired' where id = ${policyId}`)
      await tx.query(sql`
        insert into events (id, type, livemode, insurer_id, distributor_id, subject_id, policy_id,
          data, created_at)
        select 'evt_untold', 'policy.issued', livemode, insurer_id, distributor_id, id, id, '{}',
          now()
        from policies where id = ${policyId}`)
    })
    await expect(wrong).rejects.toThrow('no event reports it')
  })
})

/** Tables that are internal, or that only their owner changes. */
const tablesWithoutEvents = {
  portfolio_checks: 'asked for and looked at by the one who asks',
  clocks: 'moved by the one who tests, and what happens on them has events',
  idempotency_keys: 'of requests',
  impacts: 'asked for and looked at by the one who asks',
  reconciliation_items: 'a comparison that is made anew each hour, in inbox and metrics',
  request_errors: 'the status of an answer, which is no state',
  request_log: 'the status of an answer, which is no state',
  tasks: 'a list of what people do, in the audit log',
  mandate_setups:
    'one that succeeds is reported as a mandate that was given, others change nothing',
  mails: 'have an event where they are composed, sent or parked; what waits has none',
  webhook_deliveries: 'a delivery of an event has no event of its own',
  webhooks: 'have an event where they are disabled by what they answer, not by their owner',
}

describe('a table that has states', () => {
  it('is watched, or there is a reason why not', async () => {
    const found = await platform.db.query<{ name: string }>(sql`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name in ('state', 'status')`)
    const known = [...documentedTables, ...Object.keys(tablesWithoutEvents)]
    expect(found.map(({ name }) => name).toSorted()).toEqual(known.toSorted())
  })
})

describe('an event', () => {
  it('is noticed where it does not have the form of its type', async () => {
    expect(await misfitsIn(platform.connection)).toEqual([])
    const type = 'policy.cancelled'
    const data = { version_id: 'tpv_1', termination_date: '2029-06-30' }
    expect(misfitOf({ type, data })).toEqual([])
    const wrong = [{}, { ...data, termination_date: 'soon' }, { ...data, first_name: 'Ada' }]
    for (const one of wrong) expect(misfitOf({ type, data: one })).toHaveLength(1)
  })

  it.each(eventTypes)('of type %s has a schema of its data', (type) => {
    const { version, when, data } = eventForms[type]
    expect(version).toBeGreaterThan(0)
    expect(when).toMatch(/\.$/)
    for (const [name, property] of Object.entries<object>(data.properties)) {
      expect(Reflect.get(property, 'description'), name).toMatch(/\.$/)
    }
  })
})
