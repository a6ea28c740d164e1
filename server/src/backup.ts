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
    const said = [
      `${file} holds the whole database (${megabytes(bytes)}, PostgreSQL ${postgresql}).`,
    ]
    if (withKeys) {
      said.push(
        `It holds secrets too: ${keys.join(' and ')}. Whoever reads it can open all that is sealed; keep it as you keep keys.`,
      )
    } else {
      said.push(
        `The keys are not in it. Tokens and sensitive data in it open only with those in use now: keep ${dataDir}/encryption.key, or ENCRYPTION_KEYS, in another safe place, or add --with-keys.`,
      )
    }
    return said
  },
)
