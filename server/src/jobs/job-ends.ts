/** Wakes those who wait for jobs when one has ended in this process. */
export interface JobEnds {
  notify(): void
  /** Resolves when a job ends here, or after that time: it may end in another process. */
  next(ms: number): Promise<void>
}

export function createJobEnds(): JobEnds {
  const waiting = new Set<() => void>()
  return {
    notify() {
      for (const wake of waiting) wake()
    },
    async next(ms) {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.add(resolve)
      const timer = setTimeout(resolve, ms)
      await promise
      clearTimeout(timer)
      waiting.delete(resolve)
    },
  }
}
