import { json, sql } from '../../src/database/index.ts'
import { type Permission, allPermissions, createKey } from '../../src/identity/index.ts'
import type { TestPlatform } from '../support/platform.ts'
import { type DemoAccount, demoAccount } from './credentials.ts'

/** A secret test key that may do what its roles allow. */
export async function restrictedKey(
  platform: TestPlatform,
  roles: readonly string[],
  account: DemoAccount = 'demo-insurance',
): Promise<string> {
  const { id: accountId } = await demoAccount(platform, account)
  const request = { accountId, kind: 'secret', livemode: false, name: 'test', roles } as const
  return (await createKey(platform.db, request, platform.clock())).key
}

/** A secret test key of the insurer with a role of its own. */
export async function roleKey(
  platform: TestPlatform,
  role: string,
  grants: readonly { readonly permission: Permission; readonly productIds?: readonly string[] }[],
): Promise<string> {
  const { id } = await demoAccount(platform, 'demo-insurance')
  const whole = grants.map(({ permission, productIds = null }) => {
    return { permission, productIds, distributorIds: null, testOnly: false }
  })
  // Tests that share a platform share the role.
  await platform.db.query(sql`
    insert into roles (account_id, key, name, description, grants, created_at)
    values (${id}, ${role}, ${role}, '', ${json(whole)}::jsonb, ${platform.clock()})
    on conflict do nothing`)
  return restrictedKey(platform, [role])
}

/** A secret test key that may do everything, except see personal data. */
export async function maskedKey(platform: TestPlatform): Promise<string> {
  const masked = allPermissions.filter((permission) => permission !== 'personal_data.read')
  return roleKey(
    platform,
    'masked',
    masked.map((permission) => ({ permission })),
  )
}
