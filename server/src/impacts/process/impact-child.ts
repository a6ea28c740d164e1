import { once } from 'node:events'
import { systemClock } from '../../kernel/index.ts'
import { type ChangeFeed, openDatabase } from '../../database/index.ts'
import { openDatasets } from '../../datasets/index.ts'
import { openRaters, priceHere } from '../../pricing/index.ts'
import { openCatalogue } from '../../products/index.ts'
import { openPricer } from '../price-book.ts'
import { packLines, rowLine } from '../row-lines.ts'
import { Counter } from '../tally/tally.ts'
import type { FromChild, SentOrder, ToChild } from './messages.ts'

// The whole life of a process that prices a book by a draft, and ends. It writes nothing: whoever
// started it writes down what it tells, part by part.

/** What was priced for so long is told, however little it is. */
const partMsMax = 500
/** Of those that are priced at once: what they ask of datasets goes out together. */
const atOnceMax = 250
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
const [first] = (await once(process, 'message')) as [ToChild]
if (first.kind !== 'order') throw new Error('an impact begins with its order')
try {
  await run(first)
  await tell({ kind: 'done' })
} catch (error) {
  await tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
}
process.exit(0)

async function run({ connection, order }: Extract<ToChild, { kind: 'order' }>): Promise<void> {
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
  await priceAll(pricer, order)
}

async function priceAll(
  pricer: Awaited<ReturnType<typeof openPricer>>,
  order: SentOrder,
): Promise<void> {
  const counter = new Counter(order.groupings.length, order.tally)
  let done = order.done
  let lines: string[] = []
  let toldMs = performance.now()
  let lastPlace = order.place
  let kept: Promise<unknown> = Promise.resolve()
  let next = pricer.book.read(order.place)
  for (;;) {
    const { entries, place } = await next
    if (place !== null) next = pricer.book.read(place) // While these are priced, the next are read.
    next.catch(() => undefined) // Whoever waits for it hears of it.
    for (let from = 0; from < entries.length; from += atOnceMax) {
      const rows = await Promise.all(
        entries.slice(from, from + atOnceMax).map((entry) => pricer.price(entry)),
      )
      for (const row of rows) {
        if (row === null) continue
        counter.add(row)
        lines.push(rowLine(row))
      }
    }
    done += entries.length
    const isDue = lines.length >= order.partRows || performance.now() - toldMs >= partMsMax
    if (place !== null && isDue) {
      const packed = await packLines(lines)
      lines = []
      await kept // One part at a time is on its way, so that they cannot pile up.
      kept = once(process, 'message')
      await tell({ kind: 'part', place, done, lines: packed, tally: counter.tally() })
      toldMs = performance.now()
    }
    if (place === null) break
    lastPlace = place
  }
  await kept
  if (lastPlace === null) return
  kept = once(process, 'message')
  await tell({
    kind: 'part',
    place: lastPlace,
    done,
    lines: await packLines(lines),
    tally: counter.tally(),
  })
  await kept
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
