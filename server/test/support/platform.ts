import { randomBytes } from 'node:crypto'
import { Logger, type TaskList, runTaskListOnce } from 'graphile-worker'
import pg from 'pg'
import { expect, inject, vi } from 'vitest'
import { type DatabaseLimits, openDatabase } from '../../src/database/index.ts'
import { openPdfRenderer } from '../../src/documents/index.ts'
import type { DemoFile } from '../../src/demo/index.ts'
import {
  type App,
  type AppOptions,
  buildApp,
  openCompiledSchemas,
  whenUsed,
} from '../../src/http/index.ts'
import type { TaskHandlers } from '../../src/jobs/index.ts'
import { createLog } from '../../src/log.ts'
import { openFolderThreads } from '../../src/management/index.ts'
import { type Platform, openPlatform } from '../../src/platform.ts'
import { openPricingRoom } from '../../src/pricing/index.ts'
import type { KeyRing } from '../../src/sealing/index.ts'
import type {
  HttpPricingSettings,
  MailSettings,
  SingleSignOnSettings,
  StripeSettings,
  WebhookSettings,
} from '../../src/settings/index.ts'
import { type TestDatabase, createTestDatabase } from './database.ts'
import { holdAnswers } from './documented-answers.ts'
import { misfitsIn } from './fitting-events.ts'
import { testAddress, testStart } from './test-start.ts'

/** A clock that stands still until a test lets time pass. */
export interface TestClock {
  (): Temporal.Instant
  advance(duration: Temporal.DurationLike): void
  set(moment: Temporal.Instant): void
}

export type TestConnection = TestDatabase['connection']

export interface TestPlatform extends Platform {
  readonly app: App
  readonly demo: DemoFile
  readonly clock: TestClock
  /** Everything the platform logged, line by line. */
  readonly logLines: string[]
  /** The codes of what was refused, by the id of the request. */
  readonly refused: ReadonlyMap<string, string | null>
  readonly connection: TestConnection
  /** Runs all jobs that are due by the test's clock, until none is left; or only those of some tasks. */
  runDue(only?: readonly (keyof TaskHandlers)[]): Promise<void>
  /**
   * Fails where a call has refused what it does not list, and so does not document, where an answer
   * does not fit its documented schema, and where an event does not have the form of its type.
   */
  close(): Promise<void>
}

/** What another release left behind. */
export interface TestPortfolio {
  readonly database: TestDatabase
  readonly demo: DemoFile
  readonly keyRing: KeyRing
}

export const testSandboxSecret = Buffer.from('the sandbox secret of the tests.')

/** Where nobody answers: no test asks Stripe itself. */
const nobody: StripeSettings = {
  timeoutMs: 1_000,
  address: { protocol: 'http', host: '127.0.0.1', port: 9 },
}

/** Unless it has its own, no test asks a name server. */
const keptMails: MailSettings = {
  url: null,
  from: 'no-reply@insurer.example',
  testAddresses: [],
  dkim: null,
  bounceDomain: null,
  allowsPrivate: false,
  nameServers: { addresses: ['127.0.0.1:9'] },
  resolve: (_, answer) => answer(new Error('There is no such name.'), []),
}

/** All platforms of a test process share one renderer: starting one takes longer than most tests. */
const renderer = openPdfRenderer({ isBrief: true })

/** And the threads for prices and for folders. */
const pricingRoom = openPricingRoom()
/** A busy machine may take longer to compile a workbook than a customer should wait. */
const defaultPatienceMs = 60_000
/** It may also take longer than requests wait for the database, also for what a test has locked. */
const patientLimits: DatabaseLimits = {
  statementTimeoutMs: 300_000,
  lockTimeoutMs: 300_000,
  turnTimeoutMs: 300_000,
}
const connectTimeoutMs = 300_000
const folderThreads = openFolderThreads()
const compiledSchemas = whenUsed(openCompiledSchemas())

/** The whole platform on a database of its own, with the demo insurer and the example products. */
export async function openTestPlatform(
  options: Partial<Omit<AppOptions, 'log' | 'vendor' | 'publicUrl'>> & {
    readonly raters?: HttpPricingSettings
    readonly webhooks?: WebhookSettings
    readonly singleSignOn?: SingleSignOnSettings
    readonly stripe?: StripeSettings
    readonly mail?: MailSettings
    /** Another platform, whose database, clock and keys it shares, over a connection of its own. */
    readonly beside?: { readonly platform: TestPlatform; readonly connection: TestConnection }
    /** A database that was filled otherwise, with what opens it. */
    readonly portfolio?: TestPortfolio
    /** Where browsers find it; nowhere if left out. */
    readonly publicUrl?: string
    /** How long a quote waits for its prices to be compiled. */
    readonly preparationPatienceMs?: number
    /** How long requests wait for the database, if not as long as a busy machine takes; `{}` is as in production. */
    readonly databaseLimits?: DatabaseLimits
    /** Whether documents are made only for those who ask for one by one; most stories look at none. */
    readonly leavesDocuments?: boolean
  } = {},
): Promise<TestPlatform> {
  const {
    raters,
    webhooks,
    singleSignOn,
    stripe = nobody,
    mail = keptMails,
    beside,
    portfolio,
    publicUrl = testAddress,
    preparationPatienceMs = defaultPatienceMs,
    databaseLimits = patientLimits,
    leavesDocuments = false,
    ...appOptions
  } = options
  const database =
    beside === undefined
      ? (portfolio?.database ?? (await createTestDatabase()))
      : shared(beside.connection)
  const logLines: string[] = []
  const log = createLog('debug', { write: (line) => void logLines.push(line) })
  const clock = beside?.platform.clock ?? createTestClock()
  const db = openDatabase({
    connection: {
      ...database.connection,
      ...(databaseLimits === patientLimits && { connectionTimeoutMillis: connectTimeoutMs }),
    },
    connectionsMax: 10,
    ...databaseLimits,
    onConnectionError: (error) => log.error({ err: error }, 'connection'),
  })
  const platform = await openPlatform({
    db,
    clock,
    log,
    keyRing: beside?.platform.keyRing ??
      portfolio?.keyRing ?? [{ id: 'test', key: randomBytes(32) }],
    publicUrl,
    sandboxSecret: testSandboxSecret,
    renderer,
    pricingRoom,
    preparationPatienceMs,
    folderThreads,
    clockPatienceMs: 0,
    requestLogMs: null, // Tests that read it write it down.
    isAnybodyServed: () => false, // Tests ask for much, and wait for what is due besides.
    impactPace: { partRows: 25, niceness: 0 },
    passwordCost: { memoryKib: 64, passes: 1 }, // What hashes cost has a benchmark.
    ...(raters === undefined ? {} : { raters }),
    ...(webhooks === undefined ? {} : { webhooks }),
    ...(singleSignOn === undefined ? {} : { singleSignOn }),
    mail,
    stripe,
  })
  await pricingRoom.start()
  const queue = openQueue(database.connection)
  const refused = new Map<string, string | null>()
  const undocumented: string[] = []
  const app = await buildApp(platform, {
    log,
    onRefused: ({ requestId, operationId, code, isListed }) => {
      refused.set(requestId, code)
      if (!isListed) undocumented.push(`${operationId} refuses ${code} and does not list it`)
    },
    vendor: 'bindery',
    publicUrl,
    requestsPerMinuteMax: 1_000_000,
    openRequestsPerMinuteMax: 1_000_000,
    failuresPerMinuteMax: 1_000_000,
    declarationsPerMinuteMax: 1_000_000,
    compiledSchemas,
    ...appOptions,
  })
  holdAnswers(app, (fault) => void undocumented.push(fault))
  const all = Object.keys(platform.handlers) as (keyof TaskHandlers)[] // As its type says.
  const wanted = all.filter((name) => !leavesDocuments || name !== 'make_documents')
  const opened: TestPlatform = {
    ...platform,
    app,
    clock,
    logLines,
    refused,
    connection: database.connection,
    demo: portfolio?.demo ?? inject('demo'),
    runDue: (only = wanted) => runDue(platform, queue, clock, only),
    close: async () => {
      await app.close()
      await queue.end()
      await platform.close()
      await db.close()
      const misfits = beside === undefined ? await misfitsIn(database.connection) : []
      await database.dropSoon()
      letGo(opened)
      expect(undocumented).toEqual([])
      expect(misfits).toEqual([])
    },
  }
  return opened
}

/**
 * A test file stays in memory until its process ends, and with it the platform that it has in a
 * variable: hundreds of closed ones would be searched in every collection of garbage.
 */
function letGo(closed: TestPlatform): void {
  for (const name of Object.keys(closed)) Reflect.deleteProperty(closed, name)
}

/** A database that somebody else will drop. */
function shared(connection: TestConnection): TestDatabase {
  return { connection, drop: async () => undefined, dropSoon: async () => undefined }
}

function createTestClock(): TestClock {
  let now = testStart
  return Object.assign(() => now, {
    advance: (duration: Temporal.DurationLike) => {
      now = now.toZonedDateTimeISO('UTC').add(duration).toInstant()
    },
    set: (moment: Temporal.Instant) => {
      now = moment
    },
  })
}

/** Where jobs are taken from; the same connection each time. */
function openQueue(connection: TestConnection): pg.Pool {
  const pool = new pg.Pool({ ...connection, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // It does not wait for its connection to be closed, and the database may be dropped first.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return pool
}

async function runDue(
  platform: Platform,
  queue: pg.Pool,
  clock: TestClock,
  only: readonly string[],
): Promise<void> {
  const client = await queue.connect()
  const inAMinute = Date.now() + 60_000
  // The queue goes by the machine's clock, so for a while that one shows the time of the story; a
  // story of the past has its jobs all the same. What looks again after a moment does so at once.
  const inASecond = clock().epochMilliseconds + 1_000
  vi.useFakeTimers({ toFake: ['Date'], now: Math.max(inASecond, inAMinute) })
  try {
    const logger = new Logger(() => () => undefined)
    const options = { logger, noHandleSignals: true, useNodeTime: true }
    await runTaskListOnce(options, taskList(platform.handlers, only), client)
  } finally {
    vi.useRealTimers()
    client.release()
  }
}

/** The tasks as the queue's own runner wants them, which can be made to believe in another time. */
function taskList(handlers: TaskHandlers, only: readonly string[]): TaskList {
  return Object.fromEntries(
    Object.entries(handlers)
      .filter(([name]) => only.includes(name))
      .map(([name, handle]) => [
        name,
        (payload: unknown) => handle(payload as never), // `enqueue` wrote it with the same type.
      ]),
  )
}
