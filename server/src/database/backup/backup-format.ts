/**
 * A backup is a compressed tar that any tar opens: first its description, then the keys if they
 * were asked for, then PostgreSQL's own copy of the cluster, last the checksum of all before it.
 * The checksum of the file itself follows the tar (`file-digest.ts`). A file without these is
 * incomplete.
 */
export const format = 3
const ours = 'bindery-backup'
export const headName = `${ours}/backup.json`
export const endName = `${ours}/end.json`
/** Further files of DATA_DIR, and whether they are secrets that are included on request only. */
export const companions = [
  { name: 'encryption.key', isSecret: true },
  { name: 'demo.json', isSecret: true },
  // Only Windows has one: it opens the database on this machine, and the copy of it.
  { name: 'postgres-password', isSecret: false },
] as const
export const companionPath = (name: string) => `${ours}/${name}`

export interface BackupHead {
  readonly format: number
  readonly made_at: string
  /** Such as 18.4. */
  readonly postgresql: string
  readonly holds_keys: boolean
}

export interface BackupEnd {
  readonly sha256: string
}
