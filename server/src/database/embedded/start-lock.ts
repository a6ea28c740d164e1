import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresError, codeOf, explained, messageOf } from './embedded-postgres-error.ts'
import { processStart } from './process-start.ts'

/**
 * Decides which process may prepare the database in this folder. Every process writes a file named
 * after itself, and then looks for files of other living processes. Only files of dead processes
 * are removed by others, and their names never come back; so, unlike with one shared lock file, the
 * removal of stale files can never hit a living process.
 */
export interface StartLock {
  /** From now on others are turned away instead of waiting. */
  announceRunning(): Promise<void>
  release(): Promise<void>
}

interface InstanceFile {
  readonly path: string
  readonly state: string
  readonly pid: number
}

const waitMaxMs = 90_000
const lookAgainMs = 80

export async function acquireStartLock(dataDir: string): Promise<StartLock> {
  const folder = join(dataDir, 'instances')
  const us = `${process.pid}-${processStart(process.pid)}`
  const starting = join(folder, `starting-${us}`)
  const running = join(folder, `running-${us}`)
  const giveUpAt = performance.now() + waitMaxMs
  try {
    await mkdir(folder, { recursive: true })
    for (;;) {
      // Looks before writing too, so that waiting processes do not block each other.
      const other = (await living(folder))[0] ?? (await writeAndLook(folder, starting))
      if (!other) break
      if (other.state === 'running') throw inUse(dataDir, other.pid)
      if (performance.now() > giveUpAt) throw stillStarting(dataDir, other.pid)
      await sleep(lookAgainMs * Math.random())
    }
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error
    throw explained('Cannot use DATA_DIR', messageOf(error), dataDir, error)
  }
  return {
    // The new file is there before the old one goes, so at every moment one of them is seen.
    announceRunning: async () => {
      await write(running)
      await rm(starting, { force: true })
    },
    release: async () => {
      await rm(running, { force: true })
      await rm(starting, { force: true })
    },
  }
}

export function inUse(dataDir: string, pid: number | string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The data folder ${dataDir} is in use by another Bindery, process ${pid}. ` +
      'Stop that process first, or set DATA_DIR to another folder. To run several processes on one ' +
      'database, set DATABASE_URL.',
  )
}

function stillStarting(dataDir: string, pid: number): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `Another Bindery, process ${pid}, has been starting on the data folder ${dataDir} ` +
      `for more than ${waitMaxMs / 1000} seconds. Check what delays it, or stop it.`,
  )
}

/**
 * Two processes that look at the same moment both step back; a random wait decides the next try.
 */
async function writeAndLook(folder: string, ours: string): Promise<InstanceFile | undefined> {
  const isNew = await write(ours)
  const other = (await living(folder)).find((file) => !isNew || file.path !== ours)
  if (other && isNew) await rm(ours, { force: true })
  return other
}

/** False when the file is there already: this very process is starting a second time. */
async function write(path: string): Promise<boolean> {
  try {
    await writeFile(path, '', { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

async function living(folder: string): Promise<InstanceFile[]> {
  const alive: InstanceFile[] = []
  for (const name of await readdir(folder)) {
    const parts = /^(starting|running)-(\d+)-(\w+)$/.exec(name)
    if (!parts) continue
    const [, state = '', pid, start] = parts
    const path = join(folder, name)
    if (processStart(Number(pid)) === start) alive.push({ path, state, pid: Number(pid) })
    else await rm(path, { force: true })
  }
  return alive
}
