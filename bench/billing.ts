import pg from 'pg'
import { askForInstalments } from '../server/src/billing/index.ts'
import { type Database, openChangeFeed, openDatabase } from '../server/src/database/index.ts'
import { workOffDeadlines } from '../server/src/deadlines/index.ts'
import { systemClock } from '../server/src/kernel/index.ts'
import { numberInvoices } from '../server/src/ledger/index.ts'
import { openPolicyBook } from '../server/src/policies/index.ts'
import { openPricingRoom } from '../server/src/pricing/index.ts'
import { openCatalogue } from '../server/src/products/index.ts'
import { openRaters } from '../server/src/pricing/index.ts'
import { type Measured, runPaced } from './load.ts'
import { openSeller } from './seller.ts'
import { startServer } from './start-server.ts'
import { billedBook, instalmentsFallDue } from './billed-book.ts'

/**
 * How fast instalments are asked for that all fall due in one hour, each of another policy: by two
 * workers, alone, while a transaction is open elsewhere, and with sales and views beside them.
 * node bench/billing.ts [policies]; a million is the size of a large insurer.
 */
const policies = Number(process.argv[2] ?? 20_000)
const workers = 2
const connectionsMax = 10
const besideSeconds = 15
const salesPerSecond = 10
const noRaters = { hosts: [], allowsPrivate: false, secrets: [] }

const server = await startServer(null)
const pricingRoom = openPricingRoom()
try {
  await server.work(false)
  await billedBook(server.database, policies)
  const alone = await sellBeside(besideSeconds)
  await measure('alone', async () => undefined)
  await measure('with a transaction open elsewhere', async (drained) => {
    const idle = new pg.Client(server.database)
    await idle.connect()
    await idle.query('begin isolation level repeatable read')
    await idle.query('select count(*) from accounts')
    await drained
    await idle.query('rollback')
    await idle.end()
  })
  let beside: Measured[] = []
  await measure('with sales and views beside it', async () => {
    beside = await sellBeside(besideSeconds)
  })
  for (const { name, p50Ms, p99Ms } of [
    ...alone.map(named('alone')),
    ...beside.map(named('beside')),
  ]) {
    print(`${name}: p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`)
  }
} finally {
  await pricingRoom.close()
  await server.stop()
}

function named(when: string): (measured: Measured) => Measured {
  return (measured) => ({ ...measured, name: `${measured.name}, ${when}` })
}

/** Lets every policy be asked for its next year, and tells how long that took. */
async function measure(
  name: string,
  meanwhile: (drained: Promise<void>) => Promise<void>,
): Promise<void> {
  await instalmentsFallDue(server.database)
  const begunMs = performance.now()
  const worked = workOff()
  await Promise.all([meanwhile(worked.then(() => undefined)), worked])
  const { asked, milliseconds, longestMs, numberedMs } = await worked
  const memoryMb = Math.round(process.memoryUsage().rss / 2 ** 20)
  print(
    `${name}: ${asked} invoices in ${(milliseconds / 1000).toFixed(1)} s, ` +
      `${Math.round((asked * 1000) / milliseconds)} a second; the longest transaction took ` +
      `${longestMs} ms; numbers in ${(numberedMs / 1000).toFixed(1)} s more; ${memoryMb} MiB; ` +
      `${((performance.now() - begunMs) / 1000).toFixed(1)} s in all`,
  )
}

/** Runs until nothing is due, as the sweeps of so many workers would. */
async function workOff() {
  const db = openDatabase({
    connection: server.database,
    connectionsMax: connectionsMax * workers,
    onConnectionError: (error) => print(error.message),
  })
  const feed = await openChangeFeed(db, (error) => print(String(error)))
  const raters = openRaters(noRaters, { clock: systemClock })
  const catalogue = openCatalogue({ db, feed, raters, pricingRoom })
  let longestMs = 0
  const timed: Database['transaction'] = async (work) => {
    const begunMs = performance.now()
    try {
      return await db.transaction(work)
    } finally {
      longestMs = Math.max(longestMs, Math.round(performance.now() - begunMs))
    }
  }
  const keyRing = [{ id: 'bench', key: Buffer.alloc(32, 1) }] as const
  const deps = { clock: systemClock, catalogue, keyRing }
  const idle = () => Promise.resolve()
  const deadlineDeps = {
    db: { ...db, transaction: timed },
    clock: systemClock,
    book: openPolicyBook(db),
    duties: {
      proposal: idle,
      settlement: idle,
      renewal: idle,
      collection: idle,
      dunning: idle,
      instalment: (
        ...duty: Parameters<typeof askForInstalments> extends [unknown, ...infer Rest]
          ? Rest
          : never
      ) => askForInstalments(deps, ...duty),
    },
    onFailure: ({ err }: { readonly err: unknown }) => print(String(err)),
  }
  const countInvoices = async () => {
    const { rows } = await db.pool.query('select count(*)::int as count from invoices')
    return (rows[0] as { count: number }).count
  }
  const before = await countInvoices()
  const begunMs = performance.now()
  const drain = async () => {
    while (await isAnyDue(db)) await workOffDeadlines(deadlineDeps)
  }
  try {
    await Promise.all(Array.from({ length: workers }, drain))
    const milliseconds = performance.now() - begunMs
    await numberInvoices(db)
    const numberedMs = performance.now() - begunMs - milliseconds
    return { asked: (await countInvoices()) - before, milliseconds, longestMs, numberedMs }
  } finally {
    await raters.close()
    await feed.close()
    await db.close()
  }
}

async function isAnyDue(db: Database): Promise<boolean> {
  const { rows } = await db.pool.query(
    'select from deadlines where done_at is null and due_at <= now() limit 1',
  )
  return rows.length > 0
}

/** Customers who buy and look at what they bought, whatever else goes on. */
async function sellBeside(seconds: number): Promise<Measured[]> {
  const seller = openSeller(server.demo, 'cyber', 8)
  try {
    const [, ...steps] = await runPaced({
      name: 'all',
      seconds,
      perSecond: salesPerSecond,
      work: async (stopwatch) => {
        const { token } = await seller.quote()
        const offer = await seller.offer(token)
        await stopwatch('sale', () => seller.pay(offer))
        await stopwatch('view', () => seller.look(offer.id))
      },
    })
    return steps
  } finally {
    await seller.close()
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
