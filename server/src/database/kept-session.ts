import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Connection } from './hosts/index.ts'
import { endSession, openSession } from './session.ts'

/** A session for the life of the process: a lost one is opened again. */
export interface KeptSession {
  isOpen(): boolean
  /** Resolves when every notification up to now has arrived, or the session is lost. */
  caughtUp(): Promise<void>
  /**
   * Sends a statement without an answer that matters. While the session is lost, nothing is sent.
   */
  say(text: string, values: readonly unknown[]): Promise<void>
  close(): Promise<void>
}

export interface KeptSessionOptions {
  readonly name: string
  /** Prepares a new session: LISTEN, and locks that live as long as the session. */
  readonly prepare: (client: pg.Client) => Promise<unknown>
  /** Called after every gap, when a new session has replaced the lost one. */
  readonly onReopened?: () => void
  readonly onError: (error: Error) => void
}

const reopenAfterMs = 300
/** A quiet connection does not show that the other end is gone, so a query checks it. */
const askEveryMs = 5_000
const answerTimeoutMs = 5_000

/** Opens the session and keeps it. Only the first attempt is allowed to fail. */
export async function keepSession(
  connection: Connection,
  options: KeptSessionOptions,
): Promise<KeptSession> {
  const closed = new AbortController()
  let current: pg.Client | null = await open()
  const kept = keep(current)

  async function open(): Promise<pg.Client> {
    // In a pipeline a statement without an answer breaks the connection, which is what we want.
    const settings = { name: options.name, statementTimeoutMs: answerTimeoutMs, pipeline: true }
    const client = await openSession(connection, settings, options.onError)
    try {
      await options.prepare(client)
      return client
    } catch (error) {
      await endSession(client)
      throw error
    }
  }

  async function keep(first: pg.Client): Promise<void> {
    let client = first
    for (;;) {
      await endOf(client)
      current = null
      const next = await reopen()
      if (next === null) return
      client = next
      current = next
      options.onReopened?.()
    }
  }

  /** Resolves when the session is over, which it is also when it no longer answers. */
  async function endOf(client: pg.Client): Promise<void> {
    const asking = setInterval(() => {
      client.query('select 1').catch(() => client.connection.stream.destroy())
    }, askEveryMs)
    try {
      await new Promise<void>((resolve) => {
        if (hasEnded(client)) resolve()
        else client.once('end', resolve)
      })
    } finally {
      clearInterval(asking)
    }
  }

  async function reopen(): Promise<pg.Client | null> {
    while (!closed.signal.aborted) {
      try {
        const client = await open()
        if (!closed.signal.aborted) return client
        await endSession(client)
        return null
      } catch (error) {
        options.onError(error as Error) // pg rejects with nothing else.
      }
      await sleep(reopenAfterMs, undefined, { signal: closed.signal }).catch(() => undefined)
    }
    return null
  }

  return {
    isOpen: () => current !== null,
    caughtUp: async () => {
      // Notifications come in the order of commits, and before the answer to a later query.
      await current?.query('select 1').catch(() => undefined) // A lost session catches up in `onReopened`.
    },
    say: async (text, values) => {
      await current?.query(text, [...values]).catch(options.onError)
    },
    close: async () => {
      closed.abort()
      if (current !== null) await endSession(current)
      await kept
    },
  }
}

function hasEnded(client: pg.Client): boolean {
  return client.connection.stream.destroyed
}
