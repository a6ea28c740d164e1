import type { ClusterPlace } from './cluster-place.ts'
import { codeOf } from './embedded-postgres-error.ts'
import { onWindows } from './endpoint.ts'
import type { Binaries } from './platform-binaries.ts'
import { ended } from './postmaster.ts'
import type { Postmaster } from './postmaster.ts'
import { runProgram } from './run-program.ts'

/** Less than a process gives itself to stop: who leaves earlier leaves a hanging server behind. */
const fastStopMaxMs = 10_000
const immediateStopMaxMs = 10_000

/**
 * Ends all sessions, writes everything down and stops. If that takes too long it stops at once,
 * which loses nothing either: the next start replays the log. PostgreSQL 18 takes for ever when it
 * is asked while it recovers from a crash. False when even that fails.
 */
export async function stopPostmaster(
  postmaster: Postmaster,
  place: ClusterPlace,
  binaries: Binaries,
): Promise<boolean> {
  await ask('fast', 'SIGINT', postmaster, place, binaries)
  if (await ended(postmaster, fastStopMaxMs)) return true
  return stopAtOnce(postmaster, place, binaries)
}

/** For one that hangs. Writes nothing down any more: the next start replays the log. */
export async function stopAtOnce(
  postmaster: Postmaster,
  place: ClusterPlace,
  binaries: Binaries,
): Promise<boolean> {
  await ask('immediate', 'SIGQUIT', postmaster, place, binaries)
  return ended(postmaster, immediateStopMaxMs)
}

async function ask(
  mode: 'fast' | 'immediate',
  signal: NodeJS.Signals,
  postmaster: Postmaster,
  place: ClusterPlace,
  binaries: Binaries,
): Promise<void> {
  if (onWindows) {
    // Windows has no signals; pg_ctl knows PostgreSQL's own way.
    const args = ['stop', '-D', place.cluster, '-m', mode, '-W']
    await runProgram(binaries.pgCtl, args, place.user)
    return
  }
  try {
    process.kill(postmaster.pid, signal)
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error // It is gone already: all the better.
  }
}
