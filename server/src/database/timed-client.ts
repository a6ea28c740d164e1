import pg from 'pg'

type Answered = (...answer: unknown[]) => unknown

/**
 * A connection that ends when an answer of the server is overdue, like pg's own `query_timeout`.
 * That one sets a function as a property of each statement, and V8 takes such a property for a
 * lasting method: the statement and all its values would be kept until a full garbage collection,
 * which delays requests.
 */
export function timedClient(answerWithinMs: number, Client = pg.Client): typeof pg.Client {
  return class TimedClient extends Client {
    override query(...given: unknown[]): never {
      const timer = setTimeout(giveUp, answerWithinMs, this)
      const last = given.at(-1)
      if (typeof last === 'function') given[given.length - 1] = stopping(timer, last as Answered)
      const result: unknown = super.query(...(given as [string])) // pg accepts several forms of arguments.
      if (result instanceof Promise) {
        const stop = () => clearTimeout(timer)
        result.then(stop, stop)
      }
      return result as never
    }
  }
}

function stopping(timer: NodeJS.Timeout, answered: Answered): Answered {
  return (...answer) => {
    clearTimeout(timer)
    return answered(...answer)
  }
}

/** Later statements on the connection would wait behind the unanswered one. */
function giveUp(client: pg.Client): void {
  client.connection.stream.destroy(new Error('Query read timeout'))
}
