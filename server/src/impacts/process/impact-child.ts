import { systemClock } from '../../kernel/index.ts'
import { type ChangeFeed, openDatabase } from '../../database/index.ts'
import { openDatasets } from '../../datasets/index.ts'
import { openRaters, priceHere } from '../../pricing/index.ts'
import { openCatalogue } from '../../products/index.ts'
import { openPricer } from '../price-book.ts'
import { type Inbox, openInbox } from './inbox.ts'
import type { FromChild } from './messages.ts'
import { priceAll } from './price-all.ts'

// The whole life of a process that prices a book by a draft, and ends. It writes nothing: whoever
// started it writes down what it tells, part by part.

const connectionsMax = 4
const lookEveryMs = 100

/** What is priced never changes, and nothing else is kept in memory. */
const nobodyTells: ChangeFeed = {
  on: () => undefined,
  announce: () => undefined,
  caughtUp: () => Promise.resolve(),
  close: () => Promise.resolve(),
}

endWithParent()
try {
  await run(openInbox())
  await tell({ kind: 'done' })
} catch (error) {
  await tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
}
process.exit(0)

async function run(inbox: Inbox): Promise<void> {
  const { connection, order } = await inbox.order
  const db = openDatabase({
    connection,
    connectionsMax,
    onConnectionError: () => undefined, // The statement that it cost fails, and says so.
  })
  const raters = openRaters(
    { hosts: [], allowsPrivate: false, secrets: [] },
    { clock: systemClock },
  )
  const datasets = openDatasets({ db, feed: nobodyTells, onError: () => undefined })
  const catalogue = openCatalogue({ db, feed: nobodyTells, raters, pricingRoom: priceHere() })
  const askedAt = Temporal.Instant.from(order.askedAt)
  const today = Temporal.PlainDate.from(order.today)
  const pricer = await openPricer({ db, datasets, catalogue }, { ...order, today, askedAt })
  if (order.total === null) await tell({ kind: 'counted', total: await pricer.book.count() })
  await priceAll(pricer, order, inbox, tell)
}

function tell(message: FromChild): Promise<void> {
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
