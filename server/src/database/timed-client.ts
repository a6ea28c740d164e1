import pg from 'pg'

type Answered = (...answer: unknown[]) => unknown

/**
 * A connection that ends when its server has owed an answer for too long, as it would with pg's own
 * `query_timeout`. That sets a function as a property of each statement, and V8 takes what is set so
 * for a method that stays: the function, and with it the statement and all its values, would be kept
 * until everything is collected, which holds requests up.
 */
export function timedClient(answerWithinMs: number): typeof pg.Client {
  return class TimedClient extends pg.Client {
    override query(...given: unknown[]): never {
      const timer = setTimeout(giveUp, answerWithinMs, this)
      const last = given.at(-1)
      if (typeof last === 'function') given[given.length - 1] = stopping(timer, last as Answered)
      const result: unknown = super.query(...(given as [string])) // In whichever form it was asked.
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

/** Whatever else was sent on it would wait behind what is not answered. */
function giveUp(client: pg.Client): void {
  client.connection.stream.destroy(new Error('Query read timeout'))
}
