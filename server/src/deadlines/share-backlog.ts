import type { ChangeFeed } from '../database/index.ts'
import { type DeadlineDeps, runDueDeadlines } from './run-due.ts'

/** How this process takes part in working off what is due, wherever the sweep of a minute runs. */
export interface SharedBacklog {
  /** The run of the sweep: what one look does not find the end of, all processes are told of. */
  run(): Promise<void>
  /** Helps with whatever others tell of, from now on, until stopped: then a run ends early as well. */
  keepHelping(onError: (error: unknown) => void): { stop(): Promise<void> }
}

/**
 * One sweep a minute is one process. Where more is due than it gets done soon, the others join, each
 * with one run, and go on until nothing is left. Whoever helps leaves the field to customers: beside
 * them one run is enough.
 */
export function shareBacklog(
  deps: DeadlineDeps & { readonly feed: Pick<ChangeFeed, 'on' | 'announce'> },
): SharedBacklog {
  const notifyOthers = () => deps.feed.announce('deadlines')
  let runs = 0
  let isLeaving = false
  return {
    async run() {
      let isMore = false
      const onBacklog = () => {
        isMore = true
        notifyOthers()
      }
      runs += 1
      try {
        await runDueDeadlines(deps, { goesOn: () => !isLeaving, onBacklog })
      } finally {
        runs -= 1
      }
      if (isMore) notifyOthers() // They may all have gone, and this process has to go on as one of them.
    },
    keepHelping(onError) {
      isLeaving = false
      let isStopped = false
      let helping: Promise<void> | null = null
      const goesOn = (isLate: boolean) =>
        !isStopped && runs === 0 && (isLate || !deps.isAnybodyServed())
      async function help(): Promise<void> {
        try {
          let isMore: boolean
          do {
            isMore = false
            const onBacklog = (isLate: boolean) => void (isMore = goesOn(isLate))
            await runDueDeadlines(deps, { goesOn, onBacklog })
          } while (isMore)
        } catch (error) {
          onError(error)
        }
        helping = null
      }
      deps.feed.on('deadlines', () => {
        if (!isStopped && runs === 0) helping ??= help()
      })
      return {
        stop: async () => {
          isStopped = true
          isLeaving = true
          await helping
        },
      }
    },
  }
}
