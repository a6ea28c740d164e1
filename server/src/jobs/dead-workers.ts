import type { Database } from '../database/index.ts'
import { deleteReplacedJobs, selectWorkersWithoutSign, unlockDeadWorkers } from './queue-store.ts'

/** Frees the jobs of workers that died, and of them alone. */
export interface DeadWorkerWatch {
  /** Looks once. Whoever has shown no sign of life from one look to the next for long enough is dead. */
  look(nowMs: number): Promise<void>
}

/** How often to look, and how long a worker may be missing before it counts as dead. */
export interface Patience {
  readonly lookEveryMs: number
  /**
   * A worker that lives shows itself again within a second or two after the database is back, and
   * meanwhile its jobs are its own: nobody else may begin them.
   */
  readonly missingMs: number
}
export const patience: Patience = { lookEveryMs: 3_000, missingMs: 12_000 }

/** Who has missed so many looks does not know what happened meanwhile, and begins anew. */
const looksMissedMax = 3

export function watchDeadWorkers(
  db: Database,
  /** Who looks, and lives. */
  workerId: string,
  { lookEveryMs, missingMs }: Patience,
): DeadWorkerWatch {
  const gapMs = looksMissedMax * lookEveryMs
  let missingSinceMs = new Map<string, number>()
  let lookedAtMs = -Infinity
  return {
    async look(nowMs) {
      const known = nowMs - lookedAtMs <= gapMs ? missingSinceMs : new Map<string, number>()
      // Should it fail, the next look begins anew: a database that was away knows nobody's sign.
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
