import './fast-imports.ts'

const { restoreBackup } = await import('./database/index.ts')
const { runBackupEntry } = await import('./run-backup-entry.ts')

/** Creates the embedded database from a backup, in an empty DATA_DIR. */
await runBackupEntry('npm run restore -- <file>', {}, async ({ file, dataDir, signal }) => {
  const { head } = await restoreBackup({ dataDir, file, signal })
  return [
    `${dataDir} holds the database as it was at ${head.made_at}.`,
    head.holds_keys
      ? 'The keys are there too. Start the server with: npm start'
      : `The keys were not in the backup. Before the next start, put encryption.key into ${dataDir} or set ENCRYPTION_KEYS. Without the keys, tokens and sensitive data cannot be decrypted.`,
  ]
})
