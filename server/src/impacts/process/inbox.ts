import type { ToChild } from './messages.ts'

/** What a process that prices a portfolio hears from whoever started it. */
export interface Inbox {
  readonly task: Promise<Extract<ToChild, { kind: 'task' }>>
  /** Whether somebody is served, who comes before it. */
  readonly mustYield: () => boolean
  /** Until nobody is served, or so long. */
  untilCalm(withinMs: number): Promise<void>
  /** Until what is told next is written down. */
  untilKept(): Promise<void>
}

export function openInbox(): Inbox {
  const task = Promise.withResolvers<Extract<ToChild, { kind: 'task' }>>()
  let isYielding = false
  let kept: (() => void) | null = null
  let calmed: (() => void) | null = null
  process.on('message', (message: ToChild) => {
    switch (message.kind) {
      case 'task':
        isYielding = message.isYielding
        task.resolve(message)
        break
      case 'yield':
        isYielding = message.isOn
        if (!isYielding) calmed?.()
        break
      case 'kept':
        kept?.()
        break
    }
  })
  return {
    task: task.promise,
    mustYield: () => isYielding,
    async untilCalm(withinMs) {
      if (!isYielding) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, withinMs)
      calmed = resolve
      await promise
      clearTimeout(timer)
    },
    untilKept() {
      const { promise, resolve } = Promise.withResolvers<void>()
      kept = resolve
      return promise
    },
  }
}
