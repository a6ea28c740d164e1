import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import {
  type Deadline,
  type DeadlineDeps,
  insertDeadline,
  runDueDeadlines,
} from '../../src/deadlines/index.ts'
import type { PolicyId } from '../../src/kernel/index.ts'
import { lockPolicies, openDatedPolicies } from '../../src/policies/index.ts'
import { madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { testStart } from '../support/test-start.ts'
import { eventsOf } from './records.ts'

let platform: TestPlatform
let policies: PolicyId[]
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  const sold = await Promise.all(Array.from({ length: 6 }, () => soldPolicy(sellerOn(platform))))
  policies = sold.map(({ id }) => id as PolicyId) // As the platform named them.
})
afterAll(() => platform.close())
beforeEach(() => platform.clock.set(testStart))

async function set(deadline: Omit<Deadline, 'clockId'>): Promise<void> {
  await platform.db.transaction(async (tx) => {
    await lockPolicies(tx, [deadline.policyId])
    await insertDeadline(tx, { ...deadline, clockId: null })
  })
}

/** The platform's own, but for what is done. */
function depsWith(
  duty: DeadlineDeps['duties']['proposal'],
  failures: unknown[] = [],
): DeadlineDeps {
  return {
    db: platform.db,
    clock: platform.clock,
    portfolio: openDatedPolicies(platform.db),
    duties: {
      proposal: duty,
      settlement: duty,
      renewal: duty,
      collection: duty,
      instalment: duty,
      next_term: duty,
      dunning: duty,
    },
    isAnybodyServed: () => false,
    onFailure: (failure) => void failures.push(failure),
  }
}

type Done = Pick<Deadline, 'policyId' | 'key' | 'dueAt'> & { readonly at: Temporal.Instant }
const inHours = (hours: number) => testStart.add({ hours })
const policyOf = (index: number) => policies[index] ?? expect.fail('there are four')

describe('deadlines', () => {
  it('are each done once and in order, however many workers there are and whatever fails', async () => {
    const deadlines = fc.array(
      fc.record({
        policy: fc.nat({ max: 3 }),
        hours: fc.integer({ min: 1, max: 12 }),
        failures: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat({ max: 2 })),
      }),
      { minLength: 1, maxLength: 12 },
    )
    await platform.db.query(sql`
      create table trial (id bigserial, policy_id text, key text, due_at timestamptz, at timestamptz)`)
    let run = 0
    await fc.assert(
      fc.asyncProperty(deadlines, async (drawn) => {
        run += 1
        platform.clock.set(testStart)
        const toFail = new Map<string, number>()
        for (const [index, { policy, hours, failures }] of drawn.entries()) {
          const key = `${run} ${index}`
          toFail.set(key, failures)
          await set({ policyId: policyOf(policy), kind: 'proposal', key, dueAt: inHours(hours) })
        }
        const deps = depsWith(async (tx, { policyId, key, dueAt }, { now }) => {
          const left = toFail.get(key) ?? 0
          toFail.set(key, left - 1)
          if (left > 0) throw new Error('the printer is on fire')
          // In the transaction: what is undone with another of its policy was not done.
          await tx.query(sql`
            insert into trial (policy_id, key, due_at, at) values (${policyId}, ${key}, ${dueAt}, ${now})`)
        })
        for (let hour = 0; hour <= 30; hour++) {
          platform.clock.set(inHours(hour))
          await Promise.all([runDueDeadlines(deps), runDueDeadlines(deps)])
        }
        const done = await platform.db.query<Done>(sql`
          select policy_id as "policyId", key, due_at as "dueAt", at from trial order by id`)
        await platform.db.query(sql`delete from trial`)
        expect(done.map(({ key }) => key).toSorted()).toEqual([...toFail.keys()].toSorted())
        for (const policyId of policies) {
          const own = done.filter((one) => one.policyId === policyId)
          const moments = own.map(({ dueAt }) => dueAt.epochMilliseconds)
          expect(moments).toEqual(moments.toSorted((one, other) => one - other))
          const isEarly = own.some(({ dueAt, at }) => Temporal.Instant.compare(at, dueAt) < 0)
          expect(isEarly).toBe(false)
        }
        expect(await platform.db.query(sql`select policy_id from deadline_failures`)).toEqual([])
      }),
      { numRuns: 8 },
    )
  })

  it('are done a few at a time while somebody is served, and all at once when nobody is', async () => {
    const watched = { isBusy: true, sizes: [] as number[], atOnce: 0, atOnceMax: 0, done: 0 }
    const transactionOfMany: typeof platform.db.transactionOfMany = async (items, work) => {
      watched.sizes.push(items.length)
      watched.atOnce += 1
      watched.atOnceMax = Math.max(watched.atOnceMax, watched.atOnce)
      const results = await platform.db.transactionOfMany(items, work)
      watched.atOnce -= 1
      return results
    }
    const deps: DeadlineDeps = {
      ...depsWith(async () => async () => void (watched.done += 1)),
      db: { ...platform.db, transactionOfMany },
      isAnybodyServed: () => watched.isBusy,
    }
    const allDue = async (key: string) => {
      for (const policyId of policies) {
        await set({ policyId, kind: 'proposal', key, dueAt: inHours(1) })
      }
      platform.clock.set(inHours(2))
      await runDueDeadlines(deps)
    }
    await allDue('busy')
    expect(watched).toMatchObject({ done: 6, sizes: [4, 2], atOnceMax: 1 })
    watched.isBusy = false
    await allDue('calm')
    expect(watched).toMatchObject({ done: 12, sizes: [4, 2, 6] })
  })

  it('that are late by more than an hour let nobody go first', async () => {
    const company = Promise.withResolvers<void>()
    const watched = { atOnce: 0, done: 0 }
    const deps: DeadlineDeps = {
      ...depsWith(async () => {
        watched.atOnce += 1
        if (watched.atOnce > 1) company.resolve()
        await company.promise // Each waits until there is another.
        watched.done += 1
      }),
      isAnybodyServed: () => true,
    }
    for (const policyId of policies) {
      await set({ policyId, kind: 'proposal', key: 'late', dueAt: inHours(1) })
    }
    platform.clock.set(inHours(1).add({ minutes: 61 }))
    await runDueDeadlines(deps)
    expect(watched.done).toBe(policies.length)
  })

  it('that fail hold up nothing but their own policy, and are tried again after growing pauses', async () => {
    const failures: { policyId: string; attempt: number }[] = []
    const done: string[] = []
    const deps = depsWith(async (_tx, { key }) => {
      if (key === 'broken') throw new Error('the template is broken')
      return async () => void done.push(key)
    }, failures)
    for (const [policy, key, hours] of [
      [0, 'broken', 1],
      [0, 'after it', 2],
      [1, 'of another', 2],
    ] as const) {
      await set({ policyId: policyOf(policy), kind: 'proposal', key, dueAt: inHours(hours) })
    }
    platform.clock.set(inHours(3))
    for (let minute = 0; minute < 16; minute++) {
      await runDueDeadlines(deps)
      platform.clock.advance({ minutes: 1 })
    }
    expect(done).toEqual(['of another'])
    // At once, and one, two, four and eight minutes later.
    expect(failures.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5])
    const fixed = depsWith(
      async (_tx, { key }) =>
        async () =>
          void done.push(key),
    )
    platform.clock.advance({ minutes: 16 })
    await runDueDeadlines(fixed)
    expect(done).toEqual(['of another', 'broken', 'after it'])
    expect(await platform.db.query(sql`select policy_id from deadline_failures`)).toEqual([])
  })

  it('may leave something for after the commit, of which a failure undoes nothing', async () => {
    const failures: unknown[] = []
    const calls: string[] = []
    const isDone = async (key: string) => {
      const rows = await platform.db.query<{ done: boolean }>(
        sql`select done_at is not null as done from deadlines where key = ${key}`,
      )
      return rows[0]?.done
    }
    const deps = depsWith(async (_tx, { key }) => {
      if (key === 'rolled back') throw new Error('it cannot be done')
      return async () => {
        calls.push(`${key} is done: ${await isDone(key)}`)
        if (key === 'calls in vain') throw new Error('nobody answers')
      }
    }, failures)
    const keys = ['calls', 'calls in vain', 'calls again', 'calls, and', 'rolled back'] as const
    for (const [index, key] of keys.entries()) {
      const policyId = policyOf(index < 3 ? 0 : 1)
      await set({ policyId, kind: 'proposal', key, dueAt: inHours(index + 1) })
    }
    platform.clock.set(inHours(9))
    await runDueDeadlines(deps)
    // What was undone with another deadline of its policy has left nothing to be done.
    expect(calls).toEqual([
      'calls is done: true',
      'calls in vain is done: true',
      'calls again is done: true',
    ])
    const errors = (failures as { err: Error }[]).map(({ err }) => err.message)
    expect(errors.toSorted()).toEqual(['it cannot be done', 'nobody answers'])
    const fixed = depsWith(
      async (_tx, { key }) =>
        async () =>
          void calls.push(key),
    )
    platform.clock.advance({ minutes: 2 })
    await runDueDeadlines(fixed)
    expect(calls.slice(3)).toEqual(['calls, and', 'rolled back'])
  })

  it('leave out a policy of which another version is being made, until that is done', async () => {
    const seller = sellerOn(platform)
    const policy = await soldPolicy(seller)
    const done: string[] = []
    const deps = depsWith(async (_tx, { key }) => void done.push(key))
    const key = 'while it is cancelled'
    await set({ policyId: policy.id as PolicyId, kind: 'proposal', key, dueAt: inHours(1) })
    platform.clock.set(inHours(2))
    expect((await seller.cancel(policy.id, policy.version_id)).statusCode).toBe(202)
    await runDueDeadlines(deps)
    expect(done).toEqual([])
    await platform.runDue()
    await runDueDeadlines(deps)
    // What is asked for next is looked at again after every policy transaction.
    const [first, ...others] = done
    expect([first, others.length]).toEqual([key, 1])
  })

  it('come before or after what the policy itself says, as their moments do', async () => {
    const offer = await madeOffer(sellerOn(platform, { product: 'bike' }))
    const policyId = offer.id as PolicyId
    const statuses: string[] = []
    const deps = depsWith(async (tx) => {
      const rows = await tx.query<{ status: string }>(
        sql`select status from policies where id = ${policyId}`,
      )
      statuses.push(rows[0]?.status ?? '')
    })
    const lapse = testStart.add({ hours: 14 * 24 })
    await set({ policyId, kind: 'proposal', key: 'before', dueAt: lapse.subtract({ seconds: 1 }) })
    await set({ policyId, kind: 'proposal', key: 'after', dueAt: lapse.add({ seconds: 1 }) })
    platform.clock.set(lapse.add({ hours: 1 }))
    await runDueDeadlines(deps)
    expect(statuses).toEqual(['ready', 'expired'])
    expect(await eventsOf(platform, policyId)).toEqual(['offer.created', 'offer.expired'])
  })
})
