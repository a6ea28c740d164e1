import type { Clock, ImpactId } from '../kernel/index.ts'
import { type Database, endSession, isDatabaseAway, openSession } from '../database/index.ts'
import { enqueue } from '../jobs/index.ts'
import type { Impact } from './impact.ts'
import {
  becomeRunner,
  countParts,
  deleteOldRows,
  insertPart,
  isAnyWaiting,
  isRunning,
  selectImpact,
  takeNext,
  updateEnded,
  updateTotal,
} from './impact-store.ts'
import {
  DatabaseLost,
  type ImpactEnd,
  ProcessLost,
  runImpactProcess,
} from './process/impact-process.ts'
import { Counter, resultOf } from './tally/tally.ts'

/** How an impact is run; otherwise in tests, which are short and wait for it. */
export interface ImpactPace {
  /** So many rows are stored as one part. */
  readonly partRows: number
  readonly niceness: number
}

export interface RunDeps {
  readonly db: Database
  readonly clock: Clock
  readonly onFailure: (failure: object) => void
  /** Called with the process that prices the impact. */
  readonly onStart: (facts: { readonly impactId: ImpactId; readonly child: number }) => void
  readonly pace?: ImpactPace
  /** Whether somebody is served just now, whom it would be in the way of. */
  readonly mustYield: () => boolean
  /** Aborted where this process is to end: what it is at is left to others. */
  readonly signal: AbortSignal
}

const partRowsDefault = 10_000
const session = { name: 'bindery impacts', statementTimeoutMs: 10_000 }
/** How soon one that was stopped is left, where it is at a part that takes long. */
const lookEveryMs = 1_000

/**
 * The job: runs all that were asked for, one after the other, one at a time on the whole installation.
 * Whoever finds somebody at it leaves: that one looks again before it ends. One that was left in the
 * middle by a process that was killed is gone on with from its last part.
 */
export async function runImpacts(deps: RunDeps): Promise<void> {
  do {
    const client = await openSession(deps.db.connection, session)
    try {
      if (!(await becomeRunner(client))) return
      for (;;) {
        const next = await takeNext(deps.db, deps.clock())
        if (next === undefined) break
        await runImpact(deps, next.id)
      }
    } finally {
      await endSession(client)
    }
    // Somebody may have asked after we looked, and have found us at it.
  } while (await isAnyWaiting(deps.db))
}

async function runImpact(deps: RunDeps, id: ImpactId): Promise<void> {
  const { db, clock, onFailure } = deps
  const impact = await selectImpact(db, id)
  if (impact === undefined) return
  const end = await carryOn(deps, impact).catch((error: unknown): ImpactEnd => {
    if (deps.signal.aborted || isDatabaseAway(error) || error instanceof DatabaseLost) throw error
    // It would end so every time, and all others wait for it.
    return { end: 'failed', reason: error instanceof Error ? error.message : String(error) }
  })
  if (deps.signal.aborted) throw new Error(`impact ${id} is left to others`)
  if (end.end === 'unwanted') return
  if (end.end === 'failed') {
    onFailure({ impactId: id, reason: end.reason })
    await updateEnded(db, id, { state: 'failed', failure: end.reason }, clock())
    return
  }
  const { tally } = (await selectImpact(db, id)) ?? impact
  const counted = tally ?? new Counter(impact.groupings.length, null).tally()
  await updateEnded(db, id, { state: 'done', result: resultOf(counted, impact) }, clock())
}

/** From its last part to its end, or to where nobody wants it any more. */
async function carryOn(deps: RunDeps, impact: Impact): Promise<ImpactEnd> {
  const { db, signal, onStart, pace, mustYield } = deps
  const { id } = impact
  const stopped = new AbortController()
  const look = setInterval(() => {
    isRunning(db, id).then(
      (runs) => runs || stopped.abort(),
      () => undefined, // The database is away: the next part will say so.
    )
  }, lookEveryMs)
  let from = impact.place
  let number = await countParts(db, id)
  try {
    return await runImpactProcess({
      connection: plain(db.connection),
      task: { ...sent(impact), partRows: pace?.partRows ?? partRowsDefault },
      ...(pace !== undefined && { niceness: pace.niceness }),
      started: (pid) => onStart({ impactId: id, child: pid }),
      counted: (total) => updateTotal(db, id, total),
      keep: async (part) => {
        const isKept = await insertPart(db, id, { ...part, from, number })
        from = part.place
        number += 1
        return isKept
      },
      mustYield,
      signal: AbortSignal.any([signal, stopped.signal]),
    })
  } catch (error) {
    if (!(error instanceof ProcessLost)) throw error
    // Another goes on from there; but one that ends before its first part would do so for ever.
    if (from !== impact.place) return { end: 'unwanted' }
    return { end: 'failed', reason: error.message }
  } finally {
    clearInterval(look)
  }
}

/** How long the rows of an impact are kept. */
const rowsKeptDays = 30

/** Enqueues impacts that no process works on, and deletes old rows. */
export async function takeUpImpacts({ db, clock }: Pick<RunDeps, 'db' | 'clock'>): Promise<void> {
  await deleteOldRows(db, clock().subtract({ hours: 24 * rowsKeptDays }))
  if (await isAnyWaiting(db)) await enqueue(db, 'run_impacts', {}, { key: 'run_impacts' })
}

function sent(impact: Impact) {
  const { today, createdAt, ...request } = impact
  return {
    insurerId: request.insurerId,
    livemode: request.livemode,
    productId: request.productId,
    productVersionId: request.productVersionId,
    contentHash: request.contentHash,
    liveVersionId: request.liveVersionId,
    scope: request.scope,
    groupings: request.groupings,
    hasShares: request.hasShares,
    today: today.toString(),
    askedAt: createdAt.toString(),
    total: request.total,
    done: request.done,
    place: request.place,
    tally: request.tally,
  }
}

/** Without the type parsers, which cannot be sent and are the same everywhere. */
function plain(connection: Database['connection']): Database['connection'] {
  const { types, ...rest } = connection
  return types === undefined ? connection : rest
}
