import { flushCompileCache } from 'node:module'
import { openInbox } from './inbox.ts'
import { loadGently } from './load-gently.ts'
import type { FromChild } from './messages.ts'

// The whole life of a process that prices a portfolio by a draft, and ends. It writes nothing: whoever
// started it writes down what it tells, part by part.

const lookEveryMs = 100
/** Whoever asked for it was served as well: if nobody else is, there is calm by then. */
const calmWithinMs = 2_000
/** Piece by piece: what a piece brings runs in one go when all of it is there. */
const largeRooms: readonly (() => Promise<unknown>)[] = [
  () => import('../../rules/index.ts'),
  () => import('../../database/index.ts'),
  () => import('../../pricing/index.ts'),
  () => import('../../datasets/index.ts'),
  () => import('../../ledger/index.ts'),
]

endWithParent()
const inbox = openInbox()
try {
  const task = await inbox.task
  await inbox.untilCalm(calmWithinMs)
  for (const load of largeRooms) await loadGently(load, inbox.mustYield)
  const { carryOut } = await loadGently(() => import('./carry-out.ts'), inbox.mustYield)
  flushCompileCache() // One that is stopped is killed, and the next would compile all of it again.
  await send({ kind: 'loaded' })
  await carryOut(task, inbox, send)
  await send({ kind: 'done' })
} catch (error) {
  await send({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
}
process.exit(0)

function send(message: FromChild): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  process.send?.(message, (error: Error | null) => (error === null ? resolve() : reject(error)))
  return promise
}

/** Nobody is left to tell, and what is not told is lost: whoever takes the impact up goes on before it. */
function endWithParent(): void {
  const parent = process.ppid
  process.on('disconnect', () => process.exit(1))
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  }, lookEveryMs)
}
