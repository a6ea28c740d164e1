import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import { managerOn } from '../builders/manager.ts'
import { massEndorsementsOn } from '../builders/mass-endorsements.ts'
import { checkMoney } from '../builders/money-check.ts'
import { newPerson } from '../builders/people.ts'
import { roleKey } from '../builders/restricted.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { undocumented } from '../support/documented-states.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

/** One act on many policies, done as for one. */
let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
})
afterAll(async () => {
  expect((await checkMoney(platform)).faults).toEqual([])
  await platform.close()
})

const sold = async (count: number) => {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) ids.push((await soldPolicy(sellerOn(platform))).id)
  return ids
}
const act = (kind: string, policy_ids: readonly string[], more: JsonObject = {}) => ({
  product_id: 'cyber',
  kind,
  effective_date: '2027-06-30',
  filter: { policy_ids: [...policy_ids] },
  reason: 'The product ends.',
  ...more,
})
const statusOf = async (id: string) =>
  (await sellerOn(platform).get(`/policies/${id}`)).json<{ status: string; end_date: string }>()

describe('a cancellation of many', () => {
  it('shows the money before, cancels each once, and leaves others alone', async () => {
    const mass = massEndorsementsOn(platform)
    const [first = '', second = '', other = ''] = await sold(3)
    const id = await mass.draft(act('cancellation', [first, second]))
    const { preview } = await mass.preview(id)
    expect(preview).toMatchObject({ policies: 2, applied: 2, failed: {} })
    const [money] = preview?.money ?? []
    expect(Number(money?.['premium_after'])).toBeLessThan(0)
    expect((await statusOf(first)).status).toBe('paid')
    const done = await mass.start(id)
    expect(done).toMatchObject({ status: 'done', result: { applied: 2, money: [money] } })
    const results = await mass.results(id)
    expect(results.every(({ version_id }) => version_id?.startsWith('tpv_'))).toBe(true)
    for (const one of [first, second]) {
      expect(await statusOf(one)).toMatchObject({ status: 'cancelled' })
    }
    expect((await statusOf(other)).status).toBe('paid')
    const given = await platform.db.query<{ amount: number }>(sql`
      select sum(amount)::bigint as amount from charges
      where policy_id in (${first}, ${second}) and number > 1`)
    expect(given[0]?.amount).toBe(money?.['premium_after'])
  })

  it('knows what it came to also where its process died before it wrote that down', async () => {
    const mass = massEndorsementsOn(platform)
    const ids = await sold(2)
    const id = await mass.draft(act('cancellation', ids))
    await mass.preview(id)
    // It dies between the act and its result.
    await platform.db.query(sql`
      create function die() returns trigger language plpgsql as
      $$ begin raise exception 'died' using errcode = 'admin_shutdown'; end $$`)
    await platform.db.query(sql`
      create trigger die before update on mass_endorsement_results for each row
      execute function die()`)
    await mass.taken(id, 'start')
    await platform.runDue()
    await platform.db.query(sql`drop function die cascade`)
    expect(await mass.show(id)).toMatchObject({ status: 'running' })
    await platform.handlers.sweep({})
    await platform.runDue()
    const { preview, result } = await mass.show(id)
    expect(result).toMatchObject({ applied: 2, money: preview?.money })
    for (const { price, version_id } of await mass.results(id)) {
      expect([price?.first_day, version_id?.slice(0, 5)]).toEqual(['2027-07-01', 'tpv_0'])
    }
  })

  it('goes on with the rest where one cannot be cancelled', async () => {
    const mass = massEndorsementsOn(platform)
    const [first = '', second = ''] = await sold(2)
    const late = { effective_date: '2030-01-01' }
    const id = await mass.draft(act('cancellation', [first, second], late))
    await mass.preview(id)
    const { status, result } = await mass.start(id)
    expect([status, result?.applied]).toEqual(['done', 0])
    expect(Object.values(result?.failed ?? {})).toEqual([2])
  })

  it('needs the permission for all policies', async () => {
    const { product_id } = platform.demo.products['cyber'] ?? {}
    const key = await roleKey(platform, 'cyber-cancels', [
      { permission: 'mass_endorsements.manage' },
      { permission: 'products.read' },
      { permission: 'policies.cancel', productIds: [product_id ?? ''] },
    ])
    const refused = await managerOn(platform, key).post(
      '/manage/mass_endorsements',
      act('cancellation', ['tpol_1']),
    )
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      { code: 'act_needs_permission' },
    ])
  })
})

describe('an act on many', () => {
  it('creates a task for a person about each policy, once however often a job runs', async () => {
    const mass = massEndorsementsOn(platform)
    const ids = await sold(3)
    const { id: assignee_id } = await newPerson(platform)
    const task = { title: 'Ask for the new address', assignee_id }
    const id = await mass.draft(act('task', ids, { task }))
    await mass.preview(id)
    expect(await mass.start(id)).toMatchObject({ status: 'done', result: { applied: 3 } })
    // As if the process had died before it wrote down what it had done.
    await platform.db.transaction(async (tx) => {
      await tx.query(undocumented)
      await tx.query(sql`
        delete from mass_endorsement_results where mass_endorsement_id = ${id}`)
      await tx.query(sql`
        update mass_endorsements set state = 'running', place = null, finished_at = null
        where id = ${id}`)
    })
    await platform.handlers.sweep({})
    await platform.runDue()
    expect(await mass.show(id)).toMatchObject({ status: 'done' })
    expect((await mass.results(id)).map(({ outcome }) => outcome)).toEqual(ids.map(() => 'applied'))
    const made = await managerOn(platform).get(`/manage/tasks?assignee_id=${assignee_id}`)
    const tasks = made.json<{ policy_id: string }[]>()
    expect(tasks.map(({ policy_id }) => policy_id).toSorted()).toEqual(ids.toSorted())
  })

  it('holds dunning of each policy until a day', async () => {
    const mass = massEndorsementsOn(platform)
    const ids = await sold(2)
    const id = await mass.draft(act('dunning_hold', ids))
    await mass.preview(id)
    expect(await mass.start(id)).toMatchObject({ status: 'done', result: { applied: 2 } })
    for (const policy of ids) {
      const held = await managerOn(platform).get(`/manage/dunning/holds?policy_id=${policy}`)
      expect(held.json()).toMatchObject([{ until: '2027-06-30', reason: 'The product ends.' }])
    }
  })

  it('says of each policy why there is nothing to retry', async () => {
    const mass = massEndorsementsOn(platform)
    const id = await mass.draft(act('renewal_retry', await sold(2)))
    const { preview } = await mass.preview(id)
    expect(preview).toMatchObject({ policies: 2, applied: 0 })
    expect(Object.values(preview?.failed ?? {})).toEqual([2])
  })
})
