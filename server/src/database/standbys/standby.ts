import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Statement } from '../sql.ts'
import { type LogPosition, type Replayed, faultOf, selectReplayed } from './log-position.ts'

/** One standby that is read from where it knows enough. */
export interface Standby {
  /** Whether it is worth asking now. */
  isRested(): boolean
  /** The answer of the standby, once it knows all up to this position; null where it does not. */
  read(statement: Statement, written: LogPosition): Promise<pg.QueryResult | null>
}

/** How long a read waits until the standby has replayed enough; then the primary is asked. */
const patienceMs = 100
const lookAgainMs = 4
/** A standby that hangs must not hold up what the primary could answer. */
const answerTimeoutMs = 500
/** A standby that is behind catches up soon. */
const restWhenBehindMs = 1_000
/** One that is away or must not be used is not asked by every request. */
const restWhenUnfitMs = 5_000
/** It is behind for a while, and not only for a moment under load. */
const missesUntilReported = 10

const statementTimedOut = '57014'

export function openStandby(
  name: string,
  pool: pg.Pool,
  report: (finding: Error) => void,
): Standby {
  /** Up to where the server of a connection has replayed: it never goes back. */
  const known = new WeakMap<pg.PoolClient, LogPosition>()
  let restsUntilMs = 0
  let reported: string | null = null
  let misses = 0

  function reportOnce(fault: string): void {
    if (reported === fault) return
    reported = fault
    report(new Error(`${name} is not read from: ${fault}. The primary is read instead`))
  }

  function restFor(ms: number): void {
    restsUntilMs = performance.now() + ms
  }

  function serveAgain(): void {
    misses = 0
    if (reported !== null) report(new Error(`${name} is read from again`))
    reported = null
  }

  /** Throws where the standby must not be used; false where it is behind. */
  async function hasReplayed(client: pg.PoolClient, written: LogPosition): Promise<boolean> {
    if (isUpTo(known.get(client), written)) return true
    const giveUpAt = performance.now() + patienceMs
    for (;;) {
      const { rows } = await soon(client.query<Replayed>(selectReplayed))
      const fault = faultOf(rows[0], written)
      if (fault !== null) throw new Error(fault)
      const position = { ...written, bytes: rows[0]?.bytes ?? 0 }
      known.set(client, position)
      if (isUpTo(position, written)) return true
      if (performance.now() > giveUpAt) return false
      await sleep(lookAgainMs)
    }
  }

  async function readWith(
    client: pg.PoolClient,
    statement: Statement,
    written: LogPosition,
  ): Promise<pg.QueryResult | null> {
    if (await hasReplayed(client, written)) return client.query(statement)
    misses += 1
    restFor(restWhenBehindMs)
    if (misses >= missesUntilReported) reportOnce('it is behind')
    return null
  }

  return {
    isRested: () => performance.now() >= restsUntilMs,
    async read(statement, written) {
      try {
        const client = await pool.connect()
        let broken: Error | undefined
        try {
          const result = await readWith(client, statement, written)
          if (result !== null) serveAgain()
          return result
        } catch (error) {
          broken = error instanceof Error ? error : new Error(String(error))
          throw error
        } finally {
          client.release(broken)
        }
      } catch (error) {
        if (!(error instanceof Error)) throw error
        // It would take as long on the primary.
        if (Reflect.get(error, 'code') === statementTimedOut) throw error
        restFor(restWhenUnfitMs)
        reportOnce(error.message)
        return null
      }
    },
  }
}

async function soon<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const overdue = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => overdue.reject(new Error(`it does not answer within ${answerTimeoutMs} ms`)),
    answerTimeoutMs,
  )
  try {
    return await Promise.race([answer, overdue.promise])
  } finally {
    clearTimeout(timer)
  }
}

function isUpTo(known: LogPosition | undefined, written: LogPosition): boolean {
  return known !== undefined && known.timeline === written.timeline && known.bytes >= written.bytes
}
