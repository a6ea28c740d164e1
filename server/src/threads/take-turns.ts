import { foldersBusy } from './reasons.ts'

/** A fair queue: owners take turns, and each owner's work runs in the order in which it came. */
export interface Turns {
  take<Result>(owner: string, work: () => Promise<Result>): Promise<Result>
}

export interface TurnLimits {
  readonly atOnceMax: number
  readonly waitingMax: number
  readonly waitingOfOwnerMax: number
}

/** No owner can keep the others waiting for more than one piece of its work at a time. */
export function takeTurns({ atOnceMax, waitingMax, waitingOfOwnerMax }: TurnLimits): Turns {
  /** The owner whose turn is next comes first: a map keeps the order of insertion. */
  const waiting = new Map<string, (() => void)[]>()
  let running = 0
  let count = 0

  function next(): void {
    const [first] = waiting
    if (first === undefined || running >= atOnceMax) return
    const [owner, queue] = first
    const begin = queue.shift()
    waiting.delete(owner)
    if (queue.length > 0) waiting.set(owner, queue)
    count -= 1
    running += 1
    begin?.()
  }

  function turnOf(owner: string): Promise<void> {
    const queue = waiting.get(owner) ?? []
    if (count >= waitingMax || queue.length >= waitingOfOwnerMax) throw foldersBusy()
    const { promise, resolve } = Promise.withResolvers<void>()
    queue.push(resolve)
    waiting.set(owner, queue)
    count += 1
    next()
    return promise
  }

  return {
    async take(owner, work) {
      await turnOf(owner)
      try {
        return await work()
      } finally {
        running -= 1
        next()
      }
    },
  }
}
