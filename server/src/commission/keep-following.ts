import { setTimeout as sleep } from 'node:timers/promises'
import { followFeed } from './follow-feed.ts'
import type { CommissionDeps } from './post-commission.ts'

const pauseMs = 2_000

/** Posts commission as it is earned, until stopped. */
export function keepPostingCommission(
  deps: CommissionDeps & { readonly onError: (error: unknown) => void },
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping

  async function follow(): Promise<void> {
    while (!signal.aborted) {
      try {
        await followFeed(deps, { signal })
      } catch (error) {
        deps.onError(error)
      }
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }

  const ended = follow()
  return {
    stop: async () => {
      stopping.abort()
      await ended
    },
  }
}
