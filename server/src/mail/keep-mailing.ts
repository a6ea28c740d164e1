import { setTimeout as sleep } from 'node:timers/promises'
import { makeMails } from './make-mails.ts'
import type { MailDeps } from './open-mail-room.ts'
import { workMails } from './work-mails.ts'

const pauseMs = 2_000

/** Makes, composes and sends mails, until stopped. */
export function keepMailing(deps: MailDeps & { readonly onError: (error: unknown) => void }): {
  stop(): Promise<void>
} {
  const stopping = new AbortController()
  const { signal } = stopping

  async function work(): Promise<void> {
    while (!signal.aborted) {
      let isMore = false
      try {
        await makeMails(deps, signal)
        isMore = await workMails(deps, signal)
      } catch (error) {
        deps.onError(error)
      }
      if (!isMore) await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }

  const ended = work()
  return {
    stop: async () => {
      stopping.abort()
      await ended
    },
  }
}
