import { flushCompileCache } from 'node:module'
import { openInbox } from './inbox.ts'
import { loadGently } from './load-gently.ts'
import type { FromChild } from './messages.ts'

// The entry point of a process that prices a portfolio by a draft, and ends. It writes nothing: the
// parent process stores the results that it sends, part by part.

const lookEveryMs = 100
/** The request for the impact was served as well: if no other is, the server is idle by then. */
const calmWithinMs = 2_000
/** Loaded one by one: the modules of a room run without a pause once all of them are loaded. */
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
  flushCompileCache() // A stopped process is killed, and the next one would compile everything again.
  await send({ kind: 'loaded' })
  await carryOut(task, inbox, send)
  await send({ kind: 'done' })
} catch (error) {
  const { isDatabaseAway } = await import('../../database/index.ts')
  const reason = error instanceof Error ? error.message : String(error)
  await send({ kind: 'failed', reason, isDatabaseAway: isDatabaseAway(error) })
}
process.exit(0)

function send(message: FromChild): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  process.send?.(message, (error: Error | null) => (error === null ? resolve() : reject(error)))
  return promise
}

/** Without a parent, results that were not sent are lost: the next process prices them again. */
function endWithParent(): void {
  const parent = process.ppid
  process.on('disconnect', () => process.exit(1))
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  }, lookEveryMs)
}
