export { BackupError } from './backup-error.ts'
export { type RestoredBackup, restoreBackup } from './restore-backup.ts'
export { type WrittenBackup, writeBackup } from './write-backup.ts'
