/**
 * How long the business waits for the database, all in one place. A statement that hangs is ended by
 * the server; a server that says nothing at all, because it was frozen or its machine is gone, is
 * given up by us a little later. Together they keep every request well below half a minute.
 *
 * Imports, index builds and migrations run on sessions of their own with times of their own.
 */
export const statementTimeoutMs = 10_000
/** So much longer we wait ourselves: who has said nothing by then does not answer at all. */
export const unresponsiveGraceMs = 2_000
/** Nobody holds a row for long, so whoever has waited this long waits for something stuck. */
export const lockTimeoutMs = 3_000
/** For a connection of the pool, new or free again. */
export const connectTimeoutMs = 4_000
/** For one's turn at a policy, or for one of the connections that may write. */
export const turnTimeoutMs = 4_000
/** What a process that was killed, or hangs, may hold at most. */
export const idleInTransactionTimeoutMs = 15_000
/** The first of the packets that find out whether the other side is still there. */
export const keepAliveAfterMs = 10_000
