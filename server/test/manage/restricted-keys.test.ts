import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  otherPermissionsOfCalls,
  permissionsOfCalls,
} from '../../src/http/access/permissions-of-calls.ts'
import { builtInRoles, mayBeLimitedTo } from '../../src/identity/index.ts'
import { everythingWithin, ownRole, restrictedKey } from '../builders/restricted-key.ts'
import { operations } from '../openapi/documented.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
})
afterAll(() => platform.close())

/** Every call that needs a key, with the permission that it needs. */
const calls = operations
  .filter(({ security }) => security.length > 0)
  .map(({ operationId, method, path }) => {
    // What it names is unknown: whether the call is allowed is decided before.
    const url = path.replaceAll(/\{\w+\}/g, 'unknown')
    return { operationId, method, url, permission: permissionsOfCalls[operationId] }
  })

it('knows the permission of every call that needs a key', () => {
  expect(calls.length).toBeGreaterThan(100)
  expect(calls.filter(({ permission }) => permission === undefined)).toEqual([])
})

it.each(builtInRoles)('a key with the role $key may do what the role says', async (role) => {
  const granted = new Set(role.grants.map(({ permission }) => permission))
  const key = await restrictedKey(platform, { roles: [role.key] })
  expect(await missingFor(key)).toEqual(callsThat((needed) => !granted.has(needed)))
})

it('a key with two roles may do what either says', async () => {
  const roles = ['operator', 'accountant']
  const grants = builtInRoles.filter(({ key }) => roles.includes(key)).flatMap((one) => one.grants)
  const granted = new Set(grants.map(({ permission }) => permission))
  const key = await restrictedKey(platform, { roles })
  expect(await missingFor(key)).toEqual(callsThat((needed) => !granted.has(needed)))
})

it('a key with a role that is gone may do nothing', async () => {
  const key = await restrictedKey(platform, { roles: ['gone'] })
  expect(await missingFor(key)).toEqual(callsThat(() => true))
})

it('a role for test mode grants a key for live mode only what is of both modes', async () => {
  const roles = [await ownRole(platform, everythingWithin({ testOnly: true }))]
  const live = await restrictedKey(platform, { roles, livemode: true })
  expect(await missingFor(live)).toEqual(callsThat((needed) => mayBeLimitedTo(needed, 'test_mode')))
  expect(await missingFor(await restrictedKey(platform, { roles }))).toEqual({})
})

it.each([
  ['GET', `/payments/t${'0'.repeat(32)}`, 'payment-token'],
  ['PATCH', `/policies/tpol_${'0'.repeat(28)}`, 'endorsement-token'],
] as const)(
  'a token in a header does not replace the permission of a restricted key: %s %s',
  async (method, url, header) => {
    const authorization = `Bearer ${await restrictedKey(platform, { roles: ['operator'] })}`
    const headers = { authorization, [header]: 'some token' }
    const payload = method === 'GET' ? {} : { payload: {} }
    const answered = await platform.app.inject({ method, url, headers, ...payload })
    expect([answered.statusCode, answered.json<{ code: string }>().code]).toEqual([
      403,
      'permission_missing',
    ])
  },
)

type Needed = NonNullable<(typeof calls)[number]['permission']>

/** The permissions that the calls need of which this is true, by call. */
function callsThat(isSo: (needed: Needed) => boolean): Record<string, string> {
  return Object.fromEntries(
    calls.flatMap(({ operationId, permission }) => {
      const other = otherPermissionsOfCalls[operationId]
      const isRefused = permission && isSo(permission) && (other === undefined || isSo(other))
      return isRefused ? [[operationId, permission]] : []
    }),
  )
}

/** The permissions that calls are refused for, by call: all calls are made. */
async function missingFor(key: string): Promise<Record<string, string>> {
  const missing: Record<string, string> = {}
  for (const { operationId, method, url, permission } of calls) {
    const answered = await platform.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${key}` },
      ...(method === 'GET' ? {} : { payload: {} }),
    })
    // Calls without a permission are for people.
    if (answered.statusCode !== 403 || permission === null) continue
    const code = platform.refused.get(String(answered.headers['x-request-id']))
    // The permission of the call is there; what it would show is masked.
    if (code === 'personal_data_masked') continue
    // Offers are refused without a message.
    const expected = operationId === 'showOffer' ? 'offers_not_permitted' : 'permission_missing'
    expect([operationId, code]).toEqual([operationId, expected])
    const { message = permission ?? '' } = answered.json<{ message?: string }>()
    missing[operationId] = /\b[a-z_]+\.[a-z_]+\b/.exec(message)?.[0] ?? message
  }
  return missing
}
