import {
  type Account,
  createAccount,
  createKey,
  revokeKey,
  selectAccountByKey,
  selectAccountsCreatedBy,
} from '../../src/identity/index.ts'
import type { KeyId } from '../../src/kernel/index.ts'
import type { TestPlatform } from '../support/platform.ts'

/** The accounts of the demo, by the name that their products use. */
export type DemoAccount = 'demo-insurance' | 'alpine-brokers' | 'harbour-partners'

export async function demoAccount(platform: TestPlatform, key: DemoAccount): Promise<Account> {
  const insurer = await selectAccountByKey(platform.db, 'demo-insurance')
  const accounts =
    insurer === undefined
      ? []
      : [insurer, ...(await selectAccountsCreatedBy(platform.db, insurer.id))]
  const account = accounts.find((one) => one.key === key)
  if (account === undefined) throw new Error(`the demo has no account ${key}`)
  return account
}

/** An insurer who has nothing to do with anything that is sold here. */
export function foreignInsurer(
  platform: TestPlatform,
  key = 'foreign-insurance',
): Promise<Account> {
  const account = { kind: 'insurer', key, name: 'Foreign Insurance' } as const
  return createAccount(platform.db, account, platform.clock())
}

export async function newKey(
  platform: TestPlatform,
  account: Account,
  kind: 'public' | 'secret' = 'secret',
  livemode = false,
  roles: readonly string[] | null = null,
): Promise<{ id: KeyId; key: string }> {
  const settings = { accountId: account.id, kind, livemode, name: 'test', roles }
  return createKey(platform.db, settings, platform.clock())
}

export async function revokedKey(platform: TestPlatform, account: Account): Promise<string> {
  const { id, key } = await newKey(platform, account)
  await revokeKey(platform.db, id, platform.clock())
  return key
}
