import { progress, spinner } from '@clack/prompts'

/** The progress of a task. */
export interface Step {
  readonly done: number
  readonly text: string
}

export type ReportStep = (step: Step) => void

/** The exit code of shells for an interrupted command. */
export const interruptedCode = 130

/** Shows a spinner during the work. */
export async function withSpinner<Result>(
  doing: string,
  work: (report: ReportStep) => Promise<Result>,
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

/** Shows a bar where the total is known, else a spinner. */
export async function withProgress<Result>(
  doing: string,
  total: number | null,
  work: (report: ReportStep) => Promise<Result>,
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
    // A command that listens to SIGINT itself cleans up first and ends by itself.
    onCancel: () => {
      if (process.listenerCount('SIGINT') === 0) process.exit(interruptedCode)
    },
  }
}

/**
 * The library puts the terminal into raw mode while its spinner turns, and on Ctrl+C ends the process
 * at once with exit code 0. Without raw mode Ctrl+C is an ordinary SIGINT.
 */
function leaveInterruptsToUs(): void {
  if (process.stdin.isTTY) process.stdin.setRawMode(false)
}
