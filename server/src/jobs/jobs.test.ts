import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../test/support/database.ts'
import {
  type JobRow,
  addJobWithoutKey,
  deleteJobs,
  forgetSweeps,
  failOnce,
  giveUpJobs,
  lockJobs,
  selectAttempts,
  selectJobs,
  selectKeysByPriority,
} from '../../test/support/queue.ts'
import { type Database, openDatabase, sql } from '../database/index.ts'
import type { PaymentId } from '../kernel/index.ts'
import { watchDeadWorkers } from './dead-workers.ts'
import {
  deleteReplacedJobs,
  enqueue,
  enqueueAll,
  enqueueLast,
  enqueueOnce,
  enqueueSweep,
  failJob,
  takeJobs,
} from './queue-store.ts'
import { type TaskHandlers, startJobs } from './run-jobs.ts'
import { showAlive } from './sign-of-life.ts'
import { type Signs, type SpareTime, openSpareTime } from './spare-time.ts'
import type { Tasks } from './tasks.ts'
import { isAnyWorkerAlive } from './worker-store.ts'

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
beforeEach(() => db.query(deleteJobs))

const jobs = () => db.query<JobRow>(selectJobs)
const attempts = () => db.query<{ key: string | null; attempts: number }>(selectAttempts)

const settle = (paymentId: PaymentId, options = {}) =>
  enqueue(db, 'settle_payment', { paymentId }, options)

describe('a job', () => {
  it('exists exactly if the transaction that asks for it commits', async () => {
    const failing = db.transaction(async (tx) => {
      await enqueue(tx, 'settle_payment', { paymentId: 't1' })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await jobs()).toEqual([])
    await db.transaction((tx) => enqueue(tx, 'settle_payment', { paymentId: 't2' }))
    expect(await jobs()).toMatchObject([{ locked_by: null, payload: { paymentId: 't2' } }])
  })

  it('with a key is there once, however often it is asked for', async () => {
    await settle('t1', { key: 'settle t1' })
    await settle('t1', { key: 'settle t1' })
    await settle('t2', { key: 'settle t2' })
    expect((await jobs()).map((job) => job.key)).toEqual(['settle t1', 'settle t2'])
  })
})

describe('a job that is wanted once', () => {
  const payload = { policyId: 'tpol_1', versionId: 'tpv_1', occasion: 'policy' } as const
  const job = { key: 'documents tpv_1 policy', payload }
  const keysByPriority = async () => {
    const rows = await db.query<{ key: string | null }>(selectKeysByPriority)
    return rows.map(({ key }) => key)
  }

  it('is added once, also while it is at work or waits to be tried again', async () => {
    await enqueueAll(db, 'make_documents', [job])
    await enqueueOnce(db, 'make_documents', job)
    expect(await jobs()).toHaveLength(1)
    await db.query(lockJobs('worker-busy', 1))
    await enqueueOnce(db, 'make_documents', job)
    expect(await jobs()).toEqual([{ key: job.key, locked_by: 'worker-busy', payload }])
  })

  it('begins anew when it was given up', async () => {
    await enqueueOnce(db, 'make_documents', job)
    await db.query(giveUpJobs)
    await enqueueOnce(db, 'make_documents', job)
    const kept = (await attempts()).filter(({ key }) => key === job.key)
    expect(kept).toEqual([{ key: job.key, attempts: 0 }])
  })

  it('overtakes the patient ones when somebody asks for it', async () => {
    const other = { ...job, key: 'documents tpv_2 policy' }
    await enqueueAll(db, 'make_documents', [other, job])
    await enqueueOnce(db, 'make_documents', job)
    expect(await keysByPriority()).toEqual([job.key, other.key])
  })

  it('lets those go first that somebody waits for', async () => {
    const patient = { ...job, key: 'documents tpv_2 policy' }
    await enqueueAll(db, 'make_documents', [patient])
    await settle('t1', { key: 'settle t1' })
    expect(await keysByPriority()).toEqual(['settle t1', patient.key])
  })
})

const subjectOf = (task: Tasks['make_documents']) =>
  'invoiceId' in task ? task.invoiceId : task.versionId

const deaf = { jobs: () => undefined, error: () => undefined }
const patience = { lookEveryMs: 3_000, missingMs: 12_000 }

describe('the jobs of a worker', () => {
  const holders = async () => (await jobs()).map((job) => job.locked_by)

  it('that died are free again, once it has been missing for long enough', async () => {
    await settle('t1')
    await db.query(lockJobs('worker-dead', 3600))
    const dead = watchDeadWorkers(db, 'worker-looking', patience)
    for (const nowMs of [0, 3_000, 6_000, 9_000]) await dead.look(nowMs)
    expect(await holders()).toEqual(['worker-dead'])
    await dead.look(12_000)
    expect(await holders()).toEqual([null])
  })

  it.each([
    ['that died after asking for the same job again leave the new one alone', null],
    ['that died so after a first attempt had failed leave the new one alone', 'no answer'],
  ])('%s', async (_title, error) => {
    await settle('t1', { key: 'settle t1' })
    await db.query(failOnce(error))
    await db.query(lockJobs('worker-dead', 3600))
    await settle('t1', { key: 'settle t1' })
    expect(await jobs()).toHaveLength(2)
    const dead = watchDeadWorkers(db, 'worker-looking', patience)
    for (const nowMs of [0, 3_000, 6_000, 9_000, 12_000]) await dead.look(nowMs)
    expect(await jobs()).toEqual([
      { key: 'settle t1', locked_by: null, payload: { paymentId: 't1' } },
    ])
  })

  it('that died in the last of its attempts are kept for a person to see', async () => {
    await settle('t1')
    await db.query(lockJobs('worker-dead', 3600))
    await db.query(giveUpJobs)
    const dead = watchDeadWorkers(db, 'worker-looking', patience)
    for (const nowMs of [0, 3_000, 6_000, 9_000, 12_000]) await dead.look(nowMs)
    expect(await holders()).toEqual([null])
  })

  it('that a server of release 0.2.0 adds without a key are kept as well when they are given up', async () => {
    await db.query(addJobWithoutKey)
    const slots = { urgent: 1, patient: 0, last: 0 }
    const taken = await takeJobs(db, 'worker-newer', ['settle_payment'], slots)
    await db.query(giveUpJobs)
    for (const job of taken) await failJob(db, 'worker-newer', job, 'no answer')
    await deleteReplacedJobs(db)
    expect(await jobs()).toMatchObject([{ key: expect.any(String) as string, locked_by: null }])
  })

  it('that showed itself between two looks are left alone', async () => {
    await settle('t1')
    await db.query(lockJobs('worker-busy', 3600))
    const dead = watchDeadWorkers(db, 'worker-looking', patience)
    for (const nowMs of [0, 3_000, 6_000]) await dead.look(nowMs)
    const alive = await showAlive(db, 'worker-busy', deaf)
    await dead.look(9_000)
    await alive.close()
    await vi.waitFor(async () => expect(await locksHeld()).toBe(0))
    for (const nowMs of [12_000, 15_000, 18_000, 21_000]) await dead.look(nowMs)
    expect(await holders()).toEqual(['worker-busy'])
    await dead.look(24_000)
    expect(await holders()).toEqual([null])
  })

  it('are left alone by one who could not look for a while, as nobody could show themselves', async () => {
    await settle('t1')
    await db.query(lockJobs('worker-busy', 3600))
    const dead = watchDeadWorkers(db, 'worker-looking', patience)
    for (const nowMs of [0, 3_000, 60_000, 63_000]) await dead.look(nowMs)
    expect(await holders()).toEqual(['worker-busy'])
  })

  it('that is alive are left alone, however long they take', async () => {
    await settle('t1')
    await db.query(lockJobs('worker-busy', 3600))
    const alive = await showAlive(db, 'worker-busy', deaf)
    const dead = watchDeadWorkers(db, 'worker-looking', patience)
    for (let nowMs = 0; nowMs < 60_000; nowMs += 3_000) await dead.look(nowMs)
    expect(await holders()).toEqual(['worker-busy'])
    await alive.close()
  })

  it('need no release where there are none', async () => {
    await expect(watchDeadWorkers(db, 'worker-looking', patience).look(0)).resolves.toBeUndefined()
  })
})

describe('the sign of life of a worker', () => {
  it('comes back when its connection was cut', async () => {
    expect(await isAnyWorkerAlive(db)).toBe(false)
    const alive = await showAlive(db, 'worker-1', deaf)
    expect(await isAnyWorkerAlive(db)).toBe(true)
    for (let round = 0; round < 3; round++) {
      await cut('bindery worker')
      await vi.waitFor(async () => expect(await isAnyWorkerAlive(db)).toBe(true))
    }
    await alive.close()
    await vi.waitFor(async () => expect(await isAnyWorkerAlive(db)).toBe(false))
  })
})

describe('a worker', () => {
  const idle = { processors: 2, othersUse: 0, calmMs: Infinity }
  let signs = idle
  let stop: (() => Promise<void>) | undefined
  afterEach(async () => {
    signs = idle
    await stop?.()
    stop = undefined
  })

  async function working(
    settlePayment: TaskHandlers['settle_payment'],
    others: Partial<TaskHandlers> = {},
  ) {
    const errors: string[] = []
    const nothing = async () => undefined
    const worker = await startJobs({
      db,
      jobsAtOnceMax: 2,
      spareTime: timeless(() => signs),
      patience: { lookEveryMs: 200, missingMs: 400 },
      endMsMax: 500,
      handlers: {
        advance_clock: nothing,
        carry_out_withdrawal: nothing,
        check_portfolio: nothing,
        mass_endorsement: nothing,
        sum_month: nothing,
        post_commission: nothing,
        post_commission_since: nothing,
        run_impacts: nothing,
        assemble_transaction: nothing,
        make_documents: nothing,
        credit_due: nothing,
        price_renewal: nothing,
        pursue_arrears: nothing,
        resume_dunning: nothing,
        settle_payment: settlePayment,
        settle_refund: nothing,
        settle_mandate: nothing,
        resend_webhooks: nothing,
        sweep: nothing,
        ...others,
      },
      log: { info: () => undefined, error: (_, message) => void errors.push(message) },
    })
    stop = () => worker.stop()
    return errors
  }

  it('that is stopped leaves a job that does not end to others, and takes no other', async () => {
    const begun: string[] = []
    const never = Promise.withResolvers<void>()
    await working(async ({ paymentId }) => {
      begun.push(paymentId)
      await never.promise
    })
    await settle('t1')
    await vi.waitFor(() => expect(begun).toEqual(['t1']))
    await stop?.()
    stop = undefined
    await settle('t2')
    const settled: string[] = []
    await working(async ({ paymentId }) => void settled.push(paymentId))
    await vi.waitFor(() => expect(settled.toSorted()).toEqual(['t1', 't2']))
    expect(begun).toEqual(['t1'])
    never.resolve()
  })

  it('takes up what a dead one left behind', async () => {
    await settle('t1')
    await db.query(lockJobs('worker-dead', 3600))
    const settled: string[] = []
    await working(async ({ paymentId }) => void settled.push(paymentId))
    await vi.waitFor(() => expect(settled).toEqual(['t1']))
  })

  it('sweeps once a minute, however many work', async () => {
    await db.query(forgetSweeps)
    const minute = async () => {
      const [row] = await db.query<{ minute: number }>(
        sql`select floor(extract(epoch from now()) / 60)::int as minute`,
      )
      return row?.minute ?? NaN
    }
    const first = await minute()
    let sweeps = 0
    await working(async () => undefined, { sweep: async () => void (sweeps += 1) })
    await vi.waitFor(() => expect(sweeps).toBeGreaterThan(0))
    for (let round = 0; round < 5; round++) {
      await Promise.all(Array.from({ length: 10 }, () => enqueueSweep(db)))
      await vi.waitFor(async () => expect(await jobs()).toEqual([]))
    }
    // A slow machine may begin the sweep of a minute in the next one, and never adds another.
    expect(sweeps).toBeLessThanOrEqual((await minute()) - first + 1)
  })

  it('finishes every job, each once, while its connections are being cut', async () => {
    const begun: string[] = []
    const errors = await working(async ({ paymentId }) => {
      begun.push(paymentId)
      await sleep(20)
    })
    const ids = Array.from({ length: 40 }, (_, n) => `t${n}` as const)
    await enqueueAll(
      db,
      'settle_payment',
      ids.map((paymentId) => ({ key: paymentId, payload: { paymentId } })),
    )
    for (let round = 0; round < 20; round++) {
      await cut('%')
      await sleep(30)
    }
    await vi.waitFor(async () => expect(await jobs()).toEqual([]))
    // What was begun was done, so it is not begun again, even where the answer got lost.
    expect(begun.toSorted()).toEqual([...ids].toSorted())
    expect(errors).not.toContain('a job failed and will be tried again')
  })

  it('leaves what nobody waits for in the queue while the machine is busy, and does all else', async () => {
    signs = { ...idle, othersUse: 2 }
    const made: string[] = []
    const settled: string[] = []
    const documents = async (task: Tasks['make_documents']) => void made.push(subjectOf(task))
    await working(async ({ paymentId }) => void settled.push(paymentId), {
      make_documents: documents,
    })
    const ids = ['tpv_1', 'tpv_2', 'tpv_3', 'tpv_4', 'tpv_5'] as const
    const due = ids.map((versionId) => ({
      key: `documents ${versionId} policy`,
      payload: { policyId: 'tpol_1', versionId, occasion: 'policy' } as const,
    }))
    await enqueueAll(db, 'make_documents', due)
    for (const id of ['t1', 't2', 't3'] as const) await settle(id)
    await vi.waitFor(() => expect(settled.toSorted()).toEqual(['t1', 't2', 't3']))
    expect(made).toEqual([])
    await vi.waitFor(async () =>
      expect((await jobs()).map((job) => job.locked_by)).toEqual(ids.map(() => null)),
    )
    const [, , third] = due
    if (third === undefined) throw new Error('there are five')
    await enqueueOnce(db, 'make_documents', third)
    await settle('t4')
    await vi.waitFor(() => expect(made).toEqual(['tpv_3']))
    signs = idle
    await vi.waitFor(() => expect(made.toSorted()).toEqual([...ids]))
  })

  it('lets clocks go on while the machine is busy', async () => {
    signs = { ...idle, othersUse: 2 }
    const advanced: string[] = []
    await working(async () => undefined, {
      advance_clock: async ({ clockId }) => void advanced.push(clockId),
    })
    await enqueueLast(db, 'advance_clock', 'advance clk_1', { clockId: 'clk_1' })
    await vi.waitFor(() => expect(advanced).toEqual(['clk_1']))
  })

  it('leaves to others what shall be soon, and to clocks their place beside it', async () => {
    signs = { ...idle, othersUse: 2 }
    const done: string[] = []
    const due = (['tpv_1', 'tpv_2', 'tpv_3', 'tpv_4', 'tpv_5'] as const).map((versionId) => ({
      key: `documents ${versionId} policy`,
      payload: { policyId: 'tpol_1', versionId, occasion: 'policy' } as const,
    }))
    for (const one of due) await enqueueOnce(db, 'make_documents', one, 'soon')
    await settle('t1')
    await enqueueLast(db, 'advance_clock', 'advance clk_1', { clockId: 'clk_1' })
    await working(async ({ paymentId }) => void done.push(paymentId), {
      advance_clock: async ({ clockId }) => void done.push(clockId),
      make_documents: async (task) => void done.push(subjectOf(task)),
    })
    await vi.waitFor(() => expect(done).toHaveLength(7))
    // The first three are taken at once: two have the slots of a worker, and the clock its own.
    expect(done.slice(0, 3).toSorted()).toEqual(['clk_1', 't1', 'tpv_1'])
  })

  it('does what somebody waits for beside patient jobs that take long', async () => {
    const begun: string[] = []
    const held = Promise.withResolvers<void>()
    const settled: string[] = []
    await working(async ({ paymentId }) => void settled.push(paymentId), {
      make_documents: async (task) => {
        begun.push(subjectOf(task))
        await held.promise
      },
    })
    const due = (['tpv_1', 'tpv_2', 'tpv_3', 'tpv_4'] as const).map((versionId) => ({
      key: `documents ${versionId} policy`,
      payload: { policyId: 'tpol_1', versionId, occasion: 'policy' } as const,
    }))
    await enqueueAll(db, 'make_documents', due)
    await vi.waitFor(() => expect(begun).toHaveLength(2))
    for (const id of ['t1', 't2', 't3'] as const) await settle(id)
    await vi.waitFor(() => expect(settled.toSorted()).toEqual(['t1', 't2', 't3']))
    expect(begun).toHaveLength(2)
    held.resolve()
    await vi.waitFor(async () => expect(await jobs()).toEqual([]))
  })

  it('does not count it as an attempt when the database was away', async () => {
    const counted: number[] = []
    await working(async () => {
      const [job] = await attempts()
      counted.push(job?.attempts ?? 0)
      if (counted.length === 1) throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
    })
    await settle('t1')
    await vi.waitFor(async () => expect(await jobs()).toEqual([]))
    expect(counted).toEqual([1, 1])
  })

  it('does each job once, and says when one fails', async () => {
    const settled: string[] = []
    const errors = await working(async ({ paymentId }) => {
      if (paymentId === 't2') throw new Error('the provider is away')
      settled.push(paymentId)
    })
    for (const id of ['t1', 't2', 't3'] as const) await settle(id)
    await vi.waitFor(() => expect(settled.toSorted()).toEqual(['t1', 't3']))
    await vi.waitFor(() => expect(errors).toEqual(['a job failed and will be tried again']))
    await vi.waitFor(async () =>
      expect((await jobs()).map((job) => job.payload)).toEqual([{ paymentId: 't2' }]),
    )
  })
})

/** Spare time on which no clock has a say. */
function timeless(look: () => Signs): SpareTime {
  const spareTime = openSpareTime(look, 0)
  return {
    get underWay() {
      return spareTime.underWay
    },
    slots: () => spareTime.slots(0),
    begin: () => {
      const job = spareTime.begin(0)
      return { end: () => job.end(0) }
    },
  }
}

/** Cuts connections by the name of their application, but not the one that does it. */
async function cut(name: string): Promise<void> {
  await db.query(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like ${name}`)
}

async function locksHeld(): Promise<number> {
  const rows = await db.query<{ held: number }>(sql`
    select count(*) as held from pg_locks
    where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`)
  return rows[0]?.held ?? 0
}
