import { openDatabase } from '@bindery/server/src/database/index.ts'
import { runDueDeadlines } from '@bindery/server/src/deadlines/index.ts'
import { systemClock } from '@bindery/server/src/kernel/index.ts'
import { openDatedPolicies } from '@bindery/server/src/policies/index.ts'
import { lapseProposal } from '@bindery/server/src/policy-transactions/index.ts'
import pg from 'pg'
import { startServer } from './start-server.ts'
import { loadSyntheticPortfolio } from './synthetic-portfolio.ts'

/**
 * How fast deadlines are worked off that are all due at once, each of another policy, by one worker
 * and by two: node bench/deadlines.ts [policies]
 */
const policies = Number(process.argv[2] ?? 100_000)
const connectionsMax = 10

const server = await startServer(null)
try {
  await server.work(false)
  await loadSyntheticPortfolio(server.database, policies)
  for (const workers of [1, 2]) {
    await fallDue()
    const { milliseconds, longestMs } = await runDue(workers)
    print(
      `${workers} at once: ${policies} deadlines in ${seconds(milliseconds)} s, ` +
        `${Math.round((policies * 1000) / milliseconds)} a second; ` +
        `the longest transaction took ${longestMs} ms`,
    )
  }
} finally {
  await server.stop()
}

/** A version of every policy waits to be paid for, and all of them lapse in the same hour. */
async function fallDue(): Promise<void> {
  const client = new pg.Client(server.database)
  await client.connect()
  try {
    await client.query(`
      insert into policy_versions (id, policy_id, kind, state, number, based_on, details,
        effective_day, created_at)
      select 'tpv_' || substr(md5(gen_random_uuid()::text), 1, 28), policy_id, 'endorsement', 'proposed', number + 1, id, '{}',
        effective_day, created_at
      from policy_versions where state = 'active'`)
    await client.query(`
      insert into deadlines (policy_id, kind, key, due_at)
      select policy_id, 'proposal', id, now() - random() * interval '1 hour'
      from policy_versions where state = 'proposed'`)
    await client.query('vacuum (analyze) deadlines')
  } finally {
    await client.end()
  }
}

/** Runs until nothing is due, as the sweeps of so many workers would. */
async function runDue(workers: number): Promise<{ milliseconds: number; longestMs: number }> {
  const db = openDatabase({
    connection: server.database,
    connectionsMax,
    onConnectionError: (error) => print(error.message),
  })
  let longestMs = 0
  const timed = async <Result>(work: Promise<Result>): Promise<Result> => {
    const begun = performance.now()
    try {
      return await work
    } finally {
      longestMs = Math.max(longestMs, Math.round(performance.now() - begun))
    }
  }
  const watched: typeof db = {
    ...db,
    transaction: (work) => timed(db.transaction(work)),
    transactionOfMany: (items, work) => timed(db.transactionOfMany(items, work)),
  }
  const deps = {
    db: watched,
    clock: systemClock,
    portfolio: openDatedPolicies(db),
    duties: {
      proposal: lapseProposal,
      settlement: () => Promise.resolve(),
      renewal: () => Promise.resolve(),
      collection: () => Promise.resolve(),
      instalment: () => Promise.resolve(),
      next_term: () => Promise.resolve(),
      dunning: () => Promise.resolve(),
    },
    isAnybodyServed: () => false,
    onFailure: ({ err }: { readonly err: unknown }) => print(String(err)),
  }
  const begun = performance.now()
  const drain = async () => {
    while (await isAnyDue()) await runDueDeadlines(deps)
  }
  try {
    await Promise.all(Array.from({ length: workers }, drain))
    return { milliseconds: performance.now() - begun, longestMs }
  } finally {
    await db.close()
  }

  async function isAnyDue(): Promise<boolean> {
    const { rows } = await db.pool.query('select from deadlines where done_at is null limit 1')
    return rows.length > 0
  }
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
