import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, ConfigError, readRingKey } from './config.ts'
import type { KeyRing } from './sealing/index.ts'

/** The keys that seal sensitive data: from ENCRYPTION_KEYS, or one of our own kept under DATA_DIR. */
export async function loadKeyRing(config: Config): Promise<KeyRing> {
  if (config.encryptionKeys !== null) return config.encryptionKeys
  const file = join(config.dataDir, 'encryption.key')
  await mkdir(config.dataDir, { recursive: true })
  // The name tells local keys of two machines apart, should they ever meet on one database.
  const fresh = `local-${randomBytes(4).toString('hex')}:${randomBytes(32).toString('base64')}`
  try {
    // Fails when the file is there already, so that two starts at once agree on one key.
    await writeFile(file, `${fresh}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = readRingKey((await readFile(file, 'utf8')).trim())
  if (key === null) {
    throw new ConfigError([
      `${file} does not hold a key. Restore it from a backup, or set ENCRYPTION_KEYS; without the right key sensitive data cannot be opened.`,
    ])
  }
  return [key]
}
