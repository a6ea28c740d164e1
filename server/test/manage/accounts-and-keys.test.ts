import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { createAccount, createKey } from '../../src/identity/index.ts'
import { managerOn } from '../builders/manager.ts'
import { madeOffer, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

interface NewKey {
  readonly id: string
  readonly key: string
  readonly account_id: string
}

async function newKey(body: { account_id?: string; name?: string } = {}): Promise<NewKey> {
  const made = await managerOn(platform).post('/manage/keys', {
    kind: 'secret',
    livemode: false,
    name: 'a shop',
    ...body,
  })
  return made.json<NewKey>()
}

const worksWith = async (key: string) =>
  (
    await platform.app.inject({
      url: '/offers/tpol_0',
      headers: { authorization: `Bearer ${key}` },
    })
  ).statusCode === 404

describe('an insurer', () => {
  it('makes a distributor and a key for it, and the audit log tells', async () => {
    const manager = managerOn(platform)
    const made = await manager.post('/manage/distributors', {
      key: 'coast-agents',
      name: 'Coast Agents',
    })
    expect(made.json()).toMatchObject({
      kind: 'distributor',
      key: 'coast-agents',
      name: 'Coast Agents',
    })
    const accountId = made.json<{ id: string }>().id
    // What happens at one moment is in no order.
    platform.clock.advance({ minutes: 1 })
    const key = await newKey({ account_id: accountId })
    expect(key).toMatchObject({ account_id: accountId, key: expect.stringMatching(/^sk_test_/) })
    expect(await worksWith(key.key)).toBe(true)
    const audit = await manager.get('/manage/audit')
    expect(audit.json<object[]>().slice(0, 2)).toMatchObject([
      { action: 'key.created', subject_id: key.id, before: null },
      { action: 'distributor.created', subject_id: accountId, after: { key: 'coast-agents' } },
    ])
    expect(audit.body).not.toContain(key.key)
  })

  it('cannot give two accounts one key name', async () => {
    const taken = await managerOn(platform).post('/manage/distributors', {
      key: 'alpine-brokers',
      name: 'Again',
    })
    expect(taken.statusCode).toBe(400)
    expect(taken.json()).toMatchObject({
      errors: [{ code: 'invalid_value', field: 'key', rules: ['unique'] }],
    })
  })

  it('never sees a key again after it was made', async () => {
    const key = await newKey()
    const list = await managerOn(platform).get('/manage/keys')
    expect(list.json()).toContainEqual(
      expect.objectContaining({ id: key.id, hint: key.key.slice(-4) }),
    )
    expect(list.body).not.toContain(key.key)
  })

  it('finds no key in an answer that is kept for retries', async () => {
    const send = () =>
      platform.app.inject({
        method: 'POST',
        url: '/manage/keys',
        headers: {
          authorization: `Bearer ${platform.demo.insurer.test.secret}`,
          'idempotency-key': 'make me one key',
        },
        payload: { kind: 'secret', livemode: false, name: 'once' },
      })
    const first = (await send()).json<NewKey>()
    const again = await send()
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.json()).toMatchObject({ id: first.id })
    expect(again.body).not.toContain(first.key)
    const kept = await platform.db.query(sql`select body from idempotency_keys`)
    expect(JSON.stringify(kept)).not.toContain(first.key)
  })

  it('rotates a key with an overlap, in which both work', async () => {
    const old = await newKey()
    const rotated = await managerOn(platform).post(`/manage/keys/${old.id}/rotate`, {
      overlap_hours: 2,
    })
    const fresh = rotated.json<NewKey>()
    expect(await worksWith(old.key)).toBe(true)
    expect(await worksWith(fresh.key)).toBe(true)
    platform.clock.advance({ hours: 3 })
    expect(await worksWith(old.key)).toBe(false)
    expect(await worksWith(fresh.key)).toBe(true)
  })

  it('revokes a key, which stops working', async () => {
    const key = await newKey()
    expect(await worksWith(key.key)).toBe(true)
    const revoked = await managerOn(platform).post(`/manage/keys/${key.id}/revoke`)
    expect(revoked.json()).toMatchObject({ id: key.id, revoked_at: expect.any(String) })
    await expect.poll(() => worksWith(key.key)).toBe(false)
  })
})

describe('the Management API', () => {
  const routes = [
    ['GET', '/manage/accounts'],
    ['POST', '/manage/distributors'],
    ['GET', '/manage/keys'],
    ['POST', '/manage/keys'],
    ['POST', '/manage/keys/key_0/rotate'],
    ['POST', '/manage/keys/key_0/revoke'],
    ['POST', '/manage/products/validate'],
    ['POST', '/manage/products/plan'],
    ['POST', '/manage/products/push'],
    ['POST', '/manage/products/price'],
    ['GET', '/manage/products'],
    ['GET', '/manage/products/pr_0'],
    ['GET', '/manage/product_versions/prv_0'],
    ['GET', '/manage/product_versions/prv_0/files'],
    ['GET', '/manage/product_versions/prv_0/differences?against=prv_1'],
    ['POST', '/manage/product_versions/prv_0/publish'],
    ['GET', '/manage/datasets'],
    ['GET', '/manage/datasets/companies'],
    ['GET', '/manage/datasets/companies/export'],
    ['POST', '/manage/datasets/companies/import'],
    ['POST', '/manage/bench/policies'],
    ['GET', '/manage/access_tokens'],
    ['POST', '/manage/access_tokens'],
    ['POST', '/manage/access_tokens/tok_0/revoke'],
    ['GET', '/manage/quotes'],
    ['GET', '/manage/quotes/qu_0/explanation'],
    ['GET', '/manage/quotes/qu_0/workbook'],
    ['GET', '/manage/policies/tpol_0/explanation'],
    ['POST', '/manage/book_checks'],
    ['GET', '/manage/book_checks/bck_0'],
    ['POST', '/manage/products/documents'],
    ['GET', '/manage/offers'],
    ['GET', '/manage/policies'],
    ['GET', '/manage/policies/tpol_0/history'],
    ['GET', '/manage/payments'],
    ['GET', '/manage/events'],
    ['GET', '/manage/audit'],
  ] as const

  it.each(routes)('answers %s %s to insurers only', async (method, url) => {
    const ask = async (headers: Record<string, string>, query = '') =>
      (await platform.app.inject({ method, url: url + query, headers })).statusCode
    const { keys } = platform.demo
    expect(await ask({})).toBe(401)
    expect(await ask({}, `${url.includes('?') ? '&' : '?'}key=${keys.test.public}`)).toBe(401)
    expect(await ask({ authorization: `Bearer ${keys.test.secret}` })).toBe(403)
  })

  it('has a row in this matrix for each of its routes', async () => {
    const { paths } = (await platform.app.inject('/openapi.json')).json<{
      paths: Record<string, object>
    }>()
    const documented = Object.entries(paths)
      .filter(([path]) => path.startsWith('/manage'))
      .flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      )
    const tested = routes.map(([method, url]) => `${method} ${url.split('?')[0]}`)
    const matches = (documentedRoute: string) =>
      tested.some((route) =>
        new RegExp(`^${documentedRoute.replaceAll(/\{\w+\}/g, '\\w+')}$`).test(route),
      )
    expect(documented.filter((route) => !matches(route))).toEqual([])
    expect(documented).toHaveLength(routes.length)
  })

  it('shows a foreign insurer nothing', async () => {
    const now = platform.clock()
    const foreign = await createAccount(
      platform.db,
      { kind: 'insurer', key: 'foreign-mutual', name: 'Foreign Mutual' },
      now,
    )
    const { key } = await createKey(
      platform.db,
      { accountId: foreign.id, kind: 'secret', livemode: false, name: 'x' },
      now,
    )
    const policy = await madeOffer(sellerOn(platform))
    const cyber = platform.demo.products['cyber']
    const stranger = managerOn(platform, key)
    const own = managerOn(platform)
    const { live_version_id: version } = (
      await own.get(`/manage/products/${cyber?.product_id}`)
    ).json<{ live_version_id: string }>()
    const [ownKey] = (await own.get('/manage/keys')).json<{ id: string }[]>()
    expect((await stranger.get(`/manage/products/${cyber?.product_id}`)).statusCode).toBe(404)
    expect((await stranger.get(`/manage/product_versions/${version}/files`)).statusCode).toBe(404)
    expect((await stranger.post(`/manage/product_versions/${version}/publish`)).statusCode).toBe(
      404,
    )
    expect((await stranger.post(`/manage/keys/${ownKey?.id}/revoke`)).statusCode).toBe(404)
    expect((await stranger.get(`/manage/policies/${policy.id}/history`)).statusCode).toBe(404)
    const [token] = (await own.get('/manage/access_tokens')).json<{ id: string }[]>()
    expect((await stranger.post(`/manage/access_tokens/${token?.id}/revoke`)).statusCode).toBe(404)
    for (const path of ['companies', 'companies/export']) {
      expect((await stranger.get(`/manage/datasets/${path}`)).statusCode).toBe(404)
    }
    for (const list of [
      'products',
      'datasets',
      'access_tokens',
      'quotes',
      'offers',
      'policies',
      'payments',
      'events',
      'audit',
    ]) {
      expect((await stranger.get(`/manage/${list}`)).json()).toEqual([])
    }
    expect((await stranger.get('/manage/accounts')).json()).toMatchObject([
      { key: 'foreign-mutual' },
    ])
  })
})
