import { Worker } from 'node:worker_threads'
import type { ReadWorkbookResult } from './read-workbook-at-once.ts'
import type { WorkbookLimits } from './xlsx/limits.ts'

/** What the thread is asked to read. */
export interface ReadingOrder {
  readonly bytes: Uint8Array
  readonly limits: WorkbookLimits
}

const heapMebibytesMax = 768

let thread: Worker | null = null
let last: Promise<unknown> = Promise.resolve()

/**
 * Files are read one after the other, on one thread that is started with the first of them. An idle
 * thread keeps no program running.
 */
export function readOnThread(
  bytes: Uint8Array,
  limits: WorkbookLimits,
): Promise<ReadWorkbookResult> {
  // A copy of its own can be handed over; the caller's bytes may be a small part of a large buffer.
  const turn = last.then(() => read({ bytes: new Uint8Array(bytes), limits }))
  last = turn
  return turn
}

/** Always settles with a result, so that the turns after it come. */
function read(order: ReadingOrder): Promise<ReadWorkbookResult> {
  const worker = (thread ??= startThread())
  return new Promise((resolve) => {
    const settle = (result: ReadWorkbookResult) => {
      clearTimeout(timer)
      worker.off('message', settle).off('error', fail).off('exit', fail)
      worker.unref()
      resolve(result)
    }
    const fail = (reason: unknown) => {
      thread = null
      settle(refusal(failureOf(reason)))
    }
    const timer = setTimeout(() => {
      thread = null
      void worker.terminate()
      const seconds = order.limits.readingMsMax / 1000
      settle(refusal(`Reading the workbook took more than ${seconds} seconds and was given up.`))
    }, order.limits.readingMsMax)
    worker.ref()
    worker.on('message', settle).on('error', fail).on('exit', fail)
    worker.postMessage(order, [order.bytes.buffer as ArrayBuffer]) // Copied above, so not shared.
  })
}

function startThread(): Worker {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
    name: 'workbook reader',
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

function failureOf(reason: unknown): string {
  const isTooLarge =
    reason instanceof Error && 'code' in reason && reason.code === 'ERR_WORKER_OUT_OF_MEMORY'
  if (isTooLarge) return `Reading the workbook took more than ${heapMebibytesMax} MiB of memory.`
  return `The workbook cannot be read (${reason instanceof Error ? reason.name : 'the reader stopped'}).`
}

function refusal(message: string): ReadWorkbookResult {
  const mend =
    'Keep only the sheets, rows and formulas that prices need, and save it again as .xlsx.'
  return { ok: false, problems: [{ place: '', message, mend }] }
}
