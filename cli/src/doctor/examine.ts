import type { Client } from '@bindery/sdk'
import { Failure } from '../failure.ts'
import { explainError } from '../server/explain-error.ts'
import {
  type Connection,
  type ConnectionOptions,
  findConnection,
} from '../server/find-connection.ts'
import { modeOf } from '../server/mode-of.ts'
import { openServer } from '../server/open-server.ts'
import { version } from '../version.ts'
import type { Check } from './check.ts'
import { type ClockReading, describeClock } from './clock.ts'
import { describeQueue } from './queue.ts'

const timeoutMs = 10_000
const databaseFix =
  'See the log of the server and, with the embedded PostgreSQL, postgres.log in DATA_DIR.'

/** Runs the checks in order, and stops where later ones depend on a failed one. */
export async function examine(
  options: ConnectionOptions,
  env: NodeJS.ProcessEnv,
): Promise<Check[]> {
  let connection: Connection
  try {
    connection = await findConnection(options, env)
  } catch (error) {
    return [failed('configuration', error)]
  }
  const { client, readClock } = openWithClock(connection)
  const configuration = ok(
    'configuration',
    `${connection.url} from ${connection.urlFrom}, ${modeOf(connection.key)} key from ${connection.keyFrom}`,
  )
  const server = await attempt('server', async () => {
    await client.call('health')
    return ok('server', 'responding')
  })
  if (server.state === 'failed') return [configuration, server]
  const clock = describeClock(readClock())
  const versions = await attempt('versions', () => checkVersions(connection))
  const database = await attempt('database', async () => {
    await client.call('ready')
    return ok('database', 'responding')
  })
  const reached = [configuration, server, clock, versions]
  if (database.state === 'failed') return [...reached, { ...database, fix: databaseFix }]
  const jobs = await examineJobs(connection)
  return [...reached, database, ...jobs, ...(await examineAccount(client))]
}

async function examineJobs({ url }: Connection): Promise<Check[]> {
  try {
    const response = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(timeoutMs) })
    return describeQueue(response.ok ? await response.text() : '')
  } catch (error) {
    return [failed('jobs', error)]
  }
}

function openWithClock(connection: Connection) {
  let reading: ClockReading | null = null
  const { client } = openServer(connection, async (...request) => {
    const sentAt = Date.now()
    const response = await fetch(...request)
    const date = response.headers.get('date')
    reading = { date, sentAt, receivedAt: Date.now() }
    return response
  })
  return { client, readClock: () => reading }
}

async function checkVersions({ url }: Connection): Promise<Check> {
  const response = await fetch(`${url}/openapi.json`, { signal: AbortSignal.timeout(timeoutMs) })
  const document: unknown = await response.json()
  const theirs = Object(Object(document).info).version
  const message = `command line ${version}, server ${String(theirs)}, Node ${process.versions.node}`
  if (theirs === version) return ok('versions', message)
  const fix = 'Use the command line of the same release as the server.'
  return { name: 'versions', state: 'warning', message, fix }
}

async function examineAccount(client: Client): Promise<Check[]> {
  const key = await attempt('key', async () => {
    const insurer = (await client.manage.accounts.list()).find(({ kind }) => kind === 'insurer')
    return ok('key', `valid, of the insurer ${insurer?.name ?? ''}`)
  })
  if (key.state === 'failed') return [key]
  const products = await attempt('products', async () => {
    const all = await client.manage.products.list()
    const live = all.filter((product) => product.live_version_id !== null)
    const message = `${live.length} of ${all.length} on sale`
    if (live.length > 0) return ok('products', message)
    const fix = 'Create one with: bindery init <folder>, then bindery push <folder> --publish'
    return { name: 'products', state: 'warning', message, fix }
  })
  return [key, products]
}

async function attempt(name: string, check: () => Promise<Check>): Promise<Check> {
  try {
    return await check()
  } catch (error) {
    return failed(name, error)
  }
}

function ok(name: string, message: string): Check {
  return { name, state: 'ok', message, fix: '' }
}

function failed(name: string, error: unknown): Check {
  const failure = error instanceof Failure ? error : explainError(error)
  const { message, fix, exitCode } = failure
  return { name, state: 'failed', message, fix, exitCode }
}
