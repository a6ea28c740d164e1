import { PerformanceObserver } from 'node:perf_hooks'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { insertDeadline } from '../../src/deadlines/index.ts'
import { orderEvents } from '../../src/events/index.ts'
import { chainRecords } from '../../src/evidence/index.ts'
import type { PolicyId } from '../../src/kernel/index.ts'
import { lockPolicies } from '../../src/policies/index.ts'
import { managerOn } from '../builders/manager.ts'
import { soldPolicy, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { backdateJobs, giveUpJobs, hastenJobs } from '../support/queue.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

async function metric(name: string): Promise<number> {
  const { body } = await platform.app.inject({ url: '/metrics' })
  const [, value = 'none'] = new RegExp(`^bindery_${name} (\\S+)$`, 'm').exec(body) ?? []
  return Number(value)
}

interface Health {
  readonly webhooks: { readonly oldest_at: string }
  readonly events: { readonly waiting_since: string | null }
  readonly mails: { readonly behind: number }
  readonly evidence: { readonly behind: number }
}
async function health(): Promise<Health> {
  return (await managerOn(platform).get('/manage/health')).json<Health>()
}

it('the metrics show how many jobs and documents wait, and that nobody works on them', async () => {
  const before = await metric('jobs_waiting')
  await soldPolicy(sellerOn(platform))
  expect(await metric('jobs_waiting')).toBeGreaterThan(before)
  expect(await metric('documents_waiting')).toBe(1)
  expect(await metric('workers_alive')).toBe(0)
  expect(await metric('jobs_failed')).toBe(0)
})

it('the metrics show since when the oldest job is due that somebody waits for, and which jobs were given up', async () => {
  await platform.db.query(backdateJobs(2))
  // Documents that nobody has asked for may wait for a quiet hour.
  expect(await metric('jobs_oldest_seconds')).toBe(0)
  await platform.db.query(hastenJobs)
  expect(await metric('jobs_oldest_seconds')).toBeGreaterThanOrEqual(7_200)
  await platform.db.query(giveUpJobs)
  expect(await metric('jobs_failed')).toBeGreaterThan(0)
  expect(await metric('jobs_waiting')).toBe(0)
  expect(await metric('jobs_oldest_seconds')).toBe(0)
})

it('the metrics show deadlines that wait, and policies of which something due fails', async () => {
  expect(await metric('deadlines_failed')).toBe(0)
  expect(await metric('deadlines_oldest_seconds')).toBe(0)
  const { id } = await soldPolicy(sellerOn(platform))
  const now = platform.clock()
  await platform.db.transaction(async (tx) => {
    await lockPolicies(tx, [id as PolicyId]) // As the platform named it.
    const due = {
      policyId: id as PolicyId,
      kind: 'proposal',
      key: 'tpv_0000000000000000000000000000',
      clockId: null,
    } as const
    await insertDeadline(tx, { ...due, dueAt: now.subtract({ minutes: 5 }) })
    await tx.query(sql`
      insert into deadline_failures (policy_id, attempts, reason, failed_at, retry_at)
      values (${id}, 1, 'the database was in a bad mood', ${now}, ${now})`)
  })
  expect(await metric('deadlines_failed')).toBe(1)
  expect(await metric('deadlines_oldest_seconds')).toBe(300)
  expect(await health()).toMatchObject({
    deadlines: { policies_failed: 1, oldest_seconds: 300 },
  })
  await platform.handlers.sweep({})
  expect(await metric('deadlines_failed')).toBe(0)
  expect(await metric('deadlines_oldest_seconds')).toBe(0)
})

it('the metrics show which webhook events were not delivered yet, and which failed', async () => {
  for (const name of ['waiting', 'failed', 'parked', 'oldest_seconds']) {
    expect(await metric(`deliveries_${name}`)).toBe(0)
  }
  const url = 'https://crm.example.com/hook'
  const created = await platform.app.inject({
    method: 'POST',
    url: '/manage/webhooks',
    headers: { authorization: `Bearer ${platform.demo.insurer.test.secret}` },
    payload: { url },
  })
  expect(created.statusCode, created.body).toBe(200)
  const { id } = await soldPolicy(sellerOn(platform))
  await orderEvents(platform.db)
  platform.clock.advance({ minutes: 5 })
  expect(await metric('deliveries_waiting')).toBe(3)
  expect(await metric('deliveries_oldest_seconds')).toBe(300)
  const { webhooks, events, mails, evidence } = await health()
  expect(webhooks).toMatchObject({ enabled: 1, failing: 0, behind: 3 })
  expect(Date.parse(webhooks.oldest_at)).toBe(
    platform.clock().subtract({ minutes: 5 }).epochMilliseconds,
  )
  expect(events.waiting_since).toBe(null)
  expect(Math.min(mails.behind, evidence.behind)).toBeGreaterThanOrEqual(3)
  await chainRecords(platform.db)
  expect((await health()).evidence).toMatchObject({ behind: 0 })
  await soldPolicy(sellerOn(platform))
  expect((await health()).events.waiting_since).not.toBe(null)
  await orderEvents(platform.db)
  await platform.db.query(sql`
    insert into webhook_deliveries (webhook_id, event_id, state, round, failures, next_at, attempts)
    select ${created.json<{ id: string }>().id}, id,
      case sequence when 1 then 'parked' else 'waiting' end, 1, 1,
      case sequence when 1 then null else now() end, '[]'
    from events where policy_id = ${id}`)
  expect(await metric('deliveries_parked')).toBe(1)
  expect(await metric('deliveries_failed')).toBe(2)
})

it('every app of a process shows the metrics of the process, which are watched once', async () => {
  const observe = vi.spyOn(PerformanceObserver.prototype, 'observe')
  const other = await openTestPlatform({ leavesDocuments: true })
  try {
    expect(observe).not.toHaveBeenCalled()
    for (const { app } of [platform, other]) {
      const { body } = await app.inject({ url: '/metrics' })
      expect(body.match(/^process_cpu_seconds_total /gm)).toHaveLength(1)
      expect(body.match(/^# TYPE nodejs_gc_duration_seconds /gm)).toHaveLength(1)
    }
  } finally {
    observe.mockRestore()
    await other.close()
  }
})
