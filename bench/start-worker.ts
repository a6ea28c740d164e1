import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ClientConfig } from 'pg'
import { type ServerUse, askForUse } from './server-questions.ts'
import { benchKeys } from './start-server.ts'

export interface BenchWorker {
  use(): Promise<ServerUse>
  stop(): Promise<void>
}

const entry = fileURLToPath(new URL('worker.ts', import.meta.url))

/** Starts a worker in a process of its own, on the database of a server. */
export async function startWorker(database: ClientConfig): Promise<BenchWorker> {
  const child = fork(entry, [JSON.stringify(database)], {
    env: { PATH: process.env['PATH'], ENCRYPTION_KEYS: benchKeys, WEBHOOKS_PRIVATE: 'allow' },
  })
  await once(child, 'message')
  return {
    use: () => askForUse(child),
    async stop() {
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}
