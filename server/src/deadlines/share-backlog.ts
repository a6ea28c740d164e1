import type { ChangeFeed } from '../database/index.ts'
import { type DeadlineDeps, runDueDeadlines } from './run-due.ts'

/** How this process shares in a backlog of due work, whichever process runs the sweep. */
export interface SharedBacklog {
  /** The run of the sweep, which notifies all processes of a backlog. */
  run(): Promise<void>
  /** Helps with the backlogs of others until stopped; a stop also ends a run early. */
  keepHelping(onError: (error: unknown) => void): { stop(): Promise<void> }
}

/**
 * One process runs the sweep of a minute. With a backlog the others join, each with one run, until
 * nothing is left. Helpers yield to requests: beside those, one run is enough.
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
      if (isMore) notifyOthers() // All helpers may have ended, so this process continues as one of them.
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
