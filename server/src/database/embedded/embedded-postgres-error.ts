/** A failure that a person must fix: the message says what happened and what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
}

const notEmbedded = 'or set DATABASE_URL to use a PostgreSQL of your own'

/** Adds advice for a person to an error of the system or of PostgreSQL. */
export function explained(
  what: string,
  output: string,
  place: string,
  cause?: unknown,
): EmbeddedPostgresError {
  return new EmbeddedPostgresError(`${what}: ${advice(output, place)}`, { cause })
}

function advice(output: string, place: string): string {
  if (/ENOSPC|No space left on device|EDQUOT|quota exceeded/i.test(output)) {
    return `the disk that holds ${place} is full. Free some space and start again.`
  }
  if (/EROFS|Read-only file system/i.test(output)) {
    return `${place} is on a read-only file system. Set DATA_DIR to a folder that can be written.`
  }
  if (/EACCES|EPERM|Permission denied|Operation not permitted/i.test(output)) {
    return (
      `${place} cannot be used by this user (${firstLine(output)}). Start as the user who owns it, ` +
      'give this user the right to write there, or set DATA_DIR to another folder.'
    )
  }
  if (/EEXIST|ENOTDIR/.test(output)) {
    return `there is a file where a folder is needed (${firstLine(output)}). Set DATA_DIR to a folder.`
  }
  if (/could not create shared memory|could not map anonymous shared memory/i.test(output)) {
    return `the machine has too little memory left. Free some, ${notEmbedded}. The error is: ${output}`
  }
  return `${output.trim()}\nFix this and start again, ${notEmbedded}.`
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? ''
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The code of an error of the operating system or of PostgreSQL, if it has one. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
