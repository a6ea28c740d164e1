import { setTimeout as sleep } from 'node:timers/promises'
import type { AccountId } from '../../kernel/index.ts'
import { type PdfRenderer, openPdfRenderer } from '../../documents/index.ts'
import { type Thread, ThreadLost, openThread, takeTurns } from '../../threads/index.ts'

const heapMebibytesMax = 1_536
/** The total time of one task has a limit of its own. */
const turnCpuMsMax = 60_000
/** One folder that takes long does not keep all others waiting. */
const threadsMax = 2
const waitingMax = 64
const waitingOfOwnerMax = 16
/** Tasks that run when the server is stopped may finish within this time. */
const farewellMs = 3_000

/**
 * A thread with its renderer. The renderer process does not belong to the thread: a thread that is
 * ended would leave its child processes running.
 */
export interface Bench {
  readonly thread: Thread
  renderer: PdfRenderer
}

/** The threads that process product folders; the second is started when the first is busy. */
export interface FolderThreads {
  take<Result>(owner: AccountId, work: (bench: Bench) => Promise<Result>): Promise<Result>
  /** Starts a thread ahead of the first folder. */
  start(): Promise<void>
  /** Starts no new task, and ends tasks that are not done soon: their callers get an error. */
  close(): Promise<void>
}

export interface FolderThreadsOptions {
  /** Called with the output of a renderer process that could not start. */
  readonly onFailedStart?: (complaint: string) => void
}

export function openFolderThreads(options: FolderThreadsOptions = {}): FolderThreads {
  const newRenderer = () => openPdfRenderer({ isBrief: true, ...options })
  const benches = Array.from({ length: threadsMax }, (): Bench => {
    const thread = openThread({
      name: 'folders',
      entry: new URL('./folder-worker.ts', import.meta.url),
      heapMebibytesMax,
      turnCpuMsMax,
    })
    return { thread, renderer: newRenderer() }
  })
  const free = [...benches]
  const running = new Set<Promise<unknown>>()
  let isClosed = false
  const turns = takeTurns({ atOnceMax: threadsMax, waitingMax, waitingOfOwnerMax })

  async function workOn<Result>(work: (bench: Bench) => Promise<Result>): Promise<Result> {
    if (isClosed) throw new ThreadLost('was closed', false)
    const bench = free.shift()
    if (bench === undefined) throw new Error('whoever has a turn has a thread')
    try {
      return await work(bench)
    } finally {
      await tidy(bench)
      free.unshift(bench)
    }
  }

  return {
    take: (owner, work) =>
      turns.take(owner, async () => {
        const done = workOn(work)
        const settled = done.catch(() => undefined) // The caller of the task gets the error.
        running.add(settled)
        void settled.then(() => running.delete(settled))
        return done
      }),
    start: async () => void (await benches[0]?.thread.run('start', null)),
    close: async () => {
      isClosed = true
      await Promise.race([Promise.all(running), sleep(farewellMs, undefined, { ref: false })])
      await Promise.all(
        benches.flatMap(({ thread, renderer }) => [thread.close(), renderer.close()]),
      )
    },
  }

  /** A thread that ended needs no cleanup, but may have left a rendering unfinished. */
  async function tidy(bench: Bench): Promise<void> {
    if (bench.thread.isRunning) {
      await bench.thread.run('close', null).catch(() => undefined)
      return
    }
    await bench.renderer.close()
    if (!isClosed) bench.renderer = newRenderer()
  }
}
