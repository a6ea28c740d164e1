import type { EventEmitter } from 'node:events'

export interface StatementCounts {
  statements: number
  /** How often somebody began to wait for an answer: what is sent meanwhile travels along. */
  roundTrips: number
}

interface CountedClient {
  query: (...given: unknown[]) => unknown
}

/** Counts what is sent over the connections that a pool opens from now on, `begin` and `commit` too. */
export function watchStatements(pool: EventEmitter): StatementCounts {
  const counts = { statements: 0, roundTrips: 0 }
  pool.on('connect', (client: CountedClient) => {
    const query = client.query.bind(client)
    let waiting = 0
    client.query = (...given) => {
      counts.statements += 1
      if (waiting === 0) counts.roundTrips += 1
      waiting += 1
      const answered = () => void (waiting -= 1)
      const callback = given.at(-1)
      if (typeof callback === 'function') {
        // Given as a value: what is set as a property is taken for a method, and kept.
        const counted = (...answer: unknown[]) => {
          answered()
          return callback(...answer) as unknown // The pool's own.
        }
        return query(...given.slice(0, -1), counted)
      }
      const result = query(...given)
      if (result instanceof Promise) result.then(answered, answered)
      else answered()
      return result
    }
  })
  return counts
}
