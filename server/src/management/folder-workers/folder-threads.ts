import { setTimeout as sleep } from 'node:timers/promises'
import type { AccountId } from '../../kernel/index.ts'
import { type PdfRenderer, openPdfRenderer } from '../../documents/index.ts'
import { type Thread, ThreadLost, openThread, takeTurns } from '../../threads/index.ts'

const heapMebibytesMax = 1_536
/** What one order may use altogether has a limit of its own. */
const turnCpuMsMax = 60_000
/** One folder that takes long does not keep all others waiting. */
const threadsMax = 2
const waitingMax = 64
const waitingOfOwnerMax = 16
/** What is being worked on when the server is stopped may come to its end within this time. */
const farewellMs = 3_000

/**
 * Where one folder is worked on. The process that tries its documents out is not the thread's: a thread
 * that is ended leaves its child processes to nobody, and they stay.
 */
export interface Bench {
  readonly thread: Thread
  renderer: PdfRenderer
}

/** The threads that product folders are worked on; the second is started when the first is busy. */
export interface FolderThreads {
  take<Result>(owner: AccountId, work: (bench: Bench) => Promise<Result>): Promise<Result>
  /** Starts a thread ahead of the first folder. */
  start(): Promise<void>
  /** Begins nothing new, and ends what is not done soon: whoever waits for it hears of it. */
  close(): Promise<void>
}

export interface FolderThreadsOptions {
  /** Told what the process that tries documents out said when it could not start. */
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
        const settled = done.catch(() => undefined) // Whoever asked for it hears of it.
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

  /** A thread that ended holds nothing that would have to be put away, but may have left a document half made. */
  async function tidy(bench: Bench): Promise<void> {
    if (bench.thread.isRunning) {
      await bench.thread.run('close', null).catch(() => undefined)
      return
    }
    await bench.renderer.close()
    if (!isClosed) bench.renderer = newRenderer()
  }
}
