import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { accountingJobs } from './accounting/index.ts'
import { approvalJobs } from './approvals/index.ts'
import { billingJobs } from './billing/index.ts'
import { commissionJobs, keepPostingCommission } from './commission/index.ts'
import type { Config } from './config.ts'
import {
  type Connection,
  type Database,
  type MigrationStep,
  allowBreakingFlag,
  endSession,
  grantServing,
  hasCluster,
  migrate,
  openChangeFeed,
  openDatabase,
  openSession,
  probeEngine,
  startEmbeddedPostgres,
} from './database/index.ts'
import { type SharedBacklog, deadlineJobs, shareBacklog, sweepRooms } from './deadlines/index.ts'
import { readDemoFile } from './demo/index.ts'
import { datasetJobs, openDatasets } from './datasets/index.ts'
import { dunningJobs } from './dunning/index.ts'
import {
  type PdfRenderer,
  documentJobs,
  openPdfRenderer,
  openRenderService,
} from './documents/index.ts'
import { keepEventsOrdered } from './events/index.ts'
import { keepChained } from './evidence/index.ts'
import { type App, type HttpDeps, buildApp, linksFrom, messageWriter } from './http/index.ts'
import { createAuthenticator } from './identity/index.ts'
import { type ImpactPace, impactJobs, watchRoom } from './impacts/index.ts'
import { massActs } from './mass-acts/index.ts'
import { massEndorsementJobs } from './mass-endorsements/index.ts'
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
import { leadJobs } from './leads/index.ts'
import { keepNumbering, ledgerJobs, numberInvoices } from './ledger/index.ts'
import { type Clock, countTraffic, systemClock } from './kernel/index.ts'
import {
  type FolderThreads,
  managementJobs,
  openFolderWorkers,
  openFolderThreads,
} from './management/index.ts'
import { type MailRoom, keepMailing, mailJobs, openMailRoom } from './mail/index.ts'
import {
  type PasswordCost,
  createPasswordHasher,
  openProviderClient,
  openSessions,
  singleSignOnJobs,
  openUserTokens,
  peopleJobs,
} from './people/index.ts'
import {
  keepCheckingAfterPromotions,
  openProviders,
  paymentJobs,
  paymentWriter,
} from './payments/index.ts'
import { transactionJobs } from './policy-transactions/index.ts'
import { openDatedPolicies, policyJobs } from './policies/index.ts'
import { offerWriter, openRecentOffers } from './sales/index.ts'
import { assertRingOpensAll } from './key-ring.ts'
import { type PricingRoom, openPricingRoom, openRaters } from './pricing/index.ts'
import { openCatalogue } from './products/index.ts'
import { openRecentQuotes, quoteWriter } from './quotes/index.ts'
import { figureJobs } from './figures/index.ts'
import { openRequestLog, requestLogJobs } from './request-log/index.ts'
import { savedViewJobs } from './saved-views/index.ts'
import { renewalJobs } from './renewals/index.ts'
import { retryJobs } from './idempotency/index.ts'
import type { KeyRing } from './sealing/index.ts'
import {
  type HttpPricingSettings,
  type MailSettings,
  type SingleSignOnSettings,
  type StripeSettings,
  type WebhookSettings,
  defaultPace,
} from './settings/index.ts'
import { startDispatcher, webhookJobs } from './webhooks/index.ts'
import { withdrawalJobs } from './withdrawals/index.ts'

const migrationsFolder = fileURLToPath(new URL('../migrations/', import.meta.url))

/**
 * Reaches the database, starting the embedded one where none is named, and brings it up to date.
 */
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
  const owner: Connection = config.database ?? { ...embedded?.connection }
  const servingRole = embedded?.servingConnection.user ?? config.databaseServingRole
  // The embedded engine is known.
  if (config.database !== null) await probeEngine(config.database)
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

/** A migration may rewrite a whole portfolio, and another server that migrates is waited for. */
const migrationTimeoutMs = 3_600_000

async function migrateDatabase(
  connection: Connection,
  servingRole: string | null,
  log: Logger,
  showStep: (step: string) => void,
): Promise<void> {
  const settings = { name: 'bindery migration', statementTimeoutMs: migrationTimeoutMs }
  const client = await openSession(connection, settings, (error) =>
    log.warn({ err: error }, 'the migration connection was lost'),
  )
  try {
    const { applied } = await migrate(client, migrationsFolder, {
      onStep: (step) => showMigration(step, showStep),
      allowsBreaking: process.argv.includes(allowBreakingFlag),
    })
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

/** All tables of an empty database take a moment; one migration of a large one may take minutes. */
function showMigration(step: MigrationStep, showStep: (step: string) => void): void {
  const { name, at, of, isFirstStart } = step
  if (!isFirstStart) showStep(`Updating the database: ${name} (${at} of ${of})`)
  else if (at === 1) showStep('Creating the tables')
}

const clockPatienceMsDefault = 2_000
/** How long a request counts as traffic: other processes are notified twice a second. */
const servedForMs = 1_500
const onlyOutside: WebhookSettings & SingleSignOnSettings = { allowsPrivate: false }
const keptMails: MailSettings = {
  url: null,
  from: 'no-reply@localhost',
  testAddresses: [],
  dkim: null,
  bounceDomain: null,
  allowsPrivate: false,
}
const noRaters: HttpPricingSettings = { hosts: [], allowsPrivate: false, secrets: [] }

/** All rooms, opened on one database. */
export interface Platform extends HttpDeps {
  readonly handlers: TaskHandlers
  readonly mailSettings: MailSettings
  readonly mailRoom: MailRoom
  readonly jobEnds: JobEnds
  readonly backlog: SharedBacklog
  /** Starts the services that the first request would otherwise wait for. */
  warmUp(): Promise<void>
  /** Ends folder work that outlasts the stop of a server; the caller is answered 503. */
  endFolders(): Promise<void>
  /** Leaves work of minutes to other processes, which continue where this one stopped. */
  leaveImpacts(): void
  close(): Promise<void>
}

export async function openPlatform(options: {
  readonly db: Database
  readonly keyRing: KeyRing
  readonly publicUrl: string
  readonly sandboxSecret: Uint8Array
  /** Which external raters products may ask; none by default. */
  readonly raters?: HttpPricingSettings
  /** Where webhooks may lead; by default to no private address. */
  readonly webhooks?: WebhookSettings
  /** Where identity providers may be; by default at no private address. */
  readonly singleSignOn?: SingleSignOnSettings
  /** How mails are sent; they are kept by default. */
  readonly mail?: MailSettings
  /** How Stripe is reached; at its own address by default. */
  readonly stripe?: StripeSettings
  readonly log: Logger
  readonly clock?: Clock
  /** A shared renderer and shared threads, which outlive the platform. */
  readonly renderer?: PdfRenderer
  readonly pricingRoom?: PricingRoom
  /**
   * How long a quote waits until its prices are compiled; by default as long as a customer would.
   */
  readonly preparationPatienceMs?: number
  readonly folderThreads?: FolderThreads
  /** What hashing a password costs; as much as is usual by default. */
  readonly passwordCost?: PasswordCost
  /** How impacts are run; slowly, behind all other work, by default. */
  readonly impactPace?: ImpactPace
  /** How often the request log is written; null where only `flush` does. */
  readonly requestLogMs?: number | null
  /** How long advancing a test clock waits for jobs; zero where jobs run one after the other. */
  readonly clockPatienceMs?: number
  /** Whether any process is answering a request now; by default known from notifications. */
  readonly isAnybodyServed?: () => boolean
}): Promise<Platform> {
  const { db, keyRing, log, clock = systemClock } = options
  await assertRingOpensAll(db, keyRing)
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
    onError: (error) => log.warn({ err: error }, 'a dataset could not be read'),
  })
  const providers = openProviders({ ...options, clock })
  const onFailedStart = (complaint: string) =>
    log.error({ complaint }, 'the document renderer did not start')
  const traffic = countTraffic(() => feed.announce('traffic'))
  let servedMs = -Infinity
  feed.on('traffic', () => void (servedMs = performance.now()))
  const isAnybodyServed = () => performance.now() - servedMs < servedForMs
  const isServing = () => traffic.calmMs(performance.now()) < servedForMs
  const hasRoom = watchRoom()
  const renderer = options.renderer ?? openPdfRenderer({ onFailedStart })
  const renderService = openRenderService({ db, renderer })
  const folderThreads = options.folderThreads ?? openFolderThreads({ onFailedStart })
  const folderWorkers = openFolderWorkers({
    db,
    datasets,
    clock,
    raters,
    threads: folderThreads,
  })
  const requestLog = openRequestLog({
    db,
    clock,
    ...(options.requestLogMs === undefined ? {} : { everyMs: options.requestLogMs }),
    onError: (error) => log.warn({ err: error }, 'requests could not be written down'),
  })
  const recentQuotes = openRecentQuotes()
  const recentOffers = openRecentOffers()
  const jobEnds = createJobEnds()
  const leaving = new AbortController()
  const { publicUrl } = options
  const saveQuote = quoteWriter(db, recentQuotes)
  const deps = {
    db,
    feed,
    clock,
    catalogue,
    datasets,
    keyRing,
    providers,
    renderService,
    publicUrl,
    saveQuote,
    onDoubt: (error: unknown) =>
      log.error({ err: error }, 'the answer of a payment provider could not be processed'),
    onCalculationFailed: (failure: object) => log.error(failure, 'a price could not be calculated'),
  }
  const payments = paymentJobs(deps)
  const billing = billingJobs(deps)
  const renewals = renewalJobs(deps)
  const dunning = dunningJobs(deps)
  const policies = policyJobs(deps)
  const transactions = transactionJobs(deps)
  const withdrawals = withdrawalJobs(deps)
  const documents = documentJobs(deps)
  const webhooks = webhookJobs(deps)
  const management = managementJobs(deps)
  const accounting = accountingJobs(deps)
  const commission = commissionJobs(deps)
  const impacts = impactJobs({
    db,
    clock,
    signal: leaving.signal,
    onStart: (facts) => log.info(facts, 'pricing a portfolio with a draft'),
    ...(options.impactPace === undefined ? {} : { pace: options.impactPace }),
    mustYield: options.isAnybodyServed ?? (() => (isServing() || isAnybodyServed()) && !hasRoom()),
    onFailure: (failure) => log.error(failure, 'an impact could not be computed'),
  })
  const massEndorsements = massEndorsementJobs({
    ...deps,
    acts: massActs(deps),
    onFailure: (err, policyId) =>
      log.error({ err, policyId }, 'a policy could not be changed by a mass endorsement'),
  })
  const deadlineDeps = {
    db,
    feed,
    clock,
    portfolio: openDatedPolicies(db),
    duties: { ...payments.duties, ...billing.duties, ...renewals.duties, ...dunning.duties },
    isAnybodyServed: options.isAnybodyServed ?? isAnybodyServed,
    clockPatienceMs: options.clockPatienceMs ?? clockPatienceMsDefault,
    jobEnds,
    numberInvoices: () => numberInvoices(db),
    onFailure: (failure: object) =>
      log.error(failure, 'due work of a policy failed and will be tried again'),
  }
  const backlog = shareBacklog(deadlineDeps)
  const deadlines = deadlineJobs(deadlineDeps, backlog)
  const swept = [
    deadlines,
    ledgerJobs(deps),
    payments,
    billing,
    impacts,
    massEndorsements,
    retryJobs(deps),
    policies,
    webhooks,
    leadJobs(deps),
    withdrawals,
    mailJobs(deps),
    singleSignOnJobs(deps),
    datasetJobs(deps),
    peopleJobs(deps),
    approvalJobs(deps),
    commission,
    savedViewJobs(deps),
    figureJobs(deps),
    requestLogJobs(deps),
  ]
  const links = linksFrom(publicUrl)
  const singleSignOnSettings = options.singleSignOn ?? onlyOutside
  return {
    ...deps,
    mailSettings: options.mail ?? keptMails,
    mailRoom: openMailRoom(deps),
    traffic,
    raters,
    folderWorkers,
    checkFolder: folderWorkers.checkFolder,
    authenticator: createAuthenticator(deps),
    sessions: openSessions(deps),
    userTokens: openUserTokens(deps),
    passwords: createPasswordHasher(options.passwordCost),
    singleSignOnSettings,
    providerClient: openProviderClient({ ...deps, singleSignOnSettings }),
    recentQuotes,
    saveOffer: offerWriter(db, recentOffers),
    recentOffers,
    payAtOnce: paymentWriter(db),
    links,
    webhookSettings: options.webhooks ?? onlyOutside,
    writeMessage: messageWriter({ ...deps, links }),
    requestLog,
    jobEnds,
    backlog,
    handlers: {
      ...deadlines.tasks,
      ...payments.tasks,
      ...impacts.tasks,
      ...massEndorsements.tasks,
      ...transactions.tasks,
      ...withdrawals.tasks,
      ...webhooks.tasks,
      ...renewals.tasks,
      ...dunning.tasks,
      ...documents.tasks,
      ...management.tasks,
      ...accounting.tasks,
      ...commission.tasks,
      sweep: () => sweepRooms(swept),
    },
    warmUp: () => pricingRoom.start(),
    endFolders: () => folderThreads.close(),
    leaveImpacts: () => leaving.abort(),
    close: async () => {
      leaving.abort()
      await requestLog.close()
      if (options.renderer === undefined) await renderer.close()
      if (options.pricingRoom === undefined) await pricingRoom.close()
      if (options.folderThreads === undefined) await folderThreads.close()
      await raters.close()
      await datasets.close()
      await feed.close()
    },
  }
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
    declarationsPerMinuteMax: config.declarationsPerMinuteMax,
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
  const eventOrder = keepEventsOrdered({
    db: platform.db,
    feed: platform.feed,
    onError: (error) =>
      log.error({ err: error }, 'positions could not be given to events; trying again'),
  })
  const dispatcher = await startDispatcher({
    ...platform,
    eventOrder,
    write: platform.writeMessage,
    onError: (error, message) => log.error({ err: error }, message),
  })
  const numbers = keepNumbering({
    db: platform.db,
    onError: (error) =>
      log.error({ err: error }, 'numbers could not be given to invoices; trying again'),
  })
  const commission = keepPostingCommission({
    db: platform.db,
    clock: platform.clock,
    onError: (error) => log.error({ err: error }, 'commission could not be posted; trying again'),
  })
  const mails = keepMailing({
    ...platform,
    onMailError: (error, { id }) => log.error({ err: error, id }, 'a mail failed unexpectedly'),
    onError: (error) => log.error({ err: error }, 'mails could not be sent; trying again'),
  })
  const helper = platform.backlog.keepHelping((error) =>
    log.error({ err: error }, 'due work could not be run; trying again'),
  )
  const chains = keepChained({
    db: platform.db,
    onError: (error) =>
      log.error({ err: error }, 'events and audit log could not be chained; trying again'),
  })
  const promotions = keepCheckingAfterPromotions({
    db: platform.db,
    clock: platform.clock,
    onError: (error) =>
      log.error({ err: error }, 'payments could not be checked after a promotion; trying again'),
  })
  return {
    stop: async () => {
      platform.leaveImpacts()
      promotions.stop()
      await helper.stop()
      await jobs.stop()
      await chains.stop()
      await commission.stop()
      await mails.stop()
      await numbers.stop()
      await dispatcher.stop()
      await eventOrder.stop()
    },
  }
}
