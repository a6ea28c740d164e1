import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import { demoAccount } from '../builders/credentials.ts'
import { type Manager, managerOn } from '../builders/manager.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let insurer: Manager
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  insurer = managerOn(platform)
})
afterAll(() => platform.close())

interface Grant {
  readonly permission: string
  readonly product_ids?: string[]
  readonly distributor_ids?: string[]
  readonly test_only?: boolean
}
interface Role {
  readonly key: string
  readonly name: string
  readonly grants: Grant[]
}

let made = 0
/** A role of the insurer with these grants. */
async function newRole(grants: readonly Grant[], by = insurer, of: JsonObject = {}) {
  made += 1
  const body = { key: `role_${made}`, name: 'A role', grants: grants.map((one) => ({ ...one })) }
  const response = await by.post('/manage/roles', { ...body, ...of })
  expect(response.statusCode, response.body).toBe(200)
  return response.json<Role>().key
}

async function newKey(roles: readonly string[] | null, by = insurer, livemode = false) {
  const body = { kind: 'secret', livemode, name: 'a desk', ...(roles && { roles: [...roles] }) }
  const response = await by.post('/manage/keys', body)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<{ id: string; key: string; roles: string[] | null }>()
}

/** The insurer with a restricted key. */
async function restricted(grants: readonly Grant[], livemode = false): Promise<Manager> {
  const { key } = await newKey([await newRole(grants)], insurer, livemode)
  return managerOn(platform, key)
}

const create = (by: Manager, grants: readonly Grant[], key = 'refused') =>
  by.post('/manage/roles', { key, name: 'x', grants: grants.map((one) => ({ ...one })) })
const productId = (key: string) => platform.demo.products[key]?.product_id ?? ''

describe('an administrator', () => {
  it('makes a role for one product, and a key with it does exactly that', async () => {
    const sold = await soldPolicy(sellerOn(platform, { product: 'bike' }))
    const other = await soldPolicy(sellerOn(platform))
    const response = await create(
      insurer,
      [{ permission: 'policies.read', product_ids: ['bike'] }, { permission: 'accounts.read' }],
      'bike_desk',
    )
    const none = { product_ids: null, distributor_ids: null, test_only: false }
    expect(response.json()).toEqual({
      key: 'bike_desk',
      name: 'x',
      description: '',
      is_built_in: false,
      grants: [
        { permission: 'policies.read', ...none, product_ids: [productId('bike')] },
        { permission: 'accounts.read', ...none },
      ],
    })
    const { key, roles } = await newKey(['bike_desk'])
    expect(roles).toEqual(['bike_desk'])
    const desk = managerOn(platform, key)
    expect((await desk.get(`/policies/${sold.id}`)).statusCode).toBe(200)
    expect((await desk.get(`/policies/${other.id}`)).statusCode).toBe(404)
    expect((await desk.get('/manage/accounts')).statusCode).toBe(200)
    const cancelled = await desk.post(`/policies/${sold.id}/cancel`, {})
    expect(cancelled.json()).toMatchObject({
      code: 'permission_missing',
      message: expect.stringContaining('policies.cancel'),
    })
    expect((await desk.get('/manage/keys')).statusCode).toBe(403)
  })

  it('sees which permissions there are, and the roles that come along before its own', async () => {
    const permissions = (await insurer.get('/manage/permissions')).json<object[]>()
    expect(permissions).toContainEqual({
      permission: 'products.publish',
      description: 'Publish product versions',
      limits: ['products'],
    })
    const role = await newRole([{ permission: 'keys.read' }])
    const roles = (await insurer.get('/manage/roles')).json<(Role & { is_built_in: boolean })[]>()
    expect(roles.slice(0, 8).map(({ key }) => key)).toEqual([
      'viewer',
      'service',
      'accountant',
      'underwriter',
      'product_builder',
      'operator',
      'auditor',
      'administrator',
    ])
    expect(roles.filter((one) => !one.is_built_in).map(({ key }) => key)).toContain(role)
  })

  it('makes roles for a distributor that it manages, who makes its own too', async () => {
    const { id: account_id } = await demoAccount(platform, 'alpine-brokers')
    const alpine = managerOn(platform, platform.demo.keys.test.secret)
    const shared = await newRole([{ permission: 'quotes.create' }], insurer, { account_id })
    const grants = [{ permission: 'policies.read', distributor_ids: ['alpine-brokers'] }]
    const own = await newRole(
      [...grants, { permission: 'policies.read', product_ids: ['bike'] }],
      alpine,
    )
    const keysIn = async (by: Manager, query = '') =>
      (await by.get(`/manage/roles${query}`)).json<Role[]>().map(({ key }) => key)
    expect(await keysIn(alpine)).toEqual(expect.arrayContaining([shared, own]))
    expect(await keysIn(insurer, `?account_id=${account_id}`)).toEqual(await keysIn(alpine))
    expect(await keysIn(insurer)).not.toContain(own)
    // The log of its insurer has what a distributor changes.
    const log = await insurer.get(`/manage/audit?subject_id=${own}`)
    expect(log.json()).toMatchObject([{ action: 'role.created', after: { account_id, key: own } }])
    const renamed = await insurer.patch(`/manage/roles/${own}?account_id=${account_id}`, {
      name: 'Renamed',
    })
    expect(renamed.json()).toMatchObject({ key: own, name: 'Renamed' })
    const elsewhere = await create(alpine, [
      { permission: 'policies.read', distributor_ids: ['harbour-partners'] },
    ])
    expect(elsewhere.json()).toMatchObject({ code: 'role_distributor_not_found' })
  })

  it.each([
    [
      { permission: 'policy.read' },
      'unknown_permission',
      'There is no permission policy.read. Did you mean policies.read?',
    ],
    [
      { permission: 'keys.manage', product_ids: ['bike'] },
      'limit_not_possible',
      'keys.manage concerns the whole account and cannot be limited to products. Remove the limit.',
    ],
    [
      { permission: 'products.publish', distributor_ids: ['alpine-brokers'] },
      'limit_not_possible',
      'products.publish concerns all distributors and cannot be limited to distributors. Remove the limit.',
    ],
    [
      { permission: 'products.publish', test_only: true },
      'limit_not_possible',
      'products.publish concerns test and live mode at once and cannot be limited to test mode. Remove the limit.',
    ],
    [
      { permission: 'policies.read', product_ids: ['bik'] },
      'role_product_not_found',
      'The account has no product bik to limit a grant to. Did you mean bike?',
    ],
    [
      { permission: 'policies.read', distributor_ids: ['alpine-broker'] },
      'role_distributor_not_found',
      'The account has no distributor alpine-broker to limit a grant to. Did you mean alpine-brokers?',
    ],
    // An empty limit is not the same as none.
    [{ permission: 'policies.read', product_ids: [] }, 'invalid_data', 'Data validation failed.'],
  ])('is refused %j', async (grant, code, message) => {
    const response = await create(insurer, [grant])
    expect(response.json()).toMatchObject({ status: 'Bad Request', code, message })
    expect((await insurer.get('/manage/roles')).body).not.toContain('"refused"')
  })

  it('cannot change or delete a built-in role, nor take its key', async () => {
    for (const response of [
      await insurer.patch('/manage/roles/viewer', { name: 'x' }),
      await insurer.delete('/manage/roles/viewer'),
    ]) {
      expect(response.json()).toMatchObject({
        code: 'role_built_in',
        message: expect.stringContaining('Create a role of your own instead.'),
      })
    }
    const grants = [{ permission: 'policies.read' }]
    expect((await create(insurer, grants, 'viewer')).json()).toMatchObject({
      code: 'role_key_taken',
    })
    const role = await newRole(grants)
    expect((await create(insurer, grants, role)).json()).toMatchObject({ code: 'role_key_taken' })
    expect((await create(insurer, [], 'empty')).statusCode).toBe(400)
  })

  it('deletes a role once no key has it any more', async () => {
    const role = await newRole([{ permission: 'accounts.read' }])
    const keys = [await newKey([role]), await newKey([role, 'viewer'])]
    const path = `/manage/roles/${role}`
    expect((await insurer.delete(path)).json()).toMatchObject({
      code: 'role_in_use',
      message: `2 keys have the role ${role}. Revoke them first.`,
    })
    for (const { id } of keys) await insurer.post(`/manage/keys/${id}/revoke`)
    expect((await insurer.delete(path)).statusCode).toBe(200)
    expect((await insurer.delete(path)).json()).toMatchObject({ code: 'role_not_found' })
    const gone = await insurer.post('/manage/keys', {
      kind: 'secret',
      livemode: false,
      name: 'x',
      roles: [role],
    })
    expect(gone.json()).toMatchObject({ code: 'unknown_role' })
  })

  it('deletes a role or gives it to a key, of both at once one', async () => {
    for (let round = 0; round < 5; round++) {
      const role = await newRole([{ permission: 'accounts.read' }])
      const body = { kind: 'secret', livemode: false, name: 'x', roles: [role] }
      const [deleted, key] = await Promise.all([
        insurer.delete(`/manage/roles/${role}`),
        insurer.post('/manage/keys', body),
      ])
      expect([deleted.statusCode, key.statusCode].toSorted()).toEqual([200, 400])
    }
  })
})

describe('a restricted key', () => {
  it('keeps its roles when it is rotated', async () => {
    const { id } = await newKey(['viewer'])
    const rotated = await insurer.post(`/manage/keys/${id}/rotate`, {})
    const { key, roles } = rotated.json<{ key: string; roles: string[] }>()
    expect(roles).toEqual(['viewer'])
    expect((await managerOn(platform, key).get('/manage/accounts')).statusCode).toBe(200)
    expect((await managerOn(platform, key).get('/manage/keys')).statusCode).toBe(403)
  })

  it('is a secret one', async () => {
    const body = { kind: 'public', livemode: false, name: 'x', roles: ['viewer'] }
    expect((await insurer.post('/manage/keys', body)).json()).toMatchObject({
      code: 'public_key_with_roles',
    })
  })

  it('neither makes nor rotates a key that may do more than itself', async () => {
    const keeper = await restricted([
      { permission: 'keys.manage' },
      { permission: 'accounts.read' },
    ])
    const body = { kind: 'secret', livemode: false, name: 'x' }
    const refused = async (code: string, url: string, payload: JsonObject) =>
      expect((await keeper.post(url, payload)).json()).toMatchObject({ status: 'Forbidden', code })
    await refused('key_exceeds_own', '/manage/keys', body)
    await refused('key_exceeds_own', '/manage/keys', { ...body, kind: 'public' })
    await refused('grant_exceeds_own', '/manage/keys', { ...body, roles: ['viewer'] })
    const whole = await newKey(null)
    await refused('key_exceeds_own', `/manage/keys/${whole.id}/rotate`, {})
    const viewer = await newKey(['viewer'])
    await refused('grant_exceeds_own', `/manage/keys/${viewer.id}/rotate`, {})
    const same = await newRole([{ permission: 'accounts.read' }])
    expect((await newKey([same], keeper)).roles).toEqual([same])
    // Who may do everything may also give everything.
    const administrator = managerOn(platform, (await newKey(['administrator'])).key)
    expect((await newKey(null, administrator)).roles).toBeNull()
  })

  it('gives away what it has, and nothing beyond its limits', async () => {
    const wide = { permission: 'policies.read' }
    const bikes = { ...wide, product_ids: ['bike'] }
    const both = { ...wide, product_ids: ['bike', 'cyber'] }
    const manages = { permission: 'roles.manage' }
    const chief = await restricted([manages, bikes])
    const own = await newRole([bikes], chief)
    await newRole(
      [bikes, { ...bikes, distributor_ids: ['alpine-brokers'], test_only: true }],
      chief,
    )
    for (const grant of [
      wide,
      both,
      { ...wide, distributor_ids: ['alpine-brokers'] },
      { permission: 'policies.cancel', product_ids: ['bike'] },
    ]) {
      const refusal = {
        status: 'Forbidden',
        code: 'grant_exceeds_own',
        message: expect.stringContaining(`the permission ${grant.permission}:`),
      }
      expect((await create(chief, [bikes, grant])).json()).toMatchObject(refusal)
      const changed = await chief.patch(`/manage/roles/${own}`, { grants: [{ ...grant }] })
      expect(changed.json()).toMatchObject(refusal)
    }
  })

  it('that has a permission in test mode only gives it away for test mode only', async () => {
    const manages = { permission: 'roles.manage' }
    const reads = { permission: 'policies.read' }
    const inTest = { ...reads, test_only: true }
    const tester = await restricted([manages, inTest])
    await newRole([inTest], tester)
    expect((await create(tester, [reads])).json()).toMatchObject({ code: 'grant_exceeds_own' })
    // In live mode the same role does not have it at all.
    const live = await restricted([manages, inTest], true)
    expect((await create(live, [inTest])).json()).toMatchObject({ code: 'grant_exceeds_own' })
    const wholly = await restricted([manages, reads], true)
    await newRole([reads, inTest], wholly)
  })

  it('follows its role from the next request on, also on another process', async () => {
    const { connection } = platform
    const beside = await openTestPlatform({ beside: { platform, connection } })
    try {
      const role = await newRole([{ permission: 'accounts.read' }])
      const { key } = await newKey([role])
      const [here, there] = [managerOn(platform, key), managerOn(beside, key)]
      const seen = async (by: Manager) => (await by.get('/manage/accounts')).statusCode
      expect([await seen(here), await seen(there)]).toEqual([200, 200])
      const change = (permission: string) =>
        insurer.patch(`/manage/roles/${role}`, { grants: [{ permission }] })
      await change('keys.read')
      await beside.feed.caughtUp()
      expect([await seen(here), await seen(there)]).toEqual([403, 403])
      await change('accounts.read')
      await beside.feed.caughtUp()
      expect([await seen(here), await seen(there)]).toEqual([200, 200])
    } finally {
      await beside.close()
    }
  })
})

describe('two changes of one role at once', () => {
  it('are both kept, one after the other', async () => {
    const role = await newRole([{ permission: 'accounts.read' }])
    const grants = [{ permission: 'keys.read' }]
    const changes = await Promise.all([
      insurer.patch(`/manage/roles/${role}`, { name: 'Renamed' }),
      insurer.patch(`/manage/roles/${role}`, { description: 'Described' }),
      insurer.patch(`/manage/roles/${role}`, { grants }),
    ])
    expect(changes.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    const roles = (await insurer.get('/manage/roles')).json<Role[]>()
    const changed = { name: 'Renamed', description: 'Described', grants }
    expect(roles.find(({ key }) => key === role)).toMatchObject(changed)
    // Each began where one before it had ended.
    const log = await insurer.get(`/manage/audit?subject_id=${role}`)
    const entries = log.json<{ before: object | null; after: object }[]>()
    const befores = entries.map(({ before }) => JSON.stringify(before))
    const afters = entries.map(({ after }) => JSON.stringify(after))
    expect(new Set(befores).size).toBe(4)
    expect(befores.filter((before) => !afters.includes(before))).toEqual(['null'])
  })
})

it('a repeated request about another account is another request', async () => {
  const { id } = await demoAccount(platform, 'alpine-brokers')
  const role = await newRole([{ permission: 'accounts.read' }])
  await newRole([{ permission: 'accounts.read' }], insurer, { account_id: id, key: role })
  const remove = (query: string) =>
    platform.app.inject({
      method: 'DELETE',
      url: `/manage/roles/${role}${query}`,
      headers: {
        authorization: `Bearer ${platform.demo.insurer.test.secret}`,
        'idempotency-key': `delete ${role}`,
      },
    })
  expect((await remove('')).statusCode).toBe(200)
  expect((await remove('')).headers['idempotency-replayed']).toBe('true')
  expect((await remove(`?account_id=${id}`)).json()).toMatchObject({
    code: 'idempotency_key_reused',
  })
})
