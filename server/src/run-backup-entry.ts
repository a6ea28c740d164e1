import { ConfigError, readConfig } from './config.ts'
import { explainFailure } from './explain-failure.ts'
import { OperatorError } from './kernel/index.ts'

export interface BackupCall<Option extends string> {
  readonly file: string
  readonly options: Readonly<Record<Option, boolean>>
  readonly dataDir: string
  /** Aborted when a person or a service manager stops the work before it is done. */
  readonly signal: AbortSignal
}

/** The frame of backup and restore: one file, the data folder, and messages for a person. */
export async function runBackupEntry<Option extends string>(
  usage: string,
  known: Readonly<Record<string, Option>>,
  work: (call: BackupCall<Option>) => Promise<readonly string[]>,
): Promise<void> {
  const stopping = new AbortController()
  process.once('SIGTERM', () => stopping.abort())
  process.once('SIGINT', () => stopping.abort())
  try {
    const { file, options } = readArguments(process.argv.slice(2), usage, known)
    const { database, dataDir } = readConfig()
    if (database !== null) throw notEmbedded()
    const lines = await work({ file, options, dataDir, signal: stopping.signal })
    process.stdout.write(`${lines.join('\n')}\n`)
  } catch (error) {
    const why = stopping.signal.aborted ? 'The work was stopped. Nothing is left behind.' : error
    process.stderr.write(`\n${typeof why === 'string' ? why : explainFailure(why)}\n\n`)
    process.exitCode = 1
  }
}

function readArguments<Option extends string>(
  given: readonly string[],
  usage: string,
  known: Readonly<Record<string, Option>>,
): Pick<BackupCall<Option>, 'file' | 'options'> {
  const files = given.filter((word) => !word.startsWith('--'))
  const unknown = given.filter((word) => word.startsWith('--') && known[word] === undefined)
  const [file] = files
  if (file === undefined || files.length > 1 || unknown.length > 0) {
    throw new OperatorError(`Usage: ${usage}`)
  }
  const options = Object.entries(known).map(([word, name]) => [name, given.includes(word)])
  // Every option that is known got its value in the line above.
  return { file, options: Object.fromEntries(options) as Record<Option, boolean> }
}

function notEmbedded(): ConfigError {
  return new ConfigError([
    'DATABASE_URL is set, so the data is not in DATA_DIR. Back up that PostgreSQL with its own tools: see docs/guides/backup.md.',
  ])
}

const mebibyte = 1024 * 1024

export function megabytes(bytes: number): string {
  return `${(bytes / mebibyte).toFixed(1)} MiB`
}
