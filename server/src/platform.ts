import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { Logger } from 'pino'
import { askForInstalments, bookLeftReceipts } from './billing/index.ts'
import type { Config } from './config.ts'
import {
  type Database,
  type MigrationStep,
  endSession,
  grantServing,
  hasCluster,
  migrate,
  openChangeFeed,
  openDatabase,
  openSession,
  startEmbeddedPostgres,
} from './database/index.ts'
import { type Duties, type SharedBacklog, advanceClock, shareBacklog } from './deadlines/index.ts'
import { readDemoFile } from './demo/index.ts'
import { openDatasets, tidyDatasets } from './datasets/index.ts'
import { hearOfArrears, pursueArrears, resumeDunning } from './dunning/index.ts'
import { type Press, makeDocuments, openPress, openPrintShop } from './documents/index.ts'
import { keepEventsOrdered } from './events/index.ts'
import { keepChained } from './evidence/index.ts'
import { type App, type HttpDeps, buildApp, linksFrom, messageWriter } from './http/index.ts'
import { createAuthenticator } from './identity/index.ts'
import { type ImpactPace, runImpacts, takeUpImpacts, watchRoom } from './impacts/index.ts'
import {
  type JobEnds,
  type TaskHandlers,
  createJobEnds,
  migrateJobs,
  openSpareTime,
  queueSchema,
  startJobs,
  watchMachine,
} from './jobs/index.ts'
import { assertRingOpensLeads, expireLeads, rotateLeads } from './leads/index.ts'
import { keepNumbering, numberInvoices } from './ledger/index.ts'
import { type Clock, countTraffic, systemClock } from './kernel/index.ts'
import {
  type WorkshopThreads,
  checkBook,
  openWorkshop,
  openWorkshopThreads,
} from './management/index.ts'
import {
  collectInvoice,
  lapseUnpaid,
  openProviders,
  outcomeWriter,
  paymentWriter,
  refundCredit,
  settleOnClock,
  settlePayment,
  settleRefund,
  takeUpOverdue,
} from './payments/index.ts'
import { assertRingOpens, openPolicyPortfolio, rotateSecrets } from './policies/index.ts'
import { offerWriter, openRecentOffers } from './sales/index.ts'
import { assembleTransaction } from './policy-transactions/index.ts'
import { type PricingRoom, openPricingRoom, openRaters } from './pricing/index.ts'
import { openCatalogue } from './products/index.ts'
import { openRecentQuotes, quoteWriter } from './quotes/index.ts'
import { carryOutRenewal, priceRenewal } from './renewals/index.ts'
import { forgetOldAnswers } from './retries/index.ts'
import type { KeyRing } from './sealing/index.ts'
import { type HttpPricingSettings, type WebhookSettings, defaultPace } from './settings/index.ts'
import {
  assertRingOpensWebhooks,
  orderResends,
  rotateWebhookSecrets,
  startPostman,
  tidyWebhooks,
  watchFailing,
} from './webhooks/index.ts'

const migrationsFolder = fileURLToPath(new URL('../migrations/', import.meta.url))

/** Reaches the database, starting the embedded one where none is named, and brings it up to date. */
export async function prepareDatabase(
  config: Config,
  log: Logger,
  onDeath: (error: Error) => void,
  showStep: (step: string) => void = () => undefined,
): Promise<{ db: Database; stop(): Promise<void> }> {
  if (config.database === null && !(await hasCluster(config.dataDir))) {
    showStep(`Creating a PostgreSQL database in ${config.dataDir}`)
  }
  const embedded =
    config.database === null
      ? await startEmbeddedPostgres({
          dataDir: config.dataDir,
          durability: 'full',
          log: (line) => log.info({ part: 'postgres' }, line),
        })
      : null
  void embedded?.died.then(onDeath)
  const owner: pg.ClientConfig = config.database ?? { ...embedded?.connection }
  const servingRole = embedded?.servingConnection.user ?? config.databaseServingRole
  try {
    await migrateDatabase(owner, servingRole, log, showStep)
  } catch (error) {
    await embedded?.stop()
    throw error
  }
  const db = openDatabase({
    connection: embedded === null ? owner : { ...embedded.servingConnection },
    connectionsMax: config.databaseConnectionsMax,
    statementTimeoutMs: config.databaseTimeoutMs,
    onConnectionError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  })
  return {
    db,
    stop: async () => {
      await db.close()
      await embedded?.stop()
    },
  }
}

/** A migration may rewrite a whole book, and another server that migrates is waited for. */
const migrationTimeoutMs = 3_600_000

async function migrateDatabase(
  connection: pg.ClientConfig,
  servingRole: string | null,
  log: Logger,
  showStep: (step: string) => void,
): Promise<void> {
  const settings = { name: 'bindery migration', statementTimeoutMs: migrationTimeoutMs }
  const client = await openSession(connection, settings, (error) =>
    log.warn({ err: error }, 'the migration connection was lost'),
  )
  try {
    const { applied } = await migrate(client, migrationsFolder, (step) =>
      showMigration(step, showStep),
    )
    if (applied.length > 0) {
      const counts = { migrations: applied.length, last: applied.at(-1) }
      log.info(counts, 'the database schema is up to date')
    }
    await migrateJobs(connection)
    if (servingRole !== null) await grantServing(client, servingRole, queueSchema)
  } finally {
    await endSession(client)
  }
}

/** The tables of an empty database take a moment together; one update of a large one may take minutes. */
function showMigration(step: MigrationStep, showStep: (step: string) => void): void {
  const { name, at, of, isFirstStart } = step
  if (!isFirstStart) showStep(`Updating the database: ${name} (${at} of ${of})`)
  else if (at === 1) showStep('Creating the tables')
}

const clockPatienceMsDefault = 2_000
/** For so long after a request more may come: they are told of twice a second. */
const servedForMs = 1_500
const onlyOutside: WebhookSettings = { allowsPrivate: false }
const noRaters: HttpPricingSettings = { hosts: [], allowsPrivate: false, secrets: [] }

/** All rooms, opened on one database. */
export interface Platform extends HttpDeps {
  readonly handlers: TaskHandlers
  readonly jobEnds: JobEnds
  readonly backlog: SharedBacklog
  /** Starts what the first request would wait for. */
  warmUp(): Promise<void>
  /** Ends what takes longer than a server that stops may wait; it is answered 503. */
  endFolders(): Promise<void>
  /** Leaves what takes minutes to others: they go on from where it is. */
  leaveImpacts(): void
  close(): Promise<void>
}

export async function openPlatform(options: {
  readonly db: Database
  readonly keyRing: KeyRing
  readonly publicUrl: string
  readonly sandboxSecret: Uint8Array
  /** Which raters outside products may ask; without it, none. */
  readonly raters?: HttpPricingSettings
  /** Where webhooks may lead; without it, nowhere inside. */
  readonly webhooks?: WebhookSettings
  readonly log: Logger
  readonly clock?: Clock
  /** A press and threads that others use as well, and that outlive the platform. */
  readonly press?: Press
  readonly pricingRoom?: PricingRoom
  /** How long a quote waits for its prices to be compiled; as long as a customer would, without it. */
  readonly preparationPatienceMs?: number
  readonly workshopThreads?: WorkshopThreads
  /** How impacts are run; beside everything else, without it. */
  readonly impactPace?: ImpactPace
  /** How long a turn of a test clock waits for jobs; not at all where these run one after the other. */
  readonly clockPatienceMs?: number
  /** Whether a request is answered just now, by whichever process; heard of, without it. */
  readonly isAnybodyServed?: () => boolean
}): Promise<Platform> {
  const { db, keyRing, log, clock = systemClock } = options
  await assertRingOpens(db, keyRing)
  await assertRingOpensWebhooks(db, keyRing)
  await assertRingOpensLeads(db, keyRing)
  const feed = await openChangeFeed(db, (error) =>
    log.warn({ err: error }, 'the change feed was interrupted'),
  )
  const raters = openRaters(options.raters ?? noRaters, { clock })
  const pricingRoom = options.pricingRoom ?? openPricingRoom()
  const catalogue = openCatalogue({
    db,
    feed,
    raters,
    pricingRoom,
    ...(options.preparationPatienceMs === undefined
      ? {}
      : { preparationPatienceMs: options.preparationPatienceMs }),
  })
  const datasets = openDatasets({
    db,
    feed,
    onError: (error) => log.warn({ err: error }, 'reading datasets was disturbed'),
  })
  const providers = openProviders(options)
  const onDoubt = (error: unknown) =>
    log.error({ err: error }, 'an answer of a payment provider got lost')
  const onFailedStart = (complaint: string) =>
    log.error({ complaint }, 'the process that makes documents did not start')
  const traffic = countTraffic(() => feed.announce('traffic'))
  let servedMs = -Infinity
  feed.on('traffic', () => void (servedMs = performance.now()))
  const isAnybodyServed = () => performance.now() - servedMs < servedForMs
  const isServing = () => traffic.calmMs(performance.now()) < servedForMs
  const hasRoom = watchRoom()
  const press = options.press ?? openPress({ onFailedStart })
  const printShop = openPrintShop({ db, press })
  const workshopThreads = options.workshopThreads ?? openWorkshopThreads({ onFailedStart })
  const workshop = openWorkshop({
    db,
    datasets,
    clock,
    raters,
    threads: workshopThreads,
  })
  const recentQuotes = openRecentQuotes()
  const recentOffers = openRecentOffers()
  const settleDeps = { db, clock, catalogue, keyRing, providers, onDoubt }
  const collectDeps = { ...settleDeps, recordWithOthers: outcomeWriter(settleDeps) }
  const instalmentDeps = { clock, catalogue, keyRing }
  const duties: Duties = {
    proposal: lapseUnpaid,
    renewal: carryOutRenewal({ catalogue }),
    collection: (tx, deadline, moment) => collectInvoice(collectDeps, tx, deadline, moment),
    instalment: (tx, deadline, moment) => askForInstalments(instalmentDeps, tx, deadline, moment),
    dunning: (tx, deadline, moment) => pursueArrears(instalmentDeps, tx, deadline, moment),
    settlement: (tx, deadline, moment) => settleOnClock(settleDeps, tx, deadline, moment),
  }
  const jobEnds = createJobEnds()
  const leaving = new AbortController()
  const impactDeps = {
    db,
    clock,
    signal: leaving.signal,
    onStart: (facts: object) => log.info(facts, 'a book is being priced by a draft'),
    ...(options.impactPace === undefined ? {} : { pace: options.impactPace }),
    mustYield: options.isAnybodyServed ?? (() => (isServing() || isAnybodyServed()) && !hasRoom()),
    onFailure: (failure: object) => log.error(failure, 'an impact could not be computed'),
  }
  const deadlineDeps = {
    db,
    feed,
    clock,
    book: openPolicyPortfolio(db),
    duties,
    isAnybodyServed: options.isAnybodyServed ?? isAnybodyServed,
    clockPatienceMs: options.clockPatienceMs ?? clockPatienceMsDefault,
    jobEnds,
    numberInvoices: () => numberInvoices(db),
    onFailure: (failure: object) =>
      log.error(failure, 'what was due of a policy could not be done and will be tried again'),
  }
  const backlog = shareBacklog(deadlineDeps)
  const saveQuote = quoteWriter(db, recentQuotes)
  const onCalculationFailed = (failure: object) =>
    log.error(failure, 'a price could not be calculated')
  const assembleDeps = { db, clock, catalogue, keyRing, saveQuote, onCalculationFailed }
  const { publicUrl } = options
  const documentDeps = { db, clock, catalogue, printShop, keyRing, publicUrl }
  const renewalDeps = { ...assembleDeps, datasets }
  const links = linksFrom(options.publicUrl)
  const writeMessage = messageWriter({ db, clock, keyRing, catalogue, datasets, printShop, links })
  return {
    db,
    feed,
    clock,
    traffic,
    catalogue,
    raters,
    datasets,
    providers,
    keyRing,
    printShop,
    workshop,
    checkFolder: workshop.checkFolder,
    authenticator: createAuthenticator({ db, feed, clock }),
    saveQuote,
    recentQuotes,
    saveOffer: offerWriter(db, recentOffers),
    recentOffers,
    payAtOnce: paymentWriter(db),
    links,
    webhookSettings: options.webhooks ?? onlyOutside,
    writeMessage,
    publicUrl: options.publicUrl,
    jobEnds,
    backlog,
    handlers: {
      advance_clock: (order) => advanceClock(deadlineDeps, order),
      run_impacts: () => runImpacts(impactDeps),
      check_book: (order) => checkBook({ db, clock, catalogue }, order),
      assemble_transaction: (order) => assembleTransaction(assembleDeps, order),
      credit_due: (order) => refundCredit(settleDeps, order),
      make_documents: (order, job) => makeDocuments(documentDeps, order, job?.isPatient ?? false),
      price_renewal: (order) => priceRenewal(renewalDeps, order),
      pursue_arrears: (order) => hearOfArrears({ db, ...instalmentDeps }, order),
      resume_dunning: (order) => resumeDunning(db, order),
      settle_payment: (order) => settlePayment(settleDeps, order),
      resend_webhooks: (order) => orderResends({ db, clock }, order),
      settle_refund: (order) => settleRefund(settleDeps, order),
      sweep: async () => {
        await runEach([
          () => backlog.run(),
          () => numberInvoices(db),
          () => takeUpOverdue({ db, clock }),
          () => bookLeftReceipts({ db, clock }),
          () => takeUpImpacts(impactDeps),
          () => forgetOldAnswers(db, clock()),
          () => rotateSecrets(db, keyRing),
          () => rotateWebhookSecrets(db, keyRing),
          () => expireLeads({ db, clock }),
          () => rotateLeads(db, keyRing),
          () => watchFailing({ db, clock }),
          () => tidyWebhooks({ db, clock }),
          () => tidyDatasets(db),
        ])
      },
    },
    warmUp: () => pricingRoom.start(),
    endFolders: () => workshopThreads.close(),
    leaveImpacts: () => leaving.abort(),
    close: async () => {
      leaving.abort()
      if (options.press === undefined) await press.close()
      if (options.pricingRoom === undefined) await pricingRoom.close()
      if (options.workshopThreads === undefined) await workshopThreads.close()
      await raters.close()
      await datasets.close()
      await feed.close()
    },
  }
}

/** One duty that fails must not keep the others from being done. */
async function runEach(duties: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const duty of duties) {
    try {
      await duty()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some duties of the sweep failed')
}

export async function buildHttp(platform: Platform, config: Config, log: Logger): Promise<App> {
  return buildApp(platform, {
    log,
    vendor: config.vendor,
    publicUrl: config.publicUrl,
    demo: config.demo ? await readDemoFile(config.dataDir) : null,
    requestsPerMinuteMax: config.requestsPerMinuteMax,
    openRequestsPerMinuteMax: config.openRequestsPerMinuteMax,
    failuresPerMinuteMax: config.failuresPerMinuteMax,
    connectionsPerAddressMax: config.connectionsPerAddressMax,
    trusts: config.trusts,
    bodyPace: { ...defaultPace, bytesPerSecondMin: config.bodyBytesPerSecondMin },
    uploadBytesMax: config.uploadBytesMax,
  })
}

export async function startWorking(
  platform: Platform,
  config: Config,
  log: Logger,
): Promise<{ stop(): Promise<void> }> {
  const startedMs = performance.now()
  const machine = watchMachine(startedMs)
  const look = (nowMs: number) => ({
    ...machine(nowMs),
    calmMs: platform.traffic.calmMs(nowMs),
  })
  const jobs = await startJobs({
    db: platform.db,
    feed: platform.feed,
    handlers: platform.handlers,
    jobsAtOnceMax: config.jobsAtOnceMax,
    spareTime: openSpareTime(look, startedMs),
    log,
    ends: platform.jobEnds,
  })
  const order = keepEventsOrdered({
    db: platform.db,
    feed: platform.feed,
    onError: (error) => log.error({ err: error }, 'events could not be given their positions yet'),
  })
  const postman = await startPostman({
    ...platform,
    order,
    write: platform.writeMessage,
    onError: (error, message) => log.error({ err: error }, message),
  })
  const numbers = keepNumbering({
    db: platform.db,
    onError: (error) => log.error({ err: error }, 'invoices could not be given numbers yet'),
  })
  const helper = platform.backlog.keepHelping((error) =>
    log.error({ err: error }, 'what is due could not be worked off yet'),
  )
  const chains = keepChained({
    db: platform.db,
    onError: (error) => log.error({ err: error }, 'events and audit log could not be chained yet'),
  })
  return {
    stop: async () => {
      platform.leaveImpacts()
      await helper.stop()
      await jobs.stop()
      await chains.stop()
      await numbers.stop()
      await postman.stop()
      await order.stop()
    },
  }
}
