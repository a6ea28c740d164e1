import type pg from 'pg'

/**
 * The primary stopped waiting for its synchronous standby and answered as if all were well. What it
 * committed may be lost with it, so the outcome is unknown: whoever asks again is answered by the
 * idempotency record, on the primary of then.
 */
class CommitUnconfirmed extends Error {
  override readonly name = 'CommitUnconfirmed'
  /** PostgreSQL's own code for a transaction whose outcome is unknown. */
  readonly code = '08007'

  constructor(warning: string) {
    super(
      `Connection terminated: the commit was not confirmed by the synchronous standby (${warning})`,
    )
  }
}

/** The function of PostgreSQL that warns; its message may be in any language. */
const waitsForStandby = 'SyncRepWaitForLSN'
/** What may follow the warning within the same packet, and must not become an answer. */
const following = ['commandComplete', 'readyForQuery', 'dataRow', 'rowDescription', 'errorMessage']

/** Fails a commit that is answered with success and a warning that it may be lost. */
export function failUnconfirmed(client: pg.ClientBase): void {
  client.on('notice', ({ routine, message = '' }) => {
    if (routine !== waitsForStandby) return
    const { connection } = client as pg.Client // The base class leaves out what every client has.
    for (const event of following) connection.removeAllListeners(event)
    connection.emit('error', new CommitUnconfirmed(message))
    connection.stream.destroy()
  })
}
