import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../kernel/index.ts'
import { type Database, type Transaction, commitAsync } from '../database/index.ts'
import { selectManagers } from '../identity/index.ts'
import type { LoggedRequest } from './logged-request.ts'
import { insertGap, insertRequests } from './request-log-store.ts'

/** Notes requests after their answers, and writes them down in batches. */
export interface RequestLog {
  note(request: Omit<LoggedRequest, 'answeredAt'>): void
  /** Writes what is noted. */
  flush(): Promise<void>
  close(): Promise<void>
}

export interface RequestLogOptions {
  readonly db: Database
  readonly clock: Clock
  /** How often requests are written down; null where only `flush` does. */
  readonly everyMs?: number | null
  readonly onError: (error: unknown) => void
}

const everyMsDefault = 1_000
/** How long a stop waits for what is noted. */
const closeMsMax = 2_000
/** Beyond this, requests are dropped and counted. */
const notedMax = 10_000
const rowsPerStatement = 1_000

/** Nothing waits for it: where the database is away or slow, requests are dropped, and counted. */
export function openRequestLog({
  db,
  clock,
  everyMs = everyMsDefault,
  onError,
}: RequestLogOptions): RequestLog {
  let noted: LoggedRequest[] = []
  let dropped = 0
  let droppedSince: Temporal.Instant | null = null
  let writing: Promise<void> | null = null

  function drop(count: number): void {
    dropped += count
    droppedSince ??= clock()
  }

  async function write(): Promise<void> {
    while (noted.length > 0 || dropped > 0) {
      const some = noted.slice(0, rowsPerStatement)
      noted = noted.slice(rowsPerStatement)
      const gap = droppedSince && { from: droppedSince, until: clock(), dropped }
      dropped = 0
      droppedSince = null
      try {
        await db.transaction(async (tx) => {
          await commitAsync(tx)
          if (some.length > 0) await insertRequests(tx, some, await insurersOf(tx, some))
          if (gap !== null) await insertGap(tx, gap)
        })
      } catch (error) {
        onError(error)
        drop(some.length + (gap?.dropped ?? 0))
        droppedSince = gap?.from ?? droppedSince
        return
      }
    }
  }

  async function flush(): Promise<void> {
    writing ??= write().finally(() => (writing = null))
    await writing
  }

  const timer = everyMs === null ? null : setInterval(() => void flush(), everyMs)
  timer?.unref()
  return {
    note(request) {
      if (noted.length >= notedMax) drop(1)
      else noted.push({ ...request, answeredAt: clock() })
    },
    flush,
    async close() {
      if (timer !== null) clearInterval(timer)
      // A database that is away keeps nobody from stopping.
      await Promise.race([flush(), sleep(closeMsMax, null, { ref: false })])
    },
  }
}

/** A distributor is managed by the insurer that created it; any other account manages itself. */
async function insurersOf(tx: Transaction, requests: readonly LoggedRequest[]) {
  const ids = [...new Set(requests.map(({ accountId }) => accountId))]
  return selectManagers(tx, ids)
}
