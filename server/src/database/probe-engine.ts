import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Connection } from './hosts/index.ts'
import { endSession, openSession } from './session.ts'

/** The database answers, but not as PostgreSQL does in ways that the platform relies on. */
export class UntrustedEngine extends Error {
  override readonly name = 'UntrustedEngine'

  constructor(problems: readonly string[]) {
    const lines = problems.map((problem) => `  - ${problem}`)
    super(
      `The database in DATABASE_URL does not keep what PostgreSQL promises:\n${lines.join('\n')}\nUse a PostgreSQL 15 or newer. Connect directly, or through a pooler in session mode.`,
    )
  }
}

const versionMin = 150_000
const statementTimeoutMs = 5_000
const arrivalTimeoutMs = 3_000
const lockSpace = 0x70726f62

interface Pair {
  readonly one: pg.Client
  readonly other: pg.Client
}

/** What the platform relies on. Each check gives the problem, or null. */
const checks: readonly ((pair: Pair) => Promise<string | null>)[] = [
  checkVersion,
  checkSessions,
  checkLocks,
  checkNotifications,
  checkSnapshots,
]

/**
 * Tries, before anything is written, what no version number shows: a pooler between us and the
 * database, or an engine that only speaks its protocol, may answer everything and keep nothing.
 */
export async function probeEngine(connection: Connection): Promise<void> {
  const open = () => openSession(connection, { name: 'bindery engine probe', statementTimeoutMs })
  const one = await open()
  try {
    const other = await open()
    try {
      const problems: string[] = []
      for (const check of checks) {
        const problem = await check({ one, other })
        if (problem !== null) problems.push(problem)
      }
      if (problems.length > 0) throw new UntrustedEngine(problems)
    } finally {
      await endSession(other)
    }
  } finally {
    await endSession(one)
  }
}

async function checkVersion({ one }: Pair): Promise<string | null> {
  const { version, number } = await rowOf<{ version: string; number: number }>(
    one,
    `select version() as version, current_setting('server_version_num')::int as number`,
  )
  return number >= versionMin ? null : `It is ${version}, which is older than PostgreSQL 15.`
}

async function checkSessions({ one, other }: Pair): Promise<string | null> {
  const mark = `select set_config('bindery.probe', $1, false)`
  await one.query(mark, ['one'])
  await other.query(mark, ['other'])
  const read = `select current_setting('bindery.probe', true) as mark`
  const marks = [(await rowOf<Mark>(one, read)).mark, (await rowOf<Mark>(other, read)).mark]
  return marks.join() === 'one,other'
    ? null
    : 'Sessions are not kept: what one connection sets, another one sees or loses. This is what a pooler in transaction mode does.'
}

interface Mark {
  readonly mark: string | null
}

async function checkLocks({ one, other }: Pair): Promise<string | null> {
  const key = randomInt(2 ** 31 - 1)
  const take = async (client: pg.Client) => {
    const text = 'select pg_try_advisory_lock($1::int, $2::int) as "isTaken"'
    return (await rowOf<{ isTaken: boolean }>(client, text, [lockSpace, key])).isTaken
  }
  const release = (client: pg.Client) =>
    client.query('select pg_advisory_unlock($1::int, $2::int)', [lockSpace, key])
  const isHeld = await take(one)
  const isTakenTwice = await take(other)
  await release(one)
  if (!isHeld) return 'Session advisory locks cannot be taken.'
  if (isTakenTwice) {
    await release(other)
    return 'Session advisory locks do not exclude: two connections held the same lock at once.'
  }
  const isFree = await take(other)
  await release(other)
  return isFree ? null : 'Session advisory locks are not released.'
}

async function checkNotifications({ one, other }: Pair): Promise<string | null> {
  const channel = `bindery_probe_${randomBytes(8).toString('hex')}`
  const arrived = new Promise<boolean>((resolve) => {
    one.on('notification', (message) => {
      if (message.channel === channel) resolve(true)
    })
  })
  await one.query(`listen ${channel}`)
  await other.query('select pg_notify($1, $2)', [channel, 'probe'])
  const hasArrived = await Promise.race([arrived, sleep(arrivalTimeoutMs, false, { ref: false })])
  if (!hasArrived) return 'A notification did not arrive: LISTEN and NOTIFY do not work.'
  await one.query(`unlisten ${channel}`)
  return null
}

/** Events are given positions by snapshots: which transactions are over, and in which sequence. */
async function checkSnapshots({ one, other }: Pair): Promise<string | null> {
  const problem = 'Snapshots do not order transactions:'
  await other.query('begin')
  try {
    const { xid } = await rowOf<{ xid: string }>(other, 'select pg_current_xact_id()::text as xid')
    const isVisible = async () =>
      (
        await rowOf<{ isVisible: boolean }>(
          one,
          'select pg_visible_in_snapshot($1::text::xid8, pg_current_snapshot()) as "isVisible"',
          [xid],
        )
      ).isVisible
    if (await isVisible()) return `${problem} one that is under way counts as over.`
    await other.query('commit')
    if (!(await isVisible())) return `${problem} one that is over counts as under way.`
    const next = await rowOf<{ xid: string }>(one, 'select pg_current_xact_id()::text as xid')
    return BigInt(next.xid) > BigInt(xid) ? null : `${problem} a later one has a lower number.`
  } finally {
    await other.query('rollback')
  }
}

async function rowOf<Row extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row> {
  const { rows } = await client.query<Row>(text, [...values])
  if (rows[0] === undefined) throw new Error(`the database gave no row for: ${text}`)
  return rows[0]
}
