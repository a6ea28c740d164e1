/** Wakes a waiting loop. A ring while nobody waits ends the next wait at once. */
export interface WakeSignal {
  ring(): void
  /** Resolves at the next ring, or after that time. */
  wait(ms: number): Promise<void>
}

export function createWakeSignal(): WakeSignal {
  let isRung = false
  let wake: (() => void) | null = null
  return {
    ring() {
      isRung = true
      wake?.()
    },
    async wait(ms) {
      if (!isRung) {
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        const timer = setTimeout(resolve, ms)
        await promise
        clearTimeout(timer)
        wake = null
      }
      isRung = false
    },
  }
}
