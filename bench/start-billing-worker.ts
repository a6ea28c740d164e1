import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ClientConfig } from 'pg'
import { type ServerUse, ask, askForUse } from './server-questions.ts'
import { type MemoryUse, benchKeys } from './start-server.ts'

export interface BillingWorker {
  use(): Promise<ServerUse>
  memory(): Promise<MemoryUse>
  /** Begins to sweep, or ends: after the sweep that it is at. */
  work(isOn: boolean): Promise<void>
  stop(): Promise<void>
}

const entry = fileURLToPath(new URL('billing-worker.ts', import.meta.url))

/** Starts a worker in a process of its own, on the database of a server; one that is greedy yields to nobody. */
export async function startBillingWorker(
  database: ClientConfig,
  manner: 'yielding' | 'greedy',
): Promise<BillingWorker> {
  const child = fork(entry, [JSON.stringify(database), manner], {
    env: { PATH: process.env['PATH'], ENCRYPTION_KEYS: benchKeys },
  })
  await once(child, 'message')
  return {
    use: () => askForUse(child),
    memory: () => ask<MemoryUse>(child, 'memory'),
    work: async (isOn) => void (await ask<object>(child, isOn ? 'work' : 'rest')),
    async stop() {
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}
