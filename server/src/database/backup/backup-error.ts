/** Why a backup or a restore was not done: the message says what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
