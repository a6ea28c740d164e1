import type { Database, Transaction } from '../database/index.ts'
import { type Account, createAccessToken, createAccount, createKey } from '../identity/index.ts'
import { createUser } from '../people/index.ts'
import { demoAdministrator } from './demo-administrator.ts'
import { type DemoKeys, writeUnfinished } from './demo-file.ts'

const distributorDefaults = ['alpine-brokers', 'harbour-partners'] as const

/**
 * Creates the demo insurer and its distributors with all their keys. The keys are written to a file
 * before the accounts are committed, so that no crash can leave accounts without known keys.
 */
export async function createDemoAccounts(
  db: Database,
  dataDir: string,
  distributorKeys: readonly string[],
  now: Temporal.Instant,
): Promise<DemoKeys> {
  return db.transaction(async (tx) => {
    const insurer = await createAccount(
      tx,
      { kind: 'insurer', key: 'demo-insurance', name: 'Demo Insurance', createdBy: null },
      now,
    )
    await createUser(tx, insurer, demoAdministrator, now)
    const names = withDefaults(distributorKeys)
    const distributors: Account[] = []
    for (const key of names) {
      distributors.push(
        await createAccount(
          tx,
          { kind: 'distributor', key, name: titleOf(key), createdBy: insurer.id },
          now,
        ),
      )
    }
    const [first, second, ...others] = distributors
    if (first === undefined || second === undefined)
      throw new Error('the demo has two distributors')
    const keys: DemoKeys = {
      insurerId: insurer.id,
      distributorIds: [first.id, second.id, ...others.map((other) => other.id)],
      keys: {
        test: await keyPair(tx, first, false, now),
        live: await keyPair(tx, first, true, now),
      },
      insurer: {
        test: { secret: await secretKey(tx, insurer, false, now) },
        live: { secret: await secretKey(tx, insurer, true, now) },
      },
      other: {
        test: await keyPair(tx, second, false, now),
        access_token: (await createAccessToken(tx, { accountId: second.id, name: 'demo' }, now))
          .token,
      },
      access_token: (await createAccessToken(tx, { accountId: insurer.id, name: 'demo' }, now))
        .token,
    }
    await writeUnfinished(dataDir, keys)
    return keys
  })
}

/** The distributors that the products name, filled up to two. */
function withDefaults(keys: readonly string[]): string[] {
  const names = [...new Set(keys)]
  for (const name of distributorDefaults) {
    if (names.length < 2 && !names.includes(name)) names.push(name)
  }
  return names
}

async function keyPair(
  tx: Transaction,
  account: Account,
  livemode: boolean,
  now: Temporal.Instant,
) {
  const request = { accountId: account.id, livemode, name: 'demo' }
  const { key } = await createKey(tx, { ...request, kind: 'public' }, now)
  return { public: key, secret: await secretKey(tx, account, livemode, now) }
}

async function secretKey(
  tx: Transaction,
  account: Account,
  livemode: boolean,
  now: Temporal.Instant,
): Promise<string> {
  const request = { accountId: account.id, livemode, name: 'demo', kind: 'secret' } as const
  return (await createKey(tx, request, now)).key
}

/** `alpine-brokers` becomes `Alpine Brokers`. */
function titleOf(key: string): string {
  return key.replace(
    /(^|-)(\w)/g,
    (_, dash: string, letter: string) => `${dash === '' ? '' : ' '}${letter.toUpperCase()}`,
  )
}
