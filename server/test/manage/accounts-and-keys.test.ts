import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { foreignInsurer, newKey as newSecretKey } from '../builders/credentials.ts'
import { exampleFolder } from '../builders/folder.ts'
import { managerOn } from '../builders/manager.ts'
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
  it('makes a distributor and a key for it, and the audit log records both', async () => {
    platform.clock.advance({ seconds: 1 }) // After the entries of the demo.
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

  it('does not learn which key names other insurers use, and uses its own', async () => {
    const insurer = await foreignInsurer(platform)
    const strangers = managerOn(platform, (await newSecretKey(platform, insurer)).key)
    const body = (key: string) => ({ key, name: 'Our own' })
    const made = await strangers.post('/manage/distributors', body('alpine-brokers'))
    expect(made.statusCode).toBe(200)
    await strangers.post('/manage/distributors', body('harbour-partners'))
    const again = await strangers.post('/manage/distributors', body('alpine-brokers'))
    expect(again.json()).toMatchObject({
      message: 'You already have an account with the key alpine-brokers.',
    })
    // A product names its insurer's own distributor, also where another insurer has one of that name.
    const pushed = await strangers.push(await exampleFolder('bike'))
    expect(pushed.json()).toMatchObject({ is_new: true })
    const { id } = made.json<{ id: string }>()
    const sells = await platform.db.query(sql`
      select from integrations join products on products.id = product_id
      where insurer_id = ${insurer.id} and distributor_id = ${id}`)
    expect(sells).toHaveLength(1)
  })

  it('never sees a key again after it was made', async () => {
    const key = await newKey()
    const list = await managerOn(platform).get('/manage/keys')
    expect(list.json()).toContainEqual(
      expect.objectContaining({ id: key.id, hint: key.key.slice(-4) }),
    )
    expect(list.body).not.toContain(key.key)
  })

  it.each([
    ['a key', async () => '/manage/keys', { kind: 'secret', livemode: false, name: 'once' }],
    ['a rotated key', async () => `/manage/keys/${(await newKey()).id}/rotate`, {}],
    ['an access token', async () => '/manage/access_tokens', { name: 'once' }],
  ])('finds the secret of %s in no answer that is kept for retries', async (what, url, payload) => {
    const request = { method: 'POST', url: await url(), payload } as const
    const { secret } = platform.demo.insurer.test
    const headers = { authorization: `Bearer ${secret}`, 'idempotency-key': `make ${what} once` }
    const first = await platform.app.inject({ ...request, headers })
    const made = first.json<{ id: string; key?: string; token?: string }>()
    const shown = made.key ?? made.token ?? ''
    expect(shown).toMatch(/^(sk_test_|at_)/)
    const again = await platform.app.inject({ ...request, headers })
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.json()).toMatchObject({ id: made.id })
    expect(again.body).not.toContain(shown)
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

  it('rotates a key once: a second time would bring an old key back to life', async () => {
    const old = await newKey()
    const rotate = (hours: number) =>
      managerOn(platform).post(`/manage/keys/${old.id}/rotate`, { overlap_hours: hours })
    await rotate(0)
    await expect.poll(() => worksWith(old.key)).toBe(false)
    const again = await rotate(24)
    expect(again.statusCode).toBe(400)
    expect(again.json<{ message: string }>().message).toContain('was already rotated')
    expect(await worksWith(old.key)).toBe(false)
    const other = await newKey()
    const atOnce = [1, 2, 3].map(() =>
      managerOn(platform).post(`/manage/keys/${other.id}/rotate`, {}),
    )
    const codes = (await Promise.all(atOnce)).map(({ statusCode }) => statusCode)
    expect(codes.sort((a, b) => a - b)).toEqual([200, 400, 400])
  })

  it('revokes a key, which stops working', async () => {
    const key = await newKey()
    expect(await worksWith(key.key)).toBe(true)
    const revoked = await managerOn(platform).post(`/manage/keys/${key.id}/revoke`)
    expect(revoked.json()).toMatchObject({ id: key.id, revoked_at: expect.any(String) })
    await expect.poll(() => worksWith(key.key)).toBe(false)
  })
})
