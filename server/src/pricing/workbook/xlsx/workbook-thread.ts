import { Worker } from 'node:worker_threads'
import type { CellsToFill } from '../fill-workbook-at-once.ts'
import type { ReadWorkbookResult } from '../read-workbook-at-once.ts'
import type { WorkbookLimits } from './limits.ts'

/** What the thread is asked to do with a file. */
export type ThreadOrder =
  | { readonly verb: 'read'; readonly bytes: Uint8Array; readonly limits: WorkbookLimits }
  | { readonly verb: 'fill'; readonly bytes: Uint8Array; readonly cells: CellsToFill }

/** What it answers; `failed` says why there is nothing else. */
export type ThreadAnswer =
  | { readonly verb: 'read'; readonly result: ReadWorkbookResult }
  | { readonly verb: 'fill'; readonly filled: Uint8Array }
  | { readonly verb: 'failed'; readonly reason: string }

const heapMebibytesMax = 768

let thread: Worker | null = null
let last: Promise<unknown> = Promise.resolve()

/**
 * Files are worked on one after the other, on one thread that is started with the first of them.
 * An idle thread keeps no program running.
 */
export function askThread(order: ThreadOrder, workMsMax: number): Promise<ThreadAnswer> {
  const turn = last.then(() => ask(order, workMsMax))
  last = turn
  return turn
}

/** Always settles with an answer, so that the turns after it come. */
function ask(order: ThreadOrder, workMsMax: number): Promise<ThreadAnswer> {
  const worker = (thread ??= startThread())
  return new Promise((resolve) => {
    const settle = (answer: ThreadAnswer) => {
      clearTimeout(timer)
      worker.off('message', settle).off('error', fail).off('exit', fail)
      worker.unref()
      resolve(answer)
    }
    const fail = (reason: unknown) => {
      thread = null
      settle({ verb: 'failed', reason: reasonOf(reason) })
    }
    const timer = setTimeout(() => {
      thread = null
      void worker.terminate()
      settle({ verb: 'failed', reason: `took more than ${workMsMax / 1000} seconds` })
    }, workMsMax)
    worker.ref()
    worker.on('message', settle).on('error', fail).on('exit', fail)
    // A copy of its own: the caller's bytes may be a small part of a large buffer.
    const bytes = new Uint8Array(order.bytes)
    worker.postMessage({ ...order, bytes }, [bytes.buffer])
  })
}

function startThread(): Worker {
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), {
    name: 'workbooks',
    resourceLimits: { maxOldGenerationSizeMb: heapMebibytesMax },
    execArgv: [],
  })
  // Between two files nobody else listens; a thread that ends then is started anew for the next.
  const forget = () => {
    if (thread === worker) thread = null
  }
  worker.on('error', forget).on('exit', forget)
  worker.unref()
  return worker
}

function reasonOf(reason: unknown): string {
  if (!(reason instanceof Error)) return 'stopped in the middle'
  const isTooLarge = 'code' in reason && reason.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isTooLarge
    ? `took more than ${heapMebibytesMax} MiB of memory`
    : `stopped with ${reason.name}`
}
