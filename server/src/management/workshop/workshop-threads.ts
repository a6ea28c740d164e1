import type { AccountId } from '../../kernel/index.ts'
import { type Thread, openThread, takeTurns } from '../../threads/index.ts'

const heapMebibytesMax = 1_536
/** What one order may use altogether has a limit of its own. */
const stretchCpuMsMax = 60_000
/** One folder that takes long does not keep all others waiting. */
const threadsMax = 2
const waitingMax = 64
const waitingOfOwnerMax = 16

/** The threads that product folders are worked on; the second is started when the first is busy. */
export interface WorkshopThreads {
  take<Result>(owner: AccountId, work: (thread: Thread) => Promise<Result>): Promise<Result>
  /** Starts a thread ahead of the first folder. */
  start(): Promise<void>
  close(): Promise<void>
}

export function openWorkshopThreads(): WorkshopThreads {
  const threads = Array.from({ length: threadsMax }, () =>
    openThread({
      name: 'folders',
      entry: new URL('./workshop-worker.ts', import.meta.url),
      heapMebibytesMax,
      stretchCpuMsMax,
    }),
  )
  const free = [...threads]
  const turns = takeTurns({ atOnceMax: threadsMax, waitingMax, waitingOfOwnerMax })
  return {
    take: (owner, work) =>
      turns.take(owner, async () => {
        const thread = free.shift()
        if (thread === undefined) throw new Error('whoever has a turn has a thread')
        try {
          return await work(thread)
        } finally {
          // A thread that ended holds nothing that would have to be put away.
          if (thread.isRunning) await thread.order('close', null).catch(() => undefined)
          free.unshift(thread)
        }
      }),
    start: async () => void (await threads[0]?.order('start', null)),
    close: async () => {
      await Promise.all(threads.map((thread) => thread.close()))
    },
  }
}
