import { progress, spinner } from '@clack/prompts'

/** How far something has got. */
export interface Step {
  readonly done: number
  readonly text: string
}

export type Tell = (step: Step) => void

/** A bar where it is known how much there is in all, else only what is going on. */
export async function withProgress<Result>(
  doing: string,
  total: number | null,
  work: (tell: Tell) => Promise<Result>,
): Promise<Result> {
  const options = { output: process.stderr, withGuide: false }
  if (total === null) {
    const turning = spinner(options)
    turning.start(doing)
    try {
      return await work(({ text }) => turning.message(`${doing}: ${text}`))
    } finally {
      turning.clear()
    }
  }
  const bar = progress({ ...options, max: total, size: 30 })
  bar.start(doing)
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
