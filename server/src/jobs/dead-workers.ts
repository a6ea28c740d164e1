import type { Database } from '../database/index.ts'
import { deleteReplacedJobs, selectWorkersWithoutSign, unlockDeadWorkers } from './queue-store.ts'

/** Frees the jobs of workers that died, and of them alone. */
export interface DeadWorkerWatch {
  /** Looks once. A worker without a sign of life in all looks for long enough is dead. */
  look(nowMs: number): Promise<void>
}

/** How often to look, and how long a worker may be missing before it counts as dead. */
export interface Patience {
  readonly lookEveryMs: number
  /**
   * A living worker shows itself within a second or two after the database is back; until then no
   * other worker may begin its jobs.
   */
  readonly missingMs: number
}
export const patience: Patience = { lookEveryMs: 3_000, missingMs: 12_000 }

/** After so many missed looks, earlier signs mean nothing and the watch starts again. */
const looksMissedMax = 3

export function watchDeadWorkers(
  db: Database,
  /** The worker that looks, which is alive. */
  workerId: string,
  { lookEveryMs, missingMs }: Patience,
): DeadWorkerWatch {
  const gapMs = looksMissedMax * lookEveryMs
  let missingSinceMs = new Map<string, number>()
  let lookedAtMs = -Infinity
  return {
    async look(nowMs) {
      const known = nowMs - lookedAtMs <= gapMs ? missingSinceMs : new Map<string, number>()
      // After a failure the next look starts again: a database that was away has no signs of life.
      lookedAtMs = -Infinity
      const missing = await selectWorkersWithoutSign(db, workerId)
      missingSinceMs = new Map(missing.map((id) => [id, known.get(id) ?? nowMs]))
      lookedAtMs = nowMs
      const dead = missing.filter((id) => nowMs - (missingSinceMs.get(id) ?? nowMs) >= missingMs)
      if (dead.length === 0) return
      await db.transaction(async (tx) => {
        await unlockDeadWorkers(tx, dead)
        await deleteReplacedJobs(tx)
      })
    },
  }
}
