import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import type { DatabaseUser } from '@bindery/server/src/database/embedded/database-user.ts'
import { spawnAs } from '@bindery/server/src/database/embedded/run-program.ts'

const debian = '/usr/lib/postgresql'

/** The programs of the newest PostgreSQL of Debian. */
export async function findBinaries(): Promise<string> {
  const versions = await readdir(debian).catch(() => [])
  const [newest] = versions.toSorted((a, b) => Number(b) - Number(a))
  if (newest === undefined) throw new Error(notInstalled)
  return `${debian}/${newest}/bin`
}

const notInstalled =
  'Patroni, etcd and PostgreSQL are not installed, so nothing was tried. On Debian: apt-get install patroni etcd-server postgresql'

/** Starts a program that runs until it is ended, as the user of the database, with a log. */
export async function startProgram(
  name: string,
  parameters: readonly string[],
  log: string,
  user: DatabaseUser,
): Promise<ChildProcess> {
  const child = spawn(name, parameters, { ...spawnAs(user), stdio: ['ignore', 'pipe', 'pipe'] })
  const lines = createWriteStream(log, { flags: 'a' })
  child.stdout?.pipe(lines, { end: false })
  child.stderr?.pipe(lines, { end: false })
  child.once('close', () => lines.end())
  try {
    await once(child, 'spawn')
  } catch (error) {
    throw new Error(notInstalled, { cause: error })
  }
  return child
}

export async function endProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}
