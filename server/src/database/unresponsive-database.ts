import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseBusy } from './semaphore.ts'

/**
 * Whether the database answers at all. After an unanswered statement the database is probed on a
 * separate connection: while the probe fails, other statements fail at once, and as soon as it
 * succeeds they are sent again.
 */
export interface UnresponsiveWatch {
  /** Throws while the database is known not to answer. */
  assertAnswers(): void
  suspect(): void
  close(): void
}

const answerTimeoutMs = 2_000
const askAgainAfterMs = 250

export function watchUnresponsive(
  connection: pg.ClientConfig,
  onError: (error: Error) => void,
): UnresponsiveWatch {
  let isSilent = false
  let isAsking = false
  const closed = new AbortController()

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
  }

  return {
    assertAnswers() {
      if (isSilent) throw new DatabaseBusy('the database does not answer')
    },
    suspect() {
      if (isAsking || closed.signal.aborted) return
      isAsking = true
      void ask() // It never throws: a failure is its result.
    },
    close() {
      closed.abort()
    },
  }
}

async function failureOf(connection: pg.ClientConfig): Promise<unknown> {
  const client = new pg.Client({
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
