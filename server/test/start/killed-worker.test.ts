import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { processStart } from '../../src/database/embedded/process-start.ts'
import { sql } from '../../src/database/index.ts'
import type { ClockId } from '../../src/kernel/index.ts'
import { beginAdvance, newClock } from '../builders/clock.ts'
import { dearerDraft, soldBikes } from '../builders/impacts.ts'
import { managerOn } from '../builders/manager.ts'
import { massEndorsementsOn } from '../builders/mass-endorsements.ts'
import { madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import {
  type ServerProcess,
  removeFolder,
  startServer,
  temporaryFolder,
} from '../support/server-process.ts'

let platform: TestPlatform
let folder: string
const workers: ServerProcess[] = []
beforeAll(async () => {
  platform = await openTestPlatform()
  folder = await temporaryFolder()
})
// What the next story runs itself is not taken by a worker of this one.
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
})
afterAll(async () => {
  await platform.close()
  await removeFolder(folder)
})

async function startWorker(): Promise<ServerProcess> {
  const { host, port, user, database } = platform.connection
  const [key] = platform.keyRing
  const worker = await startServer(
    {
      DATA_DIR: folder,
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`,
      LOG_LEVEL: 'info', // The log says which process prices a portfolio.
      ENCRYPTION_KEYS: `${key?.id}:${Buffer.from(key?.key ?? []).toString('base64')}`,
    },
    'work',
  )
  workers.push(worker)
  return worker
}

const shown = async (clock: ClockId) =>
  (await managerOn(platform).get(`/manage/clocks/${clock}`)).json<{ status: string; at: string }>()

/** A worker that was killed counts as dead after some time. */
const untilSo = (look: () => Promise<unknown>) => vi.waitFor(look)
/** The process that prices a portfolio comes last on every processor: it may take minutes to start on a busy machine. */
const untilPriced = (look: () => Promise<unknown>) => vi.waitFor(look, { timeout: 600_000 })

/** An offer lapses when its first day of cover has passed. */
const days = Array.from({ length: 6 }, (_, day) => `2031-05-0${day + 3}`)

interface ShownImpact {
  readonly id: string
  readonly status: string
  readonly done: number
  readonly result: { readonly count: number } | null
}

/** Asks for the impact of what is on sale, and has it stand still when its first part is written. */
async function impactHeldUp(holder: pg.Client): Promise<string> {
  await holder.query(`
    create function wait_for_lock() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(17); return new; end $$`)
  await holder.query(`
    create trigger wait_for_lock before insert on impact_rows for each row
    execute function wait_for_lock()`)
  await holder.query('begin')
  await holder.query('select pg_advisory_xact_lock(17)')
  const draft = await dearerDraft(platform)
  const asked = await managerOn(platform).post('/manage/impacts', { product_version_id: draft })
  return asked.json<ShownImpact>().id
}

const impact = async (id: string) =>
  (await managerOn(platform).get(`/manage/impacts/${id}`)).json<ShownImpact>()

/** The last process that prices a portfolio for a worker, as its log says: one gives up a lock after some time. */
function childOf(worker: ServerProcess): number {
  const line = worker
    .output()
    .split('\n')
    .findLast((one) => one.includes('pricing a portfolio with a draft'))
  return (JSON.parse(line ?? '{}') as { child?: number }).child ?? 0
}

it('an impact whose server was killed ends with it, and is gone on with by the next', async () => {
  await soldBikes(platform, 3)
  platform.clock.advance({ days: 40 })
  const holder = new pg.Client({ ...platform.connection })
  await holder.connect()
  try {
    const killed = await startWorker()
    const id = await impactHeldUp(holder)
    await untilPriced(async () => expect(await waitingFor(holder)).toBe(1))
    const child = childOf(killed)
    expect(processStart(child)).toBeDefined()
    await killed.stop('SIGKILL')
    await untilSo(async () => expect(processStart(child)).toBeUndefined())
    expect(await impact(id)).toMatchObject({ status: 'running' })
    await holder.query('commit')
    await untilSo(async () => {
      await platform.handlers.run_impacts({}) // As the next that takes up what was left.
      expect(await impact(id)).toMatchObject({ status: 'done', done: 3, result: { count: 3 } })
    })
  } finally {
    await holder.end()
  }
})

async function waitingFor(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`
    select count(*) from pg_locks where locktype = 'advisory' and objid = 17 and not granted`)
  return Number(rows[0]?.count)
}

it('an advance that was killed goes on by itself, and does everything once and in its order', async () => {
  const clock = await newClock(platform, '2031-05-01T10:00:00Z')
  const seller = sellerOn(platform, { product: 'bike', clock })
  const offers: string[] = []
  for (const start_date of [...days, ...days]) {
    offers.push((await madeOffer(seller, { quote: { data: { start_date } } })).id)
  }
  // Somebody has one of them in hand, so that the clock stops on the fourth day.
  const holder = new pg.Client({ ...platform.connection })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('select from policies where id = $1 for update', [offers[3]])
    const killed = await startWorker()
    await beginAdvance(platform, clock, '2031-06-01T10:00:00Z')
    await untilSo(async () =>
      expect(await shown(clock)).toMatchObject({
        status: 'advancing',
        at: '2031-05-06T22:00:00+00:00',
      }),
    )
    await killed.stop('SIGKILL')
    await holder.query('rollback')
  } finally {
    await holder.end()
  }
  expect(await shown(clock)).toMatchObject({ status: 'advancing' })
  await startWorker()
  await untilSo(async () =>
    expect(await shown(clock)).toMatchObject({ status: 'ready', at: '2031-06-01T10:00:00+00:00' }),
  )
  const lapsed = await platform.db.query<{ subjectId: string; clockAt: Temporal.Instant }>(sql`
    select subject_id as "subjectId", clock_at as "clockAt" from events
    where type = 'offer.expired' order by id`)
  expect(lapsed.map(({ subjectId }) => subjectId).toSorted()).toEqual(offers.toSorted())
  expect(lapsed.map(({ clockAt }) => clockAt.toString())).toEqual(
    days.flatMap((day) => [`${day}T22:00:00Z`, `${day}T22:00:00Z`]),
  )
})

it('a mass endorsement that was killed goes on by itself, and changes each policy once', async () => {
  const clock = await newClock(platform, '2031-05-01T10:00:00Z')
  const seller = sellerOn(platform, { product: 'cyber', clock })
  const data = { policy_start_date: '2031-06-01' }
  const policies: string[] = []
  for (let sold = 0; sold < 6; sold += 1) {
    policies.push((await soldPolicy(seller, { quote: { data } })).id)
  }
  await platform.runDue()
  const mass = massEndorsementsOn(platform)
  const id = await mass.draft({
    product_id: 'cyber',
    kind: 'indexation',
    effective_date: '2032-01-01',
    indexation: { answer: 'insured_sum', percent: '3' },
    reason: 'The index of prices rose by 3 percent.',
  })
  expect(await mass.preview(id)).toMatchObject({ preview: { applied: 6 } })
  // Somebody has one of them in hand, so that it stands still with the fourth.
  const inTurn = policies.toSorted()
  const holder = new pg.Client({ ...platform.connection })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('select from policies where id = $1 for update', [inTurn[3]])
    const killed = await startWorker()
    await mass.taken(id, 'start')
    await untilSo(async () => expect(await mass.results(id)).toHaveLength(3))
    await killed.stop('SIGKILL')
    await holder.query('rollback')
  } finally {
    await holder.end()
  }
  expect(await mass.show(id)).toMatchObject({ status: 'running' })
  await startWorker()
  await untilSo(async () =>
    expect(await mass.show(id)).toMatchObject({ status: 'done', result: { applied: 6 } }),
  )
  const raised = await platform.db.query<{ policyId: string; count: number }>(sql`
    select policy_id as "policyId", count(*)::int as count from next_term_endorsements
    where mass_endorsement_id = ${id} group by policy_id order by policy_id`)
  expect(raised).toEqual(inTurn.map((policyId) => ({ policyId, count: 1 })))
})
