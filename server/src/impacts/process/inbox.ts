import type { ToChild } from './messages.ts'

/** The messages that a pricing process receives from its parent. */
export interface Inbox {
  readonly task: Promise<Extract<ToChild, { kind: 'task' }>>
  /** Whether requests are served just now, which come before impacts. */
  readonly mustYield: () => boolean
  /** Until no request is served, or for so long. */
  untilCalm(withinMs: number): Promise<void>
  /** Until the part that is sent next is stored. */
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
