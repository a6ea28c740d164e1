import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf } from './embedded-postgres-error.ts'
import { commandLine, exists, processStart } from './process-start.ts'

/** The main process of a PostgreSQL server. */
export interface Postmaster {
  readonly pid: number
  readonly start: string
}

export interface RecordedPostmaster {
  readonly pid: number
  readonly host: string
  readonly port: number
}

const lookAgainMs = 15

/** The record of a running or killed server in its cluster. */
export async function readPostmaster(cluster: string): Promise<RecordedPostmaster | undefined> {
  try {
    const lines = (await readFile(pidFile(cluster), 'utf8')).split('\n')
    const [pid, , , port, socketFolder, address] = lines
    if (!pid || !Number(pid)) return undefined
    return {
      pid: Number(pid),
      port: Number(port),
      host: socketFolder?.trim() || address?.trim() || '',
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/**
 * The running server of this cluster, or undefined where its pid belongs to another process now.
 */
export function living(recorded: RecordedPostmaster, cluster: string): Postmaster | undefined {
  const start = processStart(recorded.pid)
  if (start === undefined) return undefined
  const command = commandLine(recorded.pid)
  // Where the system does not say, the process counts as ours: an error is better than two servers.
  if (command !== undefined && !command.includes(cluster)) return undefined
  return { pid: recorded.pid, start }
}

/**
 * PostgreSQL removes the file of a killed server by itself, unless its pid is in use again, or
 * still belongs to a zombie. Then PostgreSQL would refuse to start for ever.
 */
export async function clearStaleRecord(cluster: string, recorded: RecordedPostmaster) {
  if (exists(recorded.pid)) await rm(pidFile(cluster), { force: true })
}

export function isAlive(postmaster: Postmaster): boolean {
  return processStart(postmaster.pid) === postmaster.start
}

/** Waits for the end of a server; false when it still runs after that time. */
export async function ended(postmaster: Postmaster, withinMs: number): Promise<boolean> {
  const giveUpAt = performance.now() + withinMs
  while (isAlive(postmaster)) {
    if (performance.now() > giveUpAt) return false
    await sleep(lookAgainMs)
  }
  return true
}

function pidFile(cluster: string): string {
  return join(cluster, 'postmaster.pid')
}
