/**
 * Measures what the event loop of this thread computes between two of its turns. Processor time is
 * what counts: on a busy machine the clock goes on while the loop waits for its turn.
 */
export interface LoopMeter {
  /** The most that any one turn has taken, in milliseconds of the processor. */
  stop(): number
}

export function watchLoop(): LoopMeter {
  let worst = 0
  let before = process.threadCpuUsage()
  let next: NodeJS.Immediate
  const look = () => {
    const { user, system } = process.threadCpuUsage(before)
    worst = Math.max(worst, (user + system) / 1000)
    before = process.threadCpuUsage()
    next = setImmediate(look)
  }
  next = setImmediate(look)
  return {
    stop() {
      clearImmediate(next)
      const { user, system } = process.threadCpuUsage(before)
      return Math.max(worst, (user + system) / 1000)
    },
  }
}
