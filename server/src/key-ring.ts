import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, ConfigError, readRingKey } from './config.ts'
import type { Database } from './database/index.ts'
import { OperatorError } from './kernel/index.ts'
import { assertRingOpensLeads } from './leads/index.ts'
import { assertRingOpensMails } from './mail/index.ts'
import { assertRingOpensAccounts, assertRingOpensCredentials } from './payments/index.ts'
import { assertRingOpensProviders, assertRingOpensTotp } from './people/index.ts'
import { assertRingOpens } from './policies/index.ts'
import { assertRingOpensWebhooks } from './webhooks/index.ts'
import { assertRingOpensDeclarations } from './withdrawals/index.ts'
import type { KeyRing, RingKey } from './sealing/index.ts'

/**
 * The keys that seal tokens and sensitive data: from ENCRYPTION_KEYS, or one of our own kept under
 * DATA_DIR.
 */
export async function loadKeyRing(config: Config, db: Database): Promise<KeyRing> {
  if (config.encryptionKeys !== null) return config.encryptionKeys
  const file = join(config.dataDir, 'encryption.key')
  return [(await readKey(file)) ?? (await makeKey(file, db))]
}

async function readKey(file: string): Promise<RingKey | null> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  const key = readRingKey(text.trim())
  if (key !== null) return key
  throw new ConfigError([
    `${file} does not hold a key. Restore it from a backup, or set ENCRYPTION_KEYS; without the right key, tokens and sensitive data cannot be decrypted.`,
  ])
}

/**
 * A first key, for a database without encrypted data. A database with encrypted data has lost its
 * key file, and a new key would only hide the loss.
 */
async function makeKey(file: string, db: Database): Promise<RingKey> {
  // The random name keeps local keys of two machines apart, should both use one database.
  const fresh = `local-${randomBytes(4).toString('hex')}:${randomBytes(32).toString('base64')}`
  await assertNothingSealed(file, db, fresh)
  try {
    // Fails when the file is there already, so that two starts at once agree on one key.
    await writeFile(file, `${fresh}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = await readKey(file)
  if (key === null) throw new Error(`${file} was just written and is gone`)
  return key
}

async function assertNothingSealed(file: string, db: Database, fresh: string): Promise<void> {
  const key = readRingKey(fresh)
  if (key === null) throw new Error('a fresh key cannot be read')
  try {
    await assertRingOpensAll(db, [key])
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    throw new ConfigError([
      `${file} is missing, and the database holds data that was encrypted with its key. Restore the file from a backup, or set ENCRYPTION_KEYS to the keys that encrypted the data. Nothing was written. (${error.message})`,
    ])
  }
}

/** Refuses a ring that cannot decrypt everything that the database holds encrypted. */
export async function assertRingOpensAll(db: Database, ring: KeyRing): Promise<void> {
  await assertRingOpens(db, ring)
  await assertRingOpensWebhooks(db, ring)
  await assertRingOpensLeads(db, ring)
  await assertRingOpensProviders(db, ring)
  await assertRingOpensTotp(db, ring)
  await assertRingOpensAccounts(db, ring)
  await assertRingOpensCredentials(db, ring)
  await assertRingOpensMails(db, ring)
  await assertRingOpensDeclarations(db, ring)
}
