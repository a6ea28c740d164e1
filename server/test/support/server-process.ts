import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { withoutMails } from '../builders/folder.ts'
import { freePort } from './free-port.ts'
import { compiledCode } from '../../src/threads/index.ts'

const repository = fileURLToPath(new URL('../../../', import.meta.url))
/** Everything in one process, or one of its halves. */
export type Entry = 'start' | 'serve' | 'work'
/** Only a process that hangs may meet it; less than a hook has, so that its output is shown. */
const startTimeoutMs = 500_000

/** A real process of the platform, as an operator starts it. */
export interface ServerProcess {
  readonly url: string
  readonly child: ChildProcess
  /** What it printed so far, both streams together. */
  output(): string
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(inject('testServer').folder, 'start-'))
  await chmod(folder, 0o755) // When root tests, PostgreSQL runs as another user, who must get in.
  return folder
}

/**
 * The setting for a demo that sells one product, without documents: making the others, and trying the
 * documents, takes longer than most tests.
 */
export async function sellingOnly(example: string, folder: string) {
  const examples = join(folder, 'examples')
  await copyWithoutDocuments(join(repository, 'examples', example), join(examples, example))
  return { EXAMPLES_DIR: examples }
}

/**
 * A product folder with the logo alone of its documents, which its page shows as well, and without the
 * mails that would carry them.
 */
export async function copyWithoutDocuments(from: string, to: string): Promise<void> {
  const isIn = (folder: string, path: string) => relative(from, path).startsWith(`${folder}${sep}`)
  const filter = (path: string) =>
    !isIn('mails', path) && (!isIn('documents', path) || basename(path) === 'logo.svg')
  await cp(from, to, { recursive: true, filter })
  const product = join(to, 'product.yaml')
  await writeFile(product, withoutMails(await readFile(product, 'utf8')))
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}

/** Starts it and waits for the banner; fails with its output when it ends before. */
export async function startServer(
  env: Record<string, string>,
  entry: Entry = 'start',
): Promise<ServerProcess> {
  const port = env['PORT'] ?? String(await freePort())
  const process = launch({ ...env, PORT: port }, entry)
  const deadline = Date.now() + startTimeoutMs
  while (!process.output().includes('is running')) {
    if (process.child.exitCode !== null || Date.now() > deadline) {
      await process.stop('SIGKILL')
      throw new Error(`it did not start:\n${process.output()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { ...process, url: `http://127.0.0.1:${port}` }
}

/** Starts it and waits until it gives up; what it said then. */
export async function startInVain(
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  return runToEnd(env, 'start')
}

/** Runs what does one piece of work, such as `create-user`, or what gives up. */
export async function runToEnd(
  env: Record<string, string>,
  entry: Entry | 'create-user',
  ...words: string[]
): Promise<{ code: number | null; output: string }> {
  const process = launch(env, entry, words)
  const [code] = (await once(process.child, 'close')) as [number | null]
  return { code, output: process.output() }
}

function launch(
  env: Record<string, string>,
  entry: Entry | 'create-user',
  words: readonly string[] = [],
): Omit<ServerProcess, 'url'> {
  const child = spawn(process.execPath, [join(repository, `server/src/${entry}.ts`), ...words], {
    cwd: repository,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      ...compiledCode(),
      LOG_LEVEL: 'warn',
      STOP_DELAY_SECONDS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
  return {
    child,
    output: () => Buffer.concat(chunks).toString(),
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      child.kill(signal)
      const [code] = (await once(child, 'exit')) as [number | null]
      return code
    },
  }
}
