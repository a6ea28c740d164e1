import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../test/support/database.ts'
import { type Database, openDatabase, sql } from '../database/index.ts'
import type { PaymentId } from '../kernel/index.ts'
import { releaseDeadWorkers, showAlive } from './dead-workers.ts'
import { enqueue, enqueueAll, enqueueOnce } from './enqueue.ts'
import { type TaskHandlers, startJobs } from './run-jobs.ts'

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({
    connection: { ...database.connection },
    connectionsMax: 4,
    onConnectionError: () => undefined, // The statements fail with it and say so.
  })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})
beforeEach(() => db.query(sql`delete from graphile_worker._private_jobs`))

interface JobRow {
  readonly key: string | null
  readonly locked_by: string | null
  readonly payload: object
}

const jobs = () =>
  db.query<JobRow>(sql`
    select key, locked_by, payload from graphile_worker._private_jobs order by id`)

const settle = (paymentId: PaymentId, options = {}) =>
  enqueue(db, 'settle_payment', { paymentId }, options)

async function lockJobs(worker: string, secondsAgo: number): Promise<void> {
  await db.query(sql`
    update graphile_worker._private_jobs
    set locked_by = ${worker}, locked_at = now() - make_interval(secs => ${secondsAgo})`)
}

describe('a job', () => {
  it('exists exactly if the transaction that asks for it commits', async () => {
    const failing = db.transaction(async (tx) => {
      await enqueue(tx, 'settle_payment', { paymentId: 't1' })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await jobs()).toEqual([])
    await db.transaction((tx) => enqueue(tx, 'settle_payment', { paymentId: 't2' }))
    expect(await jobs()).toEqual([{ key: null, locked_by: null, payload: { paymentId: 't2' } }])
  })

  it('with a key is there once, however often it is asked for', async () => {
    await settle('t1', { key: 'settle t1' })
    await settle('t1', { key: 'settle t1' })
    await settle('t2', { key: 'settle t2' })
    expect((await jobs()).map((job) => job.key)).toEqual(['settle t1', 'settle t2'])
  })
})

describe('a job that is wanted once', () => {
  const order = { policyId: 'tpol_1', versionId: 'tpv_1', occasion: 'policy' } as const
  const job = { key: 'documents tpv_1 policy', payload: order }

  it('is added once, also while it is at work or waits to be tried again', async () => {
    await enqueueAll(db, 'make_documents', [job])
    await enqueueOnce(db, 'make_documents', job)
    expect(await jobs()).toHaveLength(1)
    await lockJobs('worker-busy', 1)
    await enqueueOnce(db, 'make_documents', job)
    expect(await jobs()).toEqual([{ key: job.key, locked_by: 'worker-busy', payload: order }])
  })

  it('begins anew when it was given up', async () => {
    await enqueueOnce(db, 'make_documents', job)
    await db.query(sql`update graphile_worker._private_jobs set attempts = max_attempts`)
    await enqueueOnce(db, 'make_documents', job)
    const attempts = await db.query<{ attempts: number }>(sql`
      select attempts from graphile_worker._private_jobs where key = ${job.key}`)
    expect(attempts).toEqual([{ attempts: 0 }])
  })

  it('overtakes the patient ones when somebody asks for it', async () => {
    const other = { ...job, key: 'documents tpv_2 policy' }
    await enqueueAll(db, 'make_documents', [other, job])
    await enqueueOnce(db, 'make_documents', job)
    const rows = await db.query<{ key: string }>(sql`
      select key from graphile_worker._private_jobs order by priority, id`)
    expect(rows.map(({ key }) => key)).toEqual([job.key, other.key])
  })

  it('lets those go first that somebody waits for', async () => {
    const patient = { ...job, key: 'documents tpv_2 policy' }
    await enqueueAll(db, 'make_documents', [patient])
    await settle('t1')
    const rows = await db.query<{ key: string | null }>(sql`
      select key from graphile_worker._private_jobs order by priority, id`)
    expect(rows.map(({ key }) => key)).toEqual([null, patient.key])
  })
})

describe('the jobs of a worker', () => {
  it('that died are free again', async () => {
    await settle('t1')
    await lockJobs('worker-dead', 11)
    await releaseDeadWorkers(db)
    expect((await jobs()).map((job) => job.locked_by)).toEqual([null])
  })

  it('that has only just begun are left alone: its sign of life may be on its way', async () => {
    await settle('t1')
    await lockJobs('worker-new', 5)
    await releaseDeadWorkers(db)
    expect((await jobs()).map((job) => job.locked_by)).toEqual(['worker-new'])
  })

  it('that is alive are left alone, however long they take, until it dies', async () => {
    await settle('t1')
    await lockJobs('worker-busy', 3600)
    const alive = await showAlive(db, () => undefined)
    alive.add('worker-busy')
    await vi.waitFor(async () => expect(await locksHeld()).toBe(1))
    await releaseDeadWorkers(db)
    expect((await jobs()).map((job) => job.locked_by)).toEqual(['worker-busy'])
    await alive.close()
    await vi.waitFor(async () => expect(await locksHeld()).toBe(0))
    await releaseDeadWorkers(db)
    expect((await jobs()).map((job) => job.locked_by)).toEqual([null])
  })

  it('need no release where there are none', async () => {
    await expect(releaseDeadWorkers(db)).resolves.toBeUndefined()
  })
})

describe('a worker', () => {
  let stop: (() => Promise<void>) | undefined
  afterEach(async () => {
    await stop?.()
    stop = undefined
  })

  async function working(settlePayment: TaskHandlers['settle_payment']) {
    const errors: string[] = []
    const nothing = async () => undefined
    const worker = await startJobs({
      db,
      jobsAtOnceMax: 2,
      handlers: {
        check_book: nothing,
        assemble_cancellation: nothing,
        make_documents: nothing,
        policy_cancelled: nothing,
        settle_payment: settlePayment,
        sweep: nothing,
      },
      log: { info: () => undefined, error: (_, message) => void errors.push(message) },
    })
    stop = () => worker.stop()
    return errors
  }

  it('takes up what a dead one left behind as soon as it starts', async () => {
    await settle('t1')
    await lockJobs('worker-dead', 3600)
    const settled: string[] = []
    await working(async ({ paymentId }) => void settled.push(paymentId))
    await vi.waitFor(() => expect(settled).toEqual(['t1']), 10_000)
  })

  it('does each job once, and says when one fails', async () => {
    const settled: string[] = []
    const errors = await working(async ({ paymentId }) => {
      if (paymentId === 't2') throw new Error('the provider is away')
      settled.push(paymentId)
    })
    for (const id of ['t1', 't2', 't3'] as const) await settle(id)
    await vi.waitFor(() => expect(settled.toSorted()).toEqual(['t1', 't3']), 10_000)
    await vi.waitFor(() => expect(errors).toEqual(['a job failed and will be tried again']), 10_000)
    await vi.waitFor(async () =>
      expect((await jobs()).map((job) => job.payload)).toEqual([{ paymentId: 't2' }]),
    )
  })
})

async function locksHeld(): Promise<number> {
  const rows = await db.query<{ held: number }>(sql`
    select count(*) as held from pg_locks
    where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`)
  return rows[0]?.held ?? 0
}
