import { randomBytes, randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../test/support/database.ts'
import { type Database, type Queryable, type Statement, openDatabase } from '../database/index.ts'
import { type KeyRing, resealDataKey } from '../sealing/index.ts'
import { type Reservation, type IdempotencyKey, sealAnswer } from './reservation.ts'
import { reserveKey } from './reserve-key.ts'
import { releaseReservation } from './reservation-store.ts'
import { forgetOldAnswers } from './forget-answers.ts'
import { keepRefusal } from './keep-refusal.ts'
import { completeReservations } from './complete-reservation.ts'

let database: TestDatabase
let db: Database
let keys = 0

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({
    connection: { ...database.connection },
    connectionsMax: 10,
    onConnectionError: () => undefined, // The statements fail with it and say so.
  })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const now = Temporal.Instant.from('2027-03-01T09:00:00Z')
const request = Buffer.from('a request')
const keyRing: KeyRing = [{ id: 'first', key: randomBytes(32) }]

function freshKey(): IdempotencyKey {
  keys += 1
  return { accountId: 'acc_1', livemode: false, key: `key ${keys}` }
}

interface Changes {
  readonly at?: Temporal.Instant
  readonly on?: Queryable
  readonly hash?: Buffer
  readonly ring?: KeyRing
}

const reservation = (
  key: IdempotencyKey,
  { at = now, on = db, hash = request, ring = keyRing }: Changes = {},
) => reserveKey({ db: on, keyRing: ring }, key, hash, at)

/** The reservation, where it is ours. */
async function reserved(key: IdempotencyKey, at = now): Promise<Reservation> {
  const reserving = await reservation(key, { at })
  if (!reserving.isFirst) throw new Error(`${key.key} was reserved before`)
  return reserving.reservation
}

const record = (own: Reservation, body = '{"id":1}') => ({
  reservation: own,
  status: 200,
  answer: sealAnswer(keyRing, own, body),
})
const complete = (own: Reservation, body?: string) =>
  db.transaction((tx) => completeReservations(tx, [record(own, body)]))

const stillRunning = { kind: 'request_in_progress' }
const repeated = (body: string) => ({ isFirst: false, repeated: { status: 200, body } })

describe('an idempotency key', () => {
  it('is reserved by exactly one of many who ask at once', async () => {
    const key = freshKey()
    const reservations = await Promise.allSettled(
      Array.from({ length: 30 }, () => reservation(key)),
    )
    expect(reservations.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    for (const one of reservations) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject(stillRunning)
    }
  })

  it('gives later requests the answer that completed it, or the id of what was made', async () => {
    const [answered, made] = [freshKey(), freshKey()]
    await complete(await reserved(answered))
    expect(await reservation(answered)).toEqual(repeated('{"id":1}'))
    const own = await reserved(made)
    await db.transaction((tx) =>
      completeReservations(tx, [{ reservation: own, status: 200, madeId: 't1' }]),
    )
    expect(await reservation(made)).toEqual({
      isFirst: false,
      repeated: { status: 200, madeId: 't1' },
    })
  })

  it('is free again once it was released, unless it is completed', async () => {
    const key = freshKey()
    await releaseReservation(db, await reserved(key))
    const own = await reserved(key)
    await complete(own)
    await releaseReservation(db, own)
    expect(await reservation(key)).toEqual(repeated('{"id":1}'))
  })

  it('released at the very moment somebody else asks is reserved by that one, not by two', async () => {
    const key = freshKey()
    const own = await reserved(key)
    let statements = 0
    const unlucky: Queryable = {
      query: async (statement) => {
        statements += 1
        if (statements === 2) await releaseReservation(db, own)
        return db.query(statement)
      },
    }
    expect(await reservation(key, { on: unlucky })).toMatchObject({ isFirst: true })
    await expect(reservation(key)).rejects.toMatchObject(stillRunning)
  })

  it('is free again soon where the answer to its reservation got lost', async () => {
    const key = freshKey()
    const lost: Queryable = {
      query: async (statement) => {
        const rows = await db.query(statement)
        if (statement.text.includes('insert')) throw new Error('Connection terminated')
        return rows as never[] // Nobody reads them.
      },
    }
    await expect(reservation(key, { on: lost })).rejects.toThrow('Connection terminated')
    await vi.waitFor(() => reserved(key))
  })

  it('of a process that died is taken over after a minute, for the same request only', async () => {
    const key = freshKey()
    await reserved(key)
    const at = now.add({ seconds: 61 })
    await expect(reservation(key, { at: now.add({ seconds: 60 }) })).rejects.toMatchObject(
      stillRunning,
    )
    await expect(reservation(key, { at, hash: Buffer.from('another') })).rejects.toMatchObject({
      kind: 'idempotency_key_reused',
    })
    expect(await reservation(key, { at })).toMatchObject({ isFirst: true })
    await expect(reservation(key, { at })).rejects.toMatchObject(stillRunning)
  })

  it('that was completed is not taken over, however old', async () => {
    const key = freshKey()
    await complete(await reserved(key))
    expect(await reservation(key, { at: now.add({ hours: 24 }) })).toEqual(repeated('{"id":1}'))
  })

  it('means nothing to another account or in the other mode', async () => {
    const key = freshKey()
    await reserved(key)
    await reserved({ ...key, livemode: true })
    await reserved({ ...key, accountId: 'acc_2' })
  })

  it('is forgotten with its answer when it is old', async () => {
    const [old, young] = [freshKey(), freshKey()]
    await reserved(old, now.subtract({ hours: 1 }))
    await reserved(young)
    await forgetOldAnswers(db, now.add({ hours: 24 * 7 }))
    await reserved(old)
    await expect(reservation(young)).rejects.toMatchObject(stillRunning)
  })
})

describe('a reservation', () => {
  it('waits for no disk', async () => {
    const client = new Client({ ...database.connection })
    await client.connect()
    const on: Queryable = {
      query: async <Row>(statement: Statement) =>
        (await client.query(statement.text, statement.values)).rows as Row[], // As it selects them.
    }
    const written = async () => {
      await client.query('select pg_stat_force_next_flush()')
      const { rows } = await client.query<{ writes: number; full: number }>(`
        select writes::int as writes, wal_buffers_full::int as full
        from pg_stat_get_backend_io(pg_backend_pid()), pg_stat_get_backend_wal(pg_backend_pid())
        where object = 'wal' and context = 'normal'`)
      return rows[0] ?? { writes: NaN, full: NaN }
    }
    try {
      await client.query('set synchronous_commit = on') // As it is where business is done.
      const before = await written()
      for (let n = 0; n < 10; n++) await reservation(freshKey(), { on })
      const after = await written()
      // Whoever finds the buffers full, by what others write, must write them, in up to three pieces.
      const forced = 3 * (after.full - before.full)
      expect(after.writes - before.writes).toBeLessThanOrEqual(forced)
    } finally {
      await client.end()
    }
  })

  it('that was taken over, released or completed cannot be completed any more', async () => {
    const [taken, released, completed] = [freshKey(), freshKey(), freshKey()]
    const slow = await reserved(taken)
    const quick = await reserved(taken, now.add({ seconds: 61 }))
    await expect(complete(slow, 'slow')).rejects.toMatchObject(stillRunning)
    await complete(quick, 'quick')
    expect(await reservation(taken)).toEqual(repeated('quick'))
    const gone = await reserved(released)
    await releaseReservation(db, gone)
    await expect(complete(gone)).rejects.toMatchObject(stillRunning)
    const own = await reserved(completed)
    await complete(own, 'once')
    await expect(complete(own, 'twice')).rejects.toMatchObject(stillRunning)
    expect(await reservation(completed)).toEqual(repeated('once'))
  })

  it('lost by one of a group settles none of them', async () => {
    const [one, other] = [freshKey(), freshKey()]
    const [kept, lost] = [await reserved(one), { ...(await reserved(other)), holder: randomUUID() }]
    const both = db.transaction((tx) =>
      completeReservations(
        tx,
        [kept, lost].map((c) => record(c)),
      ),
    )
    await expect(both).rejects.toMatchObject(stillRunning)
    await expect(reservation(one)).rejects.toMatchObject(stillRunning)
  })

  it('of a refusal yields to what others have completed', async () => {
    const key = freshKey()
    const slow = await reserved(key)
    await complete(await reserved(key, now.add({ seconds: 61 })), 'done')
    await keepRefusal(db, { ...record(slow, 'refused'), status: 400 })
    expect(await reservation(key)).toEqual(repeated('done'))
  })
})

describe('a kept answer', () => {
  it('is not readable in what is stored', async () => {
    const key = freshKey()
    await complete(await reserved(key), '{"token":"a-quote-token"}')
    const rows = await db.pool.query('select t::text as row from idempotency_keys t')
    const inHex = Buffer.from('a-quote-token').toString('hex')
    expect(JSON.stringify(rows.rows)).not.toMatch(new RegExp(`a-quote-token|${inHex}`))
  })

  it('opens after the ring was rotated', async () => {
    const key = freshKey()
    await complete(await reserved(key))
    const ring: KeyRing = [{ id: 'second', key: randomBytes(32) }, ...keyRing]
    expect(await reservation(key, { ring })).toEqual(repeated('{"id":1}'))
  })

  it('whose key is gone, or is of other bytes, is refused for good', async () => {
    const key = freshKey()
    await complete(await reserved(key))
    for (const id of ['first', 'second']) {
      const ring: KeyRing = [{ id, key: randomBytes(32) }]
      const late = reservation(key, { ring, at: now.add({ hours: 1 }) })
      await expect(late).rejects.toMatchObject({ kind: 'answer_lost' })
    }
  })

  it('does not open as the answer of another key', async () => {
    const [mine, foreign] = [freshKey(), { ...freshKey(), accountId: 'acc_2' as const }]
    const stolen = record(await reserved(mine), 'mine').answer
    expect(() => resealDataKey(keyRing, 'elsewhere', stolen)).toThrow()
    const own = await reserved(foreign)
    await db.transaction((tx) =>
      completeReservations(tx, [{ reservation: own, status: 200, answer: stolen }]),
    )
    await expect(reservation(foreign)).rejects.toMatchObject({ kind: 'answer_lost' })
  })
})
