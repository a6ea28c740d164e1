import { progress, spinner } from '@clack/prompts'

/** How far something has got. */
export interface Step {
  readonly done: number
  readonly text: string
}

export type ReportStep = (step: Step) => void

/** As a shell tells that something was interrupted. */
export const interruptedCode = 130

/** Says what is going on while it goes on. */
export async function withSpinner<Result>(
  doing: string,
  work: (tell: ReportStep) => Promise<Result>,
): Promise<Result> {
  const turning = spinner(optionsOf(doing))
  turning.start(doing)
  leaveInterruptsToUs()
  try {
    return await work(({ text }) => turning.message(`${doing}: ${text}`))
  } finally {
    turning.clear()
  }
}

/** A bar where it is known how much there is in all, else only what is going on. */
export async function withProgress<Result>(
  doing: string,
  total: number | null,
  work: (tell: ReportStep) => Promise<Result>,
): Promise<Result> {
  if (total === null) return withSpinner(doing, work)
  const bar = progress({ ...optionsOf(doing), max: total, size: 30 })
  bar.start(doing)
  leaveInterruptsToUs()
  let before = 0
  try {
    return await work(({ done, text }) => {
      bar.advance(done - before, `${doing}: ${text}`)
      before = done
    })
  } finally {
    bar.clear()
  }
}

function optionsOf(doing: string) {
  return {
    output: process.stderr,
    withGuide: false,
    cancelMessage: `${doing}: interrupted`,
    // A command that has something to put right first hears of it as well, and ends by itself.
    onCancel: () => {
      if (process.listenerCount('SIGINT') === 0) process.exit(interruptedCode)
    },
  }
}

/**
 * The library takes the keys of the terminal while it turns, and ends the process on Ctrl+C at once and
 * as if all were well. So the terminal keeps its keys, and Ctrl+C is the signal that it is elsewhere.
 */
function leaveInterruptsToUs(): void {
  if (process.stdin.isTTY) process.stdin.setRawMode(false)
}
