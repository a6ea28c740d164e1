import { type ChildProcess, execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type DatabaseUser, giveTo } from '@bindery/server/src/database/embedded/database-user.ts'
import type { Endpoint } from '@bindery/server/src/database/embedded/endpoint.ts'
import { freePort } from '@bindery/server/test/support/free-port.ts'
import { childrenOf, isRunning, send } from '@bindery/server/test/support/replicated-postgres.ts'
import { request } from 'undici'
import { configurationOf } from './configuration.ts'
import { endProgram, startProgram } from './program.ts'

/** One machine with Patroni and the PostgreSQL that it runs. */
export interface PatroniNode {
  readonly name: string
  readonly endpoint: Endpoint
  start(): Promise<void>
  /** As if its machine lost its power: every process of it at once. */
  kill(): Promise<void>
  freeze(): Promise<void>
  thaw(): Promise<void>
  /** Asks Patroni for a switchover to this node, as an operator does. */
  switchOver(): Promise<void>
  /** Whether Patroni says that it is the leader. */
  isLeader(): Promise<boolean>
  stop(): Promise<void>
}

const answerTimeoutMs = 2_000
const lookAgainMs = 20

export async function openPatroniNode(options: {
  readonly name: string
  readonly folder: string
  readonly etcdPort: number
  readonly binaries: string
  readonly user: DatabaseUser
}): Promise<PatroniNode> {
  const { name, user } = options
  const folder = join(options.folder, name)
  const dataDir = join(folder, 'data')
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
  await giveTo(user, folder)
  const [port, restPort] = [await freePort(), await freePort()]
  const file = join(folder, 'patroni.yml')
  await writeFile(file, await configurationOf({ ...options, folder, dataDir, port, restPort }))
  let child: ChildProcess | null = null

  /** Patroni first, so that it starts none again; PostgreSQL is not its child. */
  async function signalAll(...signals: readonly NodeJS.Signals[]): Promise<readonly number[]> {
    const patroni = child?.pid
    if (patroni === undefined) return []
    const last = signals.includes('SIGCONT')
    if (!last) send(patroni, 'SIGSTOP')
    const postmaster = await postmasterIn(dataDir)
    const server = postmaster === null ? [] : [postmaster]
    if (!last) for (const pid of server) send(pid, 'SIGSTOP')
    const children = await Promise.all([...server, patroni].map(childrenOf))
    const all = [patroni, ...server, ...children.flat()]
    for (const signal of signals) for (const pid of all) send(pid, signal)
    return all
  }

  return {
    name,
    endpoint: { host: '127.0.0.1', port },
    async start() {
      child = await startProgram('patroni', [file], join(folder, 'patroni.log'), user)
    },
    async kill() {
      const exit = child === null ? Promise.resolve() : once(child, 'exit')
      const killed = await signalAll('SIGKILL')
      await exit
      while ((await Promise.all(killed.map(isRunning))).includes(true)) await sleep(lookAgainMs)
    },
    freeze: async () => void (await signalAll('SIGSTOP')),
    thaw: async () => void (await signalAll('SIGCONT')),
    async switchOver() {
      const parameters = ['-c', file, 'switchover', '--candidate', name, '--force']
      await promisify(execFile)('patronictl', parameters)
    },
    async isLeader() {
      try {
        const { statusCode, body } = await request(`http://127.0.0.1:${restPort}/leader`, {
          headersTimeout: answerTimeoutMs,
        })
        await body.dump()
        return statusCode === 200
      } catch {
        return false // It is lost, or starts.
      }
    },
    stop: async () => {
      await signalAll('SIGCONT')
      if (child !== null) await endProgram(child)
      // A Patroni that is ended while it starts its PostgreSQL leaves it behind.
      const postmaster = await postmasterIn(dataDir)
      if (postmaster === null) return
      send(postmaster, 'SIGQUIT')
      while (await isRunning(postmaster)) await sleep(lookAgainMs)
    },
  }
}

async function postmasterIn(dataDir: string): Promise<number | null> {
  const text = await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => null) // It does not run.
  return text === null ? null : Number(text.split('\n', 1)[0])
}
