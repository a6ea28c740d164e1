import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Connection, clientFor } from './hosts/index.ts'
import { DatabaseBusy } from './semaphore.ts'
import { watchCommits } from './watch-commits.ts'

/**
 * Whether the database answers at all, and confirms commits. After an unanswered statement the
 * database is probed on separate connections: while a probe fails, other statements fail at once,
 * and as soon as it succeeds they are sent again.
 */
export interface UnresponsiveWatch {
  /** Throws while the database is known not to answer; for a write, not to confirm commits. */
  assertAnswers(to: 'read' | 'write'): void
  suspect(): void
  close(): void
}

const answerTimeoutMs = 2_000
const askAgainAfterMs = 250

export function watchUnresponsive(
  connection: Connection,
  onError: (error: Error) => void,
): UnresponsiveWatch {
  let isSilent = false
  let isAsking = false
  const closed = new AbortController()
  const commits = watchCommits(connection, onError)

  async function ask(): Promise<void> {
    while (!closed.signal.aborted) {
      const failure = await failureOf(connection)
      if (failure === null) break
      if (!isSilent) onError(new Error('the database does not answer', { cause: failure }))
      isSilent = true
      await sleep(askAgainAfterMs, undefined, { ref: false })
    }
    isSilent = false
    isAsking = false
    if (!closed.signal.aborted) commits.suspect()
  }

  return {
    assertAnswers(to) {
      if (isSilent) throw new DatabaseBusy('the database does not answer')
      if (to === 'write') commits.assertConfirmed()
    },
    suspect() {
      if (isAsking || closed.signal.aborted) return
      isAsking = true
      void ask() // It never throws: a failure is its result.
    },
    close() {
      closed.abort()
      commits.close()
    },
  }
}

async function failureOf(connection: Connection): Promise<unknown> {
  const client: pg.Client = new (clientFor(connection))({
    ...connection,
    connectionTimeoutMillis: answerTimeoutMs,
    query_timeout: answerTimeoutMs,
  })
  client.on('error', () => undefined) // The probe under way fails with it.
  try {
    await client.connect()
    await client.query('select 1')
    return null
  } catch (error) {
    return error
  } finally {
    client.end().catch(() => undefined) // The probe is over: nothing is lost.
  }
}
