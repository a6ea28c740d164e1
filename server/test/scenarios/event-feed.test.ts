import { setTimeout as sleep } from 'node:timers/promises'
import type { Response } from 'light-my-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, sql } from '../../src/database/index.ts'
import { type EventSubject, orderEvents, recordEvents } from '../../src/events/index.ts'
import type { PolicyId } from '../../src/kernel/index.ts'
import { lockPolicies, selectPolicy } from '../../src/policies/index.ts'
import { foreignInsurer, newKey } from '../builders/credentials.ts'
import { managerOn } from '../builders/manager.ts'
import { soldByPartner } from '../builders/partner.ts'
import { madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

/** Two servers on one database. */
let platform: TestPlatform
let elsewhere: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
  elsewhere = await openTestPlatform({ beside: { platform, connection: platform.connection } })
})
afterAll(async () => {
  await elsewhere.close()
  await platform.close()
})

interface ShownEvent {
  readonly id: string
  readonly type: string
  readonly policy_id: string | null
  readonly version_id: string | null
  readonly sequence: number | null
}

const eventsOf = (response: Response) => {
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json<ShownEvent[]>()
}
const nextOf = (response: Response) =>
  /<[^>]*?(\/manage\/events[^>]*)>; rel="next"/.exec(String(response.headers.link))?.[1] ?? ''
const asked = (by: TestPlatform, url: string, secret = platform.demo.insurer.test.secret) =>
  by.app.inject({ url, headers: { authorization: `Bearer ${secret}` } })

/** Follows the feed from its start until nothing follows any more, however that is asked. */
async function readAll(by = platform, secret?: string): Promise<ShownEvent[]> {
  const read: ShownEvent[] = []
  for (let url = '/manage/events?after=start&limit=100'; ;) {
    const page = await asked(by, url, secret)
    if (eventsOf(page).length === 0) return read
    read.push(...eventsOf(page))
    url = nextOf(page)
  }
}

/** Reads on and on while others write, as a CRM would. */
function follow(by: TestPlatform, limit: number) {
  const read: ShownEvent[] = []
  let isOver = false
  const reading = (async () => {
    for (let url = `/manage/events?after=start&limit=${limit}`; ;) {
      const wasOver = isOver
      const page = await asked(by, url)
      read.push(...eventsOf(page))
      url = nextOf(page)
      if (wasOver && eventsOf(page).length === 0) return read
    }
  })()
  return {
    finish: () => {
      isOver = true
      return reading
    },
  }
}

/** Something happens to a policy in a transaction that takes its time before it, or before its end. */
async function slowly(db: Database, policy: EventSubject, slow: SlowTransaction): Promise<void> {
  await db
    .transaction(async (tx) => {
      await tx.query(sql`select pg_current_xact_id()`)
      await slow.first
      await lockPolicies(tx, [policy.id as PolicyId]) // It is one.
      const news = { type: 'policy.expired', about: policy, data: { status: 'expired' } } as const
      await recordEvents(tx, [news], platform.clock())
      await slow.last
      if (slow.isUndone === true) throw new Error('undone')
    })
    .catch((error: Error) => {
      if (error.message !== 'undone') throw error
    })
}

interface SlowTransaction {
  readonly first?: Promise<unknown>
  readonly last?: Promise<unknown>
  readonly isUndone?: boolean
}

async function policySold(): Promise<EventSubject> {
  const { id } = await soldPolicy(sellerOn(platform))
  const policy = await selectPolicy(platform.db, id as PolicyId) // The answer of a sale.
  if (policy === undefined) throw new Error('it was just sold')
  return policy
}

describe('the feed of events', () => {
  it('misses nothing and keeps the order of every policy, whatever commits late', async () => {
    const policies = await Promise.all(Array.from({ length: 4 }, policySold))
    const readers = [follow(platform, 3), follow(elsewhere, 100), follow(platform, 1)]
    const pauses = [0, 1, 5, 20, 60]
    const pause = (n: number) => sleep(pauses[n % pauses.length] ?? 0)
    const appended = Array.from({ length: 60 }, async (_, n) => {
      const policy = policies[n % policies.length]
      if (policy === undefined) throw new Error('there are four')
      await pause(n * 7)
      await slowly((n % 2 === 0 ? platform : elsewhere).db, policy, {
        first: pause(n),
        last: pause(n * 3),
        isUndone: n % 5 === 4,
      })
    })
    const sales = Array.from({ length: 20 }, (_, n) =>
      soldPolicy(sellerOn(n % 2 === 0 ? platform : elsewhere)),
    )
    const over = new AbortController()
    const inSmallSteps = (async () => {
      while (!over.signal.aborted) {
        await orderEvents(elsewhere.db, 2)
        await pause(1)
      }
    })()
    await Promise.all([...appended, ...sales])
    over.abort()
    await inSmallSteps

    const read = await Promise.all(readers.map((reader) => reader.finish()))
    const all = await readAll()
    for (const one of read) expect(one).toEqual(all)
    const written = await platform.db.query<{ id: string }>(sql`
      select id from events where not livemode order by id`)
    expect(all.map(({ id }) => id).toSorted()).toEqual(written.map(({ id }) => id))
    expect(all.filter(({ type }) => type === 'policy.expired')).toHaveLength(48)
    expectCounted(all)
  })

  it('finds what was written before a look by the newest transaction, and committed after it', async () => {
    const [first, second] = [await policySold(), await policySold()]
    await readAll()
    await slowly(platform.db, first, {})
    const { promise: until, resolve: commit } = Promise.withResolvers<void>()
    const { promise: written, resolve: isWritten } = Promise.withResolvers<void>()
    const last = {
      // Asked for once the event is written: nothing else may be over by the time of the look.
      get last() {
        isWritten()
        return until
      },
    }
    const late = slowly(platform.db, second, last)
    await written
    await orderEvents(platform.db)
    commit()
    await late
    expect(
      (await readAll()).filter(({ policy_id }) => policy_id === second.id).at(-1),
    ).toMatchObject({
      type: 'policy.expired',
    })
  })

  it('waits for nobody: what is committed is read while another is still at it', async () => {
    const policy = await policySold()
    await readAll()
    const { promise: until, resolve: commit } = Promise.withResolvers<void>()
    const late = slowly(platform.db, policy, { last: until })
    await sleep(20)
    const offer = await madeOffer(sellerOn(elsewhere))
    const meanwhile = await readAll(elsewhere)
    expect(meanwhile.at(-1)).toMatchObject({ type: 'offer.created', policy_id: offer.id })
    commit()
    await late
    const after = await readAll()
    expect(after.slice(0, meanwhile.length)).toEqual(meanwhile)
    expect(after.slice(meanwhile.length)).toMatchObject([
      { type: 'policy.expired', policy_id: policy.id, sequence: 4 },
    ])
  })

  it('lists the events of one policy in order, also where the first transaction commits second', async () => {
    const policy = await policySold()
    const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
    const early = slowly(platform.db, policy, { first: until })
    await slowly(elsewhere.db, policy, {})
    goOn()
    await early
    expectCounted(await readAll())
  })

  it('works off what has gathered in small steps, while more comes', async () => {
    const policies = await Promise.all(Array.from({ length: 4 }, policySold))
    const { promise: until, resolve: commit } = Promise.withResolvers<void>()
    const [first, ...others] = policies
    if (first === undefined) throw new Error('there are four')
    const late = slowly(platform.db, first, { last: until })
    const gathered = others.map((policy) => slowly(elsewhere.db, policy, {}))
    await Promise.all([orderEvents(platform.db, 2), orderEvents(elsewhere.db, 3), ...gathered])
    commit()
    await Promise.all([late, orderEvents(platform.db, 1)])
    await orderEvents(elsewhere.db, 2)
    const all = await readAll()
    expectCounted(all)
    const [{ count } = { count: 0 }] = await platform.db.query<{ count: number }>(sql`
      select count(*) from events where not livemode`)
    expect(all).toHaveLength(count)
  })

  it('works off what one transaction has written a few at a time, however many they are', async () => {
    const policy = await policySold()
    const other = await policySold()
    await orderEvents(platform.db)
    const written = Promise.withResolvers<void>()
    const { promise: until, resolve: commit } = Promise.withResolvers<void>()
    const many = platform.db.transaction(async (tx) => {
      await lockPolicies(tx, [policy.id as PolicyId]) // It is one.
      const news = { type: 'policy.expired', about: policy, data: { status: 'expired' } } as const
      const more = Array.from({ length: 20 }, () => news)
      await recordEvents(tx, more, platform.clock())
      written.resolve()
      await until
      await recordEvents(tx, more, platform.clock())
    })
    await written.promise
    // It is looked while that is under way, and other news have places between its own.
    await slowly(elsewhere.db, other, {})
    await orderEvents(elsewhere.db, 3)
    commit()
    await many
    await slowly(elsewhere.db, other, {})
    await orderEvents(elsewhere.db, 3)
    expectCounted(await readAll())
    const steps = await platform.db.query<{ count: number }>(sql`
      select count(*) from event_feed f join events e on e.id = f.event_id
      where policy_id = ${policy.id} and type = 'policy.expired' group by f.xmin`)
    const counts = steps.map(({ count }) => count)
    expect(counts.reduce((sum, count) => sum + count)).toBe(40)
    expect(Math.max(...counts)).toBeLessThanOrEqual(6)
  })

  it('goes on where the database was carried to another cluster', async () => {
    const before = await readAll()
    const { id } = await soldPolicy(sellerOn(platform))
    // In the other cluster the ids of transactions are far beyond those that this one has reached.
    await platform.db.query(sql`
      update event_feed_end set cluster = 'another', seen = '900000000:900000000:'`)
    const moved = await readAll()
    expect(moved.slice(0, before.length)).toEqual(before)
    expect(moved.slice(before.length).map((one) => one.policy_id)).toEqual([id, id, id])
    const { id: later } = await soldPolicy(sellerOn(platform))
    expect((await readAll()).slice(moved.length).map((one) => one.policy_id)).toEqual(
      Array.from({ length: 3 }, () => later),
    )
  })
})

/** Each policy's events come as 1, 2, 3 and so on, each with the version that held then. */
function expectCounted(all: readonly ShownEvent[]): void {
  const byPolicy = Map.groupBy(
    all.filter(({ policy_id: id }) => id !== null),
    ({ policy_id: id }) => id,
  )
  for (const events of byPolicy.values()) {
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, at) => at + 1))
    expect(events.map(({ version_id: id }) => id)).not.toContain(null)
  }
}

describe('a reader of the feed', () => {
  it('as a distributor sees its own sales, and nothing of others', async () => {
    const { keys, other } = platform.demo
    const own = await soldPolicy(sellerOn(platform))
    const secret = other.test.secret
    const foreign = await soldByPartner(platform)
    const [mine, theirs] = [
      await readAll(platform, keys.test.secret),
      await readAll(platform, secret),
    ]
    expect(mine.slice(-3).map((one) => one.policy_id)).toEqual([own.id, own.id, own.id])
    expect(mine.map((one) => one.policy_id)).not.toContain(foreign.id)
    expect(theirs.map((one) => one.policy_id)).toEqual([foreign.id, foreign.id, foreign.id])
    const listed = eventsOf(await asked(platform, '/manage/events?limit=3', secret))
    expect(listed.map(({ id }) => id)).toEqual(theirs.map(({ id }) => id).toReversed())
    expect(await readAll(platform, keys.live.secret)).toEqual([])
  })

  it('cannot go on from an event of another account or mode, nor from nonsense', async () => {
    const { keys, other, insurer } = platform.demo
    await soldPolicy(sellerOn(platform))
    const last = (await readAll()).at(-1)?.id ?? ''
    const strangers = (await newKey(platform, await foreignInsurer(platform))).key
    const feed = (after: string, secret: string) =>
      asked(platform, `/manage/events?after=${encodeURIComponent(after)}`, secret)
    for (const secret of [insurer.live.secret, other.test.secret, keys.live.secret, strangers]) {
      const refused = await feed(last, secret)
      expect([refused.statusCode, refused.json().message]).toEqual([
        400,
        expect.stringContaining(last),
      ])
    }
    for (const broken of ['', 'evt_', `${last}0`, last.slice(0, -1), '0', 'START', '\u0000', "'"]) {
      expect((await feed(broken, insurer.test.secret)).statusCode).toBe(400)
    }
    expect(eventsOf(await feed(last, insurer.test.secret))).toEqual([])
    expect(eventsOf(await feed(last, keys.test.secret))).toEqual([])
  })

  it('gets the place to go on from when nothing has followed yet', async () => {
    const manager = managerOn(platform)
    const last = (await readAll()).at(-1)?.id ?? ''
    const empty = await manager.get(`/manage/events?after=${last}`)
    expect(eventsOf(empty)).toEqual([])
    const { id } = await soldPolicy(sellerOn(platform))
    expect(eventsOf(await manager.get(nextOf(empty)))).toMatchObject([
      { type: 'offer.created', policy_id: id, sequence: 1 },
      { type: 'policy.issued', policy_id: id, sequence: 2 },
      { type: 'payment.ok', policy_id: id, sequence: 3 },
    ])
  })
})
