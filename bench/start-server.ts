import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DemoFile } from '@bindery/server/src/demo/index.ts'
import { freePort } from '@bindery/server/test/support/free-port.ts'
import type { ClientConfig } from 'pg'
import { type Question, type ServerUse, ask, askForUse } from './server-questions.ts'

export interface MemoryUse {
  readonly rss: number
  readonly heapUsed: number
}

export interface BenchServer {
  readonly pid: number
  readonly demo: DemoFile
  /** How the server's own database is reached. */
  readonly database: ClientConfig
  memory(question: Extract<Question, 'memory' | 'collected memory'>): Promise<MemoryUse>
  use(): Promise<ServerUse>
  /** Begins or ends to run jobs, as it does from the start. */
  work(isOn: boolean): Promise<void>
  stop(): Promise<void>
}

/** One key makes all the requests here, more than any one client would. */
const requestsPerMinuteMax = 1_000_000_000

/** As `npm start` has them. */
const startFlags = ['--v8-pool-size=0', '--no-memory-reducer']

/** What all processes of a benchmark seal with. */
export const benchKeys = `bench:${Buffer.alloc(32, 1).toString('base64')}`

const entry = fileURLToPath(new URL('server.ts', import.meta.url))
const ownCheckout = fileURLToPath(new URL('..', import.meta.url))

/**
 * Starts the platform in a process of its own, on a fresh embedded database with full durability,
 * in a temporary folder. Nothing of the caller's configuration reaches it.
 */
export async function startServer(
  profile: string | null,
  checkout: string = ownCheckout,
): Promise<BenchServer> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-bench-'))
  await chmod(folder, 0o755) // The user that runs the database enters it, so that all of it goes with the folder.
  const logFile = join(folder, 'server.log')
  const log = await open(logFile, 'w')
  const profiling = profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
  const flags = [...startFlags, ...profiling]
  const child = spawn(process.execPath, [...flags, entry, resolve(checkout)], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(await freePort()),
      DATA_DIR: join(folder, 'data'),
      ENCRYPTION_KEYS: benchKeys, // Workers beside it open what it seals.
      RATE_LIMIT_PER_MINUTE: String(requestsPerMinuteMax),
      ADDRESS_LIMIT_PER_MINUTE: String(requestsPerMinuteMax), // Datasets are read without a key.
      WEBHOOKS_PRIVATE: 'allow', // Receivers stand on this machine.
    },
    stdio: ['ignore', log.fd, 'inherit', 'ipc'],
  })
  await log.close()
  let database: ClientConfig
  try {
    database = await untilReady(child, logFile)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  if (child.pid === undefined) throw new Error('a server that is ready has a process')
  return {
    pid: child.pid,
    database,
    demo: JSON.parse(await readFile(join(folder, 'data', 'demo.json'), 'utf8')) as DemoFile, // Our own.
    memory: (question) => ask<MemoryUse>(child, question),
    use: () => askForUse(child),
    work: async (isOn) => void (await ask<object>(child, isOn ? 'work' : 'rest')),
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilReady(child: ChildProcess, logFile: string): Promise<ClientConfig> {
  const exited = once(child, 'exit').then(async () => {
    throw new Error(`the server did not start:\n${await readFile(logFile, 'utf8')}`)
  })
  const [database] = (await Promise.race([once(child, 'message'), exited])) as [ClientConfig] // Its first message.
  exited.catch(() => undefined) // Later it ends because we stop it.
  return database
}
