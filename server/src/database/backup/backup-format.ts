/**
 * A backup is a compressed tar that any tar opens: first what it is, then the keys where they were
 * asked for, then PostgreSQL's own copy of the cluster, last the checksum of all before it. Behind the
 * tar stands the checksum of the file itself (`file-digest.ts`). A file without these is not whole.
 */
export const format = 3
const ours = 'bindery-backup'
export const headName = `${ours}/backup.json`
export const endName = `${ours}/end.json`
/** Files of DATA_DIR that go along, and whether they are secrets that have to be asked for. */
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
