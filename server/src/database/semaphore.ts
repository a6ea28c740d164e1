/** The wait for others took too long. Nothing was sent to the database. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy'
}

/** Limits concurrent work; further work waits in memory, first come first served, up to a limit. */
export interface Semaphore {
  take<Result>(work: () => Promise<Result>): Promise<Result>
}

interface Waiting {
  readonly enter: () => void
  readonly overdue: NodeJS.Timeout
}

const waitingMax = 10_000

export function createSemaphore(options: {
  readonly count: number
  readonly waitMaxMs: number
  /** What is waited for, for the message. */
  readonly what: string
}): Semaphore & { isEmpty(): boolean } {
  const waiting = new Set<Waiting>()
  let taken = 0

  async function enter(): Promise<void> {
    if (taken < options.count) {
      taken += 1
      return
    }
    if (waiting.size >= waitingMax)
      throw new DatabaseBusy(`too many requests wait for ${options.what}`)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const one: Waiting = {
      enter: resolve,
      overdue: setTimeout(() => {
        waiting.delete(one)
        reject(new DatabaseBusy(`waited too long for ${options.what}`))
      }, options.waitMaxMs),
    }
    waiting.add(one)
    await promise
  }

  /** Hands the permit straight to the next in line, so that no newcomer can take it. */
  function leave(): void {
    const [next] = waiting
    if (next === undefined) {
      taken -= 1
      return
    }
    waiting.delete(next)
    clearTimeout(next.overdue)
    next.enter()
  }

  return {
    isEmpty: () => taken === 0,
    take: async (work) => {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

/** A semaphore of one for each thing, such as a policy. */
export type TakeTurn = <Result>(about: string, work: () => Promise<Result>) => Promise<Result>

export function createTurns(waitMaxMs: number): TakeTurn {
  const turns = new Map<string, ReturnType<typeof createSemaphore>>()
  return async (about, work) => {
    let semaphore = turns.get(about)
    if (semaphore === undefined) {
      semaphore = createSemaphore({ count: 1, waitMaxMs, what: `a turn at ${about}` })
      turns.set(about, semaphore)
    }
    try {
      return await semaphore.take(work)
    } finally {
      if (semaphore.isEmpty()) turns.delete(about)
    }
  }
}
