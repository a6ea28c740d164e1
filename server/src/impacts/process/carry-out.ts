import { systemClock } from '../../kernel/index.ts'
import { type ChangeFeed, openDatabase } from '../../database/index.ts'
import { openDatasets } from '../../datasets/index.ts'
import { openRaters, priceHere } from '../../pricing/index.ts'
import { openCatalogue } from '../../products/index.ts'
import { openPricer } from '../price-portfolio.ts'
import { countAll } from './count-all.ts'
import type { Inbox } from './inbox.ts'
import type { FromChild, ToChild } from './messages.ts'
import { priceAll } from './price-all.ts'
import { restFrom } from './take-rests.ts'

const connectionsMax = 4

/** A feed without news: what is priced never changes, and nothing else is cached. */
const silentFeed: ChangeFeed = {
  on: () => undefined,
  announce: () => undefined,
  caughtUp: () => Promise.resolve(),
  close: () => Promise.resolve(),
}

/** Counts and prices a portfolio concurrently, since both take long on a busy server. */
export async function carryOut(
  { connection, task }: Extract<ToChild, { kind: 'task' }>,
  inbox: Inbox,
  send: (message: FromChild) => Promise<void>,
): Promise<void> {
  const db = openDatabase({
    connection,
    connectionsMax,
    onConnectionError: () => undefined, // The statement that it cost fails, and says so.
  })
  const raters = openRaters(
    { hosts: [], allowsPrivate: false, secrets: [] },
    { clock: systemClock },
  )
  const datasets = openDatasets({ db, feed: silentFeed, onError: () => undefined })
  const catalogue = openCatalogue({ db, feed: silentFeed, raters, pricingRoom: priceHere() })
  const askedAt = Temporal.Instant.from(task.askedAt)
  const today = Temporal.PlainDate.from(task.today)
  const begunMs = performance.now()
  const pricer = await openPricer({ db, datasets, catalogue }, { ...task, today, askedAt })
  await restFrom(begunMs, inbox.mustYield) // It has compiled the draft.
  const count = async () => {
    if (task.total !== null) return
    await send({ kind: 'counted', total: await countAll(pricer.portfolio, inbox.mustYield) })
  }
  await Promise.all([count(), priceAll(pricer, task, inbox, send)])
}
