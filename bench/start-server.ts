import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ClientConfig } from 'pg'
import type { DemoFile } from '../server/src/demo/index.ts'
import { freePort } from './free-port.ts'

export interface MemoryUse {
  readonly rss: number
  readonly heapUsed: number
}

export interface BenchServer {
  readonly demo: DemoFile
  /** How the server's own database is reached. */
  readonly database: ClientConfig
  memory(order: 'memory' | 'collected memory'): Promise<MemoryUse>
  stop(): Promise<void>
}

/** One key makes all the requests here, more than any one client would. */
const requestsPerMinuteMax = 1_000_000_000

const entry = fileURLToPath(new URL('server.ts', import.meta.url))

/**
 * Starts the platform in a process of its own, on a fresh embedded database with full durability,
 * in a temporary folder. Nothing of the caller's configuration reaches it.
 */
export async function startServer(profile: string | null): Promise<BenchServer> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-bench-'))
  const logFile = join(folder, 'server.log')
  const log = await open(logFile, 'w')
  const profiling = profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
  const child = spawn(process.execPath, ['--expose-gc', ...profiling, entry], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(await freePort()),
      DATA_DIR: join(folder, 'data'),
      RATE_LIMIT_PER_MINUTE: String(requestsPerMinuteMax),
      ADDRESS_LIMIT_PER_MINUTE: String(requestsPerMinuteMax), // Datasets are read without a key.
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
  return {
    database,
    demo: JSON.parse(await readFile(join(folder, 'data', 'demo.json'), 'utf8')) as DemoFile, // Our own.
    async memory(order) {
      child.send(order)
      const [answer] = (await once(child, 'message')) as [MemoryUse] // Its only kind of message now.
      return answer
    },
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
