import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Connection } from './hosts/index.ts'
import { endSession, leaveSession, openSession } from './session.ts'
import { DatabaseBusy } from './semaphore.ts'

/**
 * Whether commits are confirmed. A primary whose synchronous standby is away answers reads and lets
 * commits wait without end, which none of its own timeouts limits. Every such commit holds a
 * connection of the server until the standby is back, even where we have left, so no more are sent
 * than it takes to find out, and one more that waits for the end.
 */
export interface CommitWatch {
  /** Throws while commits are known to wait. */
  assertConfirmed(): void
  suspect(): void
  close(): void
}

const answerTimeoutMs = 2_000
const name = 'bindery commit watch'

export function watchCommits(connection: Connection, onError: (error: Error) => void): CommitWatch {
  let areWaiting = false
  let isAsking = false
  const closed = new AbortController()
  let current: pg.Client | null = null

  async function ask(): Promise<void> {
    while (!closed.signal.aborted && !(await tryOnce()));
    areWaiting = false
    isAsking = false
  }

  /** True when a commit was answered, or nobody can be asked: then somebody else will find that out. */
  async function tryOnce(): Promise<boolean> {
    const client = await openProbe(connection)
    if (client === null) return true
    current = client
    try {
      // A refusal is an answer, and a lost connection no reason to wait.
      const answer = client.query(commitSomething).then(isAnswer, isAnswer)
      for (;;) {
        if (await within(answer)) return true
        if (!areWaiting) {
          onError(
            new Error('the database does not confirm commits: is its synchronous standby away?'),
          )
        }
        areWaiting = true
        if (closed.signal.aborted || !(await isStillThere(connection, client))) return false
      }
    } finally {
      current = null
      leaveSession(client)
    }
  }

  return {
    assertConfirmed() {
      if (areWaiting) throw new DatabaseBusy('the database does not confirm commits')
    },
    suspect() {
      if (isAsking || closed.signal.aborted) return
      isAsking = true
      void ask() // It never throws: every failure is an answer.
    },
    close() {
      closed.abort()
      if (current !== null) leaveSession(current)
    },
  }
}

/** The smallest commit that waits for a standby: a message in the log that nobody reads. */
const commitSomething = `select pg_logical_emit_message(true, 'bindery', '')`
const forEverMs = 24 * 3_600_000

async function openProbe(connection: Connection): Promise<pg.Client | null> {
  try {
    return await openSession(connection, { name, statementTimeoutMs: forEverMs })
  } catch {
    return null // The watch over the database itself reports why.
  }
}

const isAnswer = () => true

async function within(answer: Promise<boolean>): Promise<boolean> {
  return Promise.race([answer, sleep(answerTimeoutMs, false, { ref: false })])
}

/** Whether the server of now still knows the session that waits, and not one from before. */
async function isStillThere(connection: Connection, client: pg.Client): Promise<boolean> {
  const pid: unknown = Reflect.get(client, 'processID') // pg's types leave it out.
  try {
    const asking = await openSession(connection, { name, statementTimeoutMs: answerTimeoutMs })
    const { rowCount } = await asking
      .query(`select from pg_stat_activity where pid = $1 and wait_event = 'SyncRep'`, [pid])
      .finally(() => void endSession(asking))
    return rowCount === 1
  } catch {
    return false // A new probe finds out what became of the server.
  }
}
