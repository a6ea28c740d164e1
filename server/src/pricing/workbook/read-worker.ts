import { parentPort } from 'node:worker_threads'
import type { ReadingOrder } from './read-thread.ts'
import { readWorkbookAtOnce } from './read-workbook-at-once.ts'

// The whole of the thread on which uploaded workbooks are read.
parentPort?.on('message', ({ bytes, limits }: ReadingOrder) => {
  parentPort?.postMessage(readWorkbookAtOnce(bytes, limits), [])
})
