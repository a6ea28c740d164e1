import { setTimeout as sleep } from 'node:timers/promises'
import type { ClusterPlace } from './cluster-place.ts'
import { connectAsSuperuser } from './connect.ts'
import { codeOf } from './embedded-postgres-error.ts'
import { onWindows } from './endpoint.ts'
import { notYet } from './not-yet.ts'
import type { Binaries } from './platform-binaries.ts'
import { ended, readPostmaster } from './postmaster.ts'
import type { Postmaster } from './postmaster.ts'
import { runProgram } from './run-program.ts'

/**
 * Less than the process's own limit for a stop: otherwise a hanging server would be left behind.
 */
const fastStopMaxMs = 10_000
const immediateStopMaxMs = 10_000

/** A server that does not answer within this time hangs. */
const answerMaxMs = 1_000

/**
 * Ends all sessions, writes everything to disk and stops. If that takes too long the server is
 * stopped at once, which loses nothing either: the next start replays the log. A server in recovery
 * is stopped at once, because PostgreSQL 18 would never end otherwise. False when even that fails.
 */
export async function stopPostmaster(
  postmaster: Postmaster,
  place: ClusterPlace,
  binaries: Binaries,
): Promise<boolean> {
  if (await isRecovering(place)) return stopAtOnce(postmaster, place, binaries)
  await ask('fast', 'SIGINT', postmaster, place, binaries)
  if (await ended(postmaster, fastStopMaxMs)) return true
  return stopAtOnce(postmaster, place, binaries)
}

async function isRecovering(place: ClusterPlace): Promise<boolean> {
  const recorded = await readPostmaster(place.cluster)
  if (recorded === undefined) return false
  const asked = connectAsSuperuser(recorded, 'bindery-stop').then(
    async (session) => {
      await session.end()
      return false
    },
    (error: unknown) => notYet(error) === 'recovering',
  )
  return Promise.race([asked, sleep(answerMaxMs, false, { ref: false })])
}

/** For a server that hangs. It writes nothing to disk: the next start replays the log. */
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
    if (codeOf(error) !== 'ESRCH') throw error // The process has ended already.
  }
}
