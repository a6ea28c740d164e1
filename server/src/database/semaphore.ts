/** There is somebody before us who does not get done. Nothing was asked of the database. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy'
}

/** So many may be at work at once; the others wait in memory, in order, and not for ever. */
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
    if (waiting.size >= waitingMax) throw new DatabaseBusy(`too many wait for ${options.what}`)
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

  /** The place goes straight to the next, so that nobody can come in between. */
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

/** One place for each thing that only one can work on at a time. */
export type TakeTurn = <Result>(about: string, work: () => Promise<Result>) => Promise<Result>

export function createTurns(waitMaxMs: number): TakeTurn {
  const turns = new Map<string, ReturnType<typeof createSemaphore>>()
  return async (about, work) => {
    let places = turns.get(about)
    if (places === undefined) {
      places = createSemaphore({ count: 1, waitMaxMs, what: `a turn at ${about}` })
      turns.set(about, places)
    }
    try {
      return await places.take(work)
    } finally {
      if (places.isEmpty()) turns.delete(about)
    }
  }
}
