/**
 * How long requests and jobs wait for the database, all in one file. The server ends a statement that
 * takes too long; we give up a server that does not answer at all a little later. Both limits keep
 * every request well below half a minute.
 *
 * Imports, index builds and migrations run on sessions of their own with times of their own.
 */
export const statementTimeoutMs = 10_000
/** We wait this much longer than the server: without an answer by then it hangs. */
export const unresponsiveGraceMs = 2_000
/** No transaction holds a row for long: after this time the holder is stuck. */
export const lockTimeoutMs = 3_000
/** For a connection of the pool, new or free again. */
export const connectTimeoutMs = 4_000
/** For a turn at a policy, or for one of the connections for writes. */
export const turnTimeoutMs = 4_000
/** How long a killed or hanging process may hold locks. */
export const idleInTransactionTimeoutMs = 15_000
/** The first of the packets that find out whether the other side is still there. */
export const keepAliveAfterMs = 10_000
