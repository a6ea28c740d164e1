import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClusterPlace } from './cluster-place.ts'
import { EmbeddedPostgresError, explained, messageOf } from './embedded-postgres-error.ts'
import { onWindows } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'
import type { Binaries } from './platform-binaries.ts'
import { readPostmaster } from './postmaster.ts'
import type { Postmaster } from './postmaster.ts'
import { exists, processStart } from './process-start.ts'
import { spawnAs } from './run-program.ts'
import { logFile, logTail, openLog, size } from './server-log.ts'
import { serverArguments } from './settings.ts'
import type { Durability } from './settings.ts'
import { untilReady } from './until-ready.ts'

/** Sessions of a killed server may outlive it for a moment, and keep the next one from starting. */
const leftoverWaitMaxMs = 20_000
const lookAgainMs = 200
const leftovers = /pre-existing shared memory block/

export async function launch(
  place: ClusterPlace,
  binaries: Binaries,
  endpoint: Endpoint,
  durability: Durability,
): Promise<Postmaster> {
  const args = serverArguments(place.cluster, endpoint, durability)
  const giveUpAt = performance.now() + leftoverWaitMaxMs
  for (;;) {
    const logBytes = await size(logFile(place.dataDir))
    const child = await spawnServer(place, binaries, args)
    const outcome = await untilReady(endpoint, () => isRunning(child))
    if (outcome === 'ready') return postmasterOf(child, place.cluster)
    const tail = await logTail(place.dataDir, logBytes)
    if (outcome === 'hangs') throw await hanging(child, place, tail)
    if (!leftovers.test(tail) || performance.now() > giveUpAt) {
      throw explained('PostgreSQL did not start', tail, place.cluster)
    }
    await sleep(lookAgainMs)
  }
}

/**
 * In a process session of its own, so that Ctrl-C in the terminal reaches only us, and we stop
 * PostgreSQL properly. Its output goes to a file, so that it can outlive us.
 */
async function spawnServer(
  place: ClusterPlace,
  binaries: Binaries,
  args: readonly string[],
): Promise<ChildProcess> {
  const log = await openLog(place.dataDir)
  try {
    const [file, fileArgs] = onWindows
      ? windowsCommand(place, binaries, args)
      : [binaries.postgres, args]
    const child = spawn(file, fileArgs, {
      ...spawnAs(place.user),
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    await once(child, 'spawn')
    child.unref()
    return child
  } catch (error) {
    throw explained('PostgreSQL did not start', messageOf(error), binaries.postgres, error)
  } finally {
    await log.close()
  }
}

/** On Windows pg_ctl gives up an administrator's rights first, which PostgreSQL insists on. */
function windowsCommand(
  place: ClusterPlace,
  binaries: Binaries,
  args: readonly string[],
): [string, string[]] {
  const [, , ...settings] = args
  const quoted = settings.map((argument) => `"${argument}"`).join(' ')
  const log = ['-l', logFile(place.dataDir)]
  return [binaries.pgCtl, ['start', '-w', '-D', place.cluster, ...log, '-o', quoted]]
}

function isRunning(child: ChildProcess): boolean {
  // On Windows the child is pg_ctl, which ends well before or after the server is ready.
  if (onWindows) return child.exitCode === null || child.exitCode === 0
  return child.exitCode === null && child.signalCode === null
}

async function postmasterOf(child: ChildProcess, cluster: string): Promise<Postmaster> {
  const pid = onWindows ? (await readPostmaster(cluster))?.pid : child.pid
  const start = pid === undefined ? undefined : processStart(pid)
  if (pid === undefined || start === undefined) {
    throw new EmbeddedPostgresError('PostgreSQL ended right after it had started. Start again.')
  }
  return { pid, start }
}

async function hanging(
  child: ChildProcess,
  place: ClusterPlace,
  tail: string,
): Promise<EmbeddedPostgresError> {
  if (child.pid !== undefined && exists(child.pid)) child.kill('SIGQUIT')
  return new EmbeddedPostgresError(
    `PostgreSQL did not become ready in time. The last lines of ${logFile(place.dataDir)}:\n` +
      `${tail || '(it wrote nothing)'}\nIs the machine overloaded or the disk very slow? Start again.`,
  )
}
