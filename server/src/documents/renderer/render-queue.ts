/** One who waits for a document. */
export interface Waiting {
  /** Nobody waits for what comes of it. */
  readonly isPatient: boolean
  /** Runs the task. It never throws. */
  readonly carryOut: () => Promise<void>
}

export interface RenderQueue {
  add(waiting: Waiting): void
}

/** Tasks run one at a time. Those that a person waits for go first. */
export function openRenderQueue(): RenderQueue {
  const urgent: Waiting[] = []
  const patient: Waiting[] = []
  let isAtWork = false

  async function work(): Promise<void> {
    for (;;) {
      const next = urgent.shift() ?? patient.shift()
      if (next === undefined) break
      await next.carryOut()
    }
    isAtWork = false
  }

  return {
    add(waiting) {
      const line = waiting.isPatient ? patient : urgent
      line.push(waiting)
      if (isAtWork) return
      isAtWork = true
      void work()
    },
  }
}
