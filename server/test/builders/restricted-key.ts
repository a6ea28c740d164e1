import { sql } from '../../src/database/index.ts'
import { type Grant, type Limit, createKey } from '../../src/identity/index.ts'
import { allPermissions, mayBeLimitedTo } from '../../src/identity/index.ts'
import type { TestPlatform } from '../support/platform.ts'
import { demoAccount } from './credentials.ts'

/** A secret key of the insurer that has these roles and nothing besides. */
export async function restrictedKey(
  platform: TestPlatform,
  { roles, livemode = false }: { readonly roles: readonly string[]; readonly livemode?: boolean },
): Promise<string> {
  const { id: accountId } = await demoAccount(platform, 'demo-insurance')
  const settings = { accountId, kind: 'secret', livemode, name: 'restricted', roles } as const
  return (await createKey(platform.db, settings, platform.clock())).key
}

let rolesMade = 0
/** A role of the insurer's own. */
export async function ownRole(platform: TestPlatform, grants: readonly Grant[]): Promise<string> {
  const { id } = await demoAccount(platform, 'demo-insurance')
  rolesMade += 1
  const key = `own_role_${rolesMade}`
  await platform.db.query(sql`
    insert into roles (account_id, key, name, description, grants, created_at)
    values (${id}, ${key}, ${key}, 'For a test.', ${JSON.stringify(grants)}, ${platform.clock()})`)
  return key
}

/** Every permission, each limited as far as it can be. */
export function everythingWithin(limits: Partial<Limit & { readonly testOnly: boolean }>): Grant[] {
  const { productIds = null, distributorIds = null, testOnly = false } = limits
  return allPermissions.map((permission) => ({
    permission,
    productIds: mayBeLimitedTo(permission, 'products') ? productIds : null,
    distributorIds: mayBeLimitedTo(permission, 'distributors') ? distributorIds : null,
    testOnly: mayBeLimitedTo(permission, 'test_mode') && testOnly,
  }))
}

/** A key that may do everything within limits: what any of them covers. */
export async function limitedKey(
  platform: TestPlatform,
  ...limits: readonly Partial<Limit>[]
): Promise<string> {
  const role = await ownRole(platform, limits.flatMap(everythingWithin))
  return restrictedKey(platform, { roles: [role] })
}
