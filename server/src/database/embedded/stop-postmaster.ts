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

/** Less than a process gives itself to stop: who leaves earlier leaves a hanging server behind. */
const fastStopMaxMs = 10_000
const immediateStopMaxMs = 10_000

/** It answers at once, or hangs and has no say. */
const answerMaxMs = 1_000

/**
 * Ends all sessions, writes everything down and stops. If that takes too long it stops at once,
 * which loses nothing either: the next start replays the log. One that recovers from a crash has
 * nothing to write down yet and is stopped at once: PostgreSQL 18 takes for ever when it is asked
 * otherwise. False when even that fails.
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
