import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../test/support/database.ts'
import { type Database, type Queryable, openDatabase } from '../database/index.ts'
import {
  type IdempotencyKey,
  claimKey,
  forgetAnswers,
  keepAnswer,
  releaseKey,
} from './idempotency-store.ts'

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

function freshKey(): IdempotencyKey {
  keys += 1
  return { accountId: 'acc_1', livemode: false, key: `key ${keys}` }
}

const claim = (key: IdempotencyKey, at = now, on: Queryable = db, hash = request) =>
  claimKey(on, key, hash, at, at.subtract({ seconds: 60 }))

describe('an idempotency key', () => {
  it('is claimed by exactly one of many who ask at once', async () => {
    const key = freshKey()
    const claims = await Promise.all(Array.from({ length: 30 }, () => claim(key)))
    expect(claims.filter((kept) => kept === null)).toHaveLength(1)
    expect(claims.filter((kept) => kept !== null && kept.status === null)).toHaveLength(29)
  })

  it('answers later requests with what was kept', async () => {
    const key = freshKey()
    await claim(key)
    await keepAnswer(db, key, 200, '{"id":1}')
    expect(await claim(key)).toEqual({ requestHash: request, status: 200, body: '{"id":1}' })
  })

  it('is free again once it was released, unless an answer is kept', async () => {
    const key = freshKey()
    await claim(key)
    await releaseKey(db, key)
    expect(await claim(key)).toBeNull()
    await keepAnswer(db, key, 200, '{}')
    await releaseKey(db, key)
    expect((await claim(key))?.status).toBe(200)
  })

  it('released at the very moment somebody else asks is claimed by that one, not by two', async () => {
    const key = freshKey()
    await claim(key)
    let statements = 0
    const unlucky: Queryable = {
      query: async (statement) => {
        statements += 1
        if (statements === 2) await releaseKey(db, key)
        return db.query(statement)
      },
    }
    expect(await claim(key, now, unlucky)).toBeNull()
    expect(await claim(key)).toMatchObject({ status: null })
  })

  it('of a process that died is taken over after a minute, for the same request only', async () => {
    const key = freshKey()
    await claim(key)
    const soon = now.add({ seconds: 60 })
    const later = now.add({ seconds: 61 })
    expect(await claim(key, soon)).toMatchObject({ status: null })
    expect(await claim(key, later, db, Buffer.from('another'))).toMatchObject({ status: null })
    expect(await claim(key, later)).toBeNull()
    expect(await claim(key, later)).toMatchObject({ status: null })
  })

  it('means nothing to another account or in the other mode', async () => {
    const key = freshKey()
    await claim(key)
    expect(await claim({ ...key, livemode: true })).toBeNull()
    expect(await claim({ ...key, accountId: 'acc_2' })).toBeNull()
  })

  it('is forgotten with its answer when it is old', async () => {
    const [old, young] = [freshKey(), freshKey()]
    await claim(old)
    await claim(young, now.add({ seconds: 1 }))
    await forgetAnswers(db, now.add({ seconds: 1 }))
    expect(await claim(old)).toBeNull()
    expect(await claim(young)).not.toBeNull()
  })
})
