import { parentPort } from 'node:worker_threads'
import { fillWorkbookAtOnce } from '../fill-workbook-at-once.ts'
import { readWorkbookAtOnce } from '../read-workbook-at-once.ts'
import type { ThreadAnswer, ThreadOrder } from './workbook-thread.ts'

// The whole of the thread on which workbooks are read and filled in.
parentPort?.on('message', (order: ThreadOrder) => {
  parentPort?.postMessage(answer(order), [])
})

function answer(order: ThreadOrder): ThreadAnswer {
  switch (order.verb) {
    case 'read':
      return { verb: 'read', result: readWorkbookAtOnce(order.bytes, order.limits) }
    case 'fill':
      return { verb: 'fill', filled: fillWorkbookAtOnce(order.bytes, order.cells) }
  }
}
