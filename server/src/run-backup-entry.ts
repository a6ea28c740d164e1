import { ConfigError, readConfig } from './config.ts'
import { explainFailure } from './explain-failure.ts'
import { OperatorError } from './kernel/index.ts'

export interface BackupCall<Option extends string> {
  readonly file: string
  readonly options: Readonly<Record<Option, boolean>>
  readonly dataDir: string
  /** Told when a person or a service manager wants it to end before it is done. */
  readonly signal: AbortSignal
}

/** What backup and restore share: one file, the data folder, and words for a person. */
export async function runBackupEntry<Option extends string>(
  usage: string,
  known: Readonly<Record<string, Option>>,
  work: (call: BackupCall<Option>) => Promise<readonly string[]>,
): Promise<void> {
  const stopping = new AbortController()
  process.once('SIGTERM', () => stopping.abort())
  process.once('SIGINT', () => stopping.abort())
  try {
    const { file, options } = readWords(process.argv.slice(2), usage, known)
    const { database, dataDir } = readConfig()
    if (database !== null) throw notEmbedded()
    const said = await work({ file, options, dataDir, signal: stopping.signal })
    process.stdout.write(`${said.join('\n')}\n`)
  } catch (error) {
    const why = stopping.signal.aborted ? 'It was stopped, and leaves nothing behind.' : error
    process.stderr.write(`\n${typeof why === 'string' ? why : explainFailure(why)}\n\n`)
    process.exitCode = 1
  }
}

function readWords<Option extends string>(
  words: readonly string[],
  usage: string,
  known: Readonly<Record<string, Option>>,
): Pick<BackupCall<Option>, 'file' | 'options'> {
  const files = words.filter((word) => !word.startsWith('--'))
  const unknown = words.filter((word) => word.startsWith('--') && known[word] === undefined)
  const [file] = files
  if (file === undefined || files.length > 1 || unknown.length > 0) {
    throw new OperatorError(`Usage: ${usage}`)
  }
  const options = Object.entries(known).map(([word, name]) => [name, words.includes(word)])
  // Every option that is known got its value in the line above.
  return { file, options: Object.fromEntries(options) as Record<Option, boolean> }
}

function notEmbedded(): ConfigError {
  return new ConfigError([
    'DATABASE_URL is set, so the data is not in DATA_DIR. Back that PostgreSQL up with its own tools; docs/guides/backup.md says how.',
  ])
}

const mebibyte = 1024 * 1024

export function megabytes(bytes: number): string {
  return `${(bytes / mebibyte).toFixed(1)} MiB`
}
