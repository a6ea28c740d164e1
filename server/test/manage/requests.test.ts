import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { openRequestLog } from '../../src/request-log/index.ts'
import { managerOn } from '../builders/manager.ts'
import { madeOffer, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

interface Logged {
  readonly id: string
  readonly request_id: string
  readonly actor_id: string
  readonly account_id: string
  readonly method: string
  readonly route: string
  readonly status: number
  readonly code: string | null
}
interface Errors {
  readonly errors: readonly (Logged & { readonly times: number })[]
  readonly gaps: readonly { readonly dropped: number }[]
}

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
})
afterAll(() => platform.close())

const logged = async (query = '') => {
  await platform.requestLog.flush()
  return (await managerOn(platform).get(`/manage/requests?${query}`)).json<Logged[]>()
}
const errors = async () => {
  await platform.requestLog.flush()
  return (await managerOn(platform).get('/manage/requests/errors')).json<Errors>()
}

it('shows what was answered to the insurer and its distributors, without a value or a body', async () => {
  const { id } = await madeOffer(sellerOn(platform))
  await managerOn(platform).get(`/manage/policies?email=hanna.brandt@example.com`)
  const rows = await logged()
  expect(rows.map(({ method, route, status }) => `${method} ${route} ${status}`)).toEqual(
    expect.arrayContaining(['POST /quotes 200', 'POST /policies 200', 'GET /manage/policies 200']),
  )
  const offer = rows.find(({ route }) => route === '/policies')
  expect(offer?.account_id).not.toBe(
    rows.find(({ route }) => route.startsWith('/manage'))?.account_id,
  )
  const [stored] = await platform.db.query<{ all: string }>(sql`
    select string_agg(to_jsonb(request_log)::text, '') as all from request_log`)
  expect(stored?.all).not.toContain('hanna')
  expect(stored?.all).not.toContain(id)
})

it('finds a request by the id of its answer, and groups errors by code', async () => {
  const refused = await managerOn(platform).get('/manage/policies?limit=0')
  const requestId = String(refused.headers['x-request-id'])
  await managerOn(platform).get('/manage/policies?limit=0')
  expect(await logged(`request_id=${requestId}`)).toMatchObject([
    { request_id: requestId, status: 400, code: 'invalid_parameter' },
  ])
  const all = await logged('errors=true')
  expect(all.every(({ status }) => status >= 400)).toBe(true)
  const group = (await errors()).errors.find(({ route }) => route === '/manage/policies')
  expect(group).toMatchObject({ status: 400, code: 'invalid_parameter', times: 2 })
})

it('is read page by page', async () => {
  const newest = await logged('limit=1000')
  const page = await logged(`limit=2&starting_after=${newest[0]?.id}`)
  const older = newest.slice(1, 3).map(({ id }) => id)
  expect(page.map(({ id }) => id)).toEqual(older)
})

it('drops what comes too fast, and says so', async () => {
  const { actor_id, account_id } = (await logged('limit=1'))[0] ?? { actor_id: '', account_id: '' }
  const log = openRequestLog({ ...platform, everyMs: null, onError: () => undefined })
  const one = {
    requestId: 'r',
    accountId: account_id as `acc_${string}`,
    livemode: false,
    actorId: actor_id,
    method: 'GET',
    route: '/flood',
    status: 200,
    code: null,
    durationMs: 1,
  }
  for (let n = 0; n < 10_005; n += 1) log.note(one)
  await log.flush() // A stop waits two seconds at most, which a busy machine may exceed.
  await log.close()
  expect((await errors()).gaps).toMatchObject([{ dropped: 5 }])
  const [kept] = await platform.db.query<{ kept: number }>(sql`
    select count(*)::int as kept from request_log where route = '/flood'`)
  expect(kept?.kept).toBe(10_000)
})

it('counts what could not be written once the database is back', async () => {
  const failing = { ...platform.db, transaction: () => Promise.reject(new Error('away')) }
  let isAway = true
  const db = new Proxy(platform.db, {
    get: (target, name) => Reflect.get(isAway ? failing : target, name),
  })
  const failures: unknown[] = []
  const log = openRequestLog({
    db,
    clock: platform.clock,
    everyMs: null,
    onError: (error) => failures.push(error),
  })
  const [{ account_id, actor_id } = { account_id: '', actor_id: '' }] = await logged('limit=1')
  const accountId = account_id as `acc_${string}`
  const request = { requestId: 'lost', accountId, livemode: false, actorId: actor_id }
  const answer = { method: 'GET', route: '/lost', status: 200, code: null, durationMs: 1 }
  log.note({ ...request, ...answer })
  await log.flush()
  expect(failures).toHaveLength(1)
  isAway = false
  await log.flush()
  await log.close()
  expect((await errors()).gaps[0]).toMatchObject({ dropped: 1 })
})

it('forgets after some days', async () => {
  await logged()
  platform.clock.advance({ hours: 24 * 8 })
  await platform.handlers.sweep({})
  const old = await platform.db.query(sql`select from request_log limit 1`)
  expect(old).toEqual([])
})
