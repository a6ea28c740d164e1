import { chown, readFile, stat } from 'node:fs/promises'
import { EmbeddedPostgresError, messageOf } from './embedded-postgres-error.ts'
import { runProgram } from './run-program.ts'

/**
 * PostgreSQL refuses to run as root, so as root we run it as another user that already exists.
 * Everyone else runs it as themselves.
 */
export type DatabaseUser =
  | { readonly kind: 'ourselves' }
  | { readonly kind: 'other'; readonly name: string; readonly uid: number; readonly gid: number }

/** `postgres` where there is one; `nobody` is everywhere. We never create users. */
const candidates = ['postgres', 'nobody']

export async function chooseDatabaseUser(existingCluster?: string): Promise<DatabaseUser> {
  if (process.getuid?.() !== 0) return { kind: 'ourselves' }
  // A cluster belongs to the user who made it, and PostgreSQL runs it for no one else.
  const owner = existingCluster ? await stat(existingCluster) : undefined
  if (owner && owner.uid !== 0) {
    return { kind: 'other', name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid }
  }
  const users = await readUsers()
  for (const name of candidates) {
    const user = users.get(name)
    if (user && user.uid !== 0) return { kind: 'other', name, ...user }
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root, and this system has neither a user postgres nor a user nobody. ' +
      'Start Bindery as an ordinary user, or set DATABASE_URL to use a PostgreSQL of your own.',
  )
}

async function readUsers(): Promise<Map<string, { uid: number; gid: number }>> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n')
  return new Map(
    lines
      .map((line) => line.split(':'))
      .filter((fields) => fields.length >= 4)
      .map(([name = '', , uid, gid]) => [name, { uid: Number(uid), gid: Number(gid) }]),
  )
}

/** Hands a file or folder to the database's user. */
export async function giveTo(user: DatabaseUser, path: string): Promise<void> {
  // Some systems number `nobody` -2; chown wants that as an unsigned number.
  if (user.kind === 'other') await chown(path, user.uid >>> 0, user.gid >>> 0)
}

/** Tries as that user, because modes, access lists and mounts all matter. */
export async function canEnter(user: DatabaseUser, folder: string): Promise<boolean> {
  if (user.kind === 'ourselves') return true
  try {
    const { code } = await runProgram('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], user)
    return code === 0
  } catch (error) {
    throw new EmbeddedPostgresError(
      `PostgreSQL does not run as root, and switching to ${user.name} is not allowed here ` +
        `(${messageOf(error)}). Start Bindery as an ordinary user, ` +
        'or set DATABASE_URL to use a PostgreSQL of your own.',
      { cause: error },
    )
  }
}
