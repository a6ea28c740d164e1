import './fast-imports.ts'

const { writeBackup } = await import('./database/index.ts')
const { systemClock } = await import('./kernel/index.ts')
const { megabytes, runBackupEntry } = await import('./run-backup-entry.ts')

/** Copies the embedded database into one file, while the server runs or after it was stopped. */
await runBackupEntry(
  'npm run backup -- <file> [--with-keys]',
  { '--with-keys': 'withKeys' },
  async ({ file, options, dataDir, signal }) => {
    const { withKeys } = options
    const now = systemClock()
    const { bytes, postgresql, keys } = await writeBackup({ dataDir, file, withKeys, now, signal })
    const lines = [
      `${file} holds the whole database (${megabytes(bytes)}, PostgreSQL ${postgresql}).`,
    ]
    if (withKeys) {
      lines.push(
        `It also holds secrets: ${keys.join(' and ')}. Anyone who can read the file can decrypt all data in it. Keep it as safe as a key.`,
      )
    } else {
      lines.push(
        `The keys are not in it. Tokens and sensitive data can be decrypted only with the keys in use now. Keep ${dataDir}/encryption.key, or ENCRYPTION_KEYS, in another safe place, or add --with-keys.`,
      )
    }
    return lines
  },
)
