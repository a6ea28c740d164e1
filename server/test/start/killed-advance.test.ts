import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { ClockId } from '../../src/kernel/index.ts'
import { beginAdvance, newClock } from '../builders/clock.ts'
import { managerOn } from '../builders/manager.ts'
import { madeOffer, sellerOn } from '../builders/sale.ts'
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
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
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
const untilSo = (look: () => Promise<unknown>) => vi.waitFor(look, { timeout: 60_000 })

/** An offer lapses when its first day of cover has passed. */
const days = Array.from({ length: 6 }, (_, day) => `2031-05-0${day + 3}`)

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
}, 120_000)
