import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readSigningSecret, signingSecretForm } from './outside/index.ts'
import type { RingKey } from './sealing/index.ts'
import {
  type Connection,
  type HttpPricingSettings,
  type MailSettings,
  type SingleSignOnSettings,
  type StripeSettings,
  type TrustedProxies,
  type WebhookSettings,
  connectionsPerAddressMaxDefault,
  defaultLimits as limits,
  defaultPace,
  privateMailSetting,
  privateProviderSetting,
  privateSetting,
  readConnection,
  readStandbys,
  readHttpPricingSettings,
  readMailSettings,
  readTrustedProxies,
  readStripeAddress,
  stripeAddressDefault,
  stripeTimeoutSecondsDefault,
} from './settings/index.ts'

/** Everything that the environment decides, read once, checked, frozen. */
export interface Config {
  readonly host: string
  readonly port: number
  readonly publicUrl: string
  /** Whether the environment says where the server is, so that `publicUrl` is no default. */
  readonly isAddressSet: boolean
  readonly dataDir: string
  /** Null means: run the embedded PostgreSQL. */
  readonly database: Connection | null
  /**
   * The role that serves and is granted its rights by a migration; null where one role does both.
   */
  readonly databaseServingRole: string | null
  readonly databaseConnectionsMax: number
  /** How long a statement of a request or a job may take. */
  readonly databaseTimeoutMs: number
  readonly jobsAtOnceMax: number
  readonly vendor: string
  readonly logLevel: LogLevel
  readonly examplesDir: string
  readonly demo: boolean
  /** Null means: keep a key of our own under the data folder. */
  readonly encryptionKeys: readonly [RingKey, ...RingKey[]] | null
  readonly sandboxSecret: Uint8Array
  /** How payment companies are reached. */
  readonly stripe: StripeSettings
  readonly requestsPerMinuteMax: number
  readonly openRequestsPerMinuteMax: number
  readonly failuresPerMinuteMax: number
  readonly declarationsPerMinuteMax: number
  readonly connectionsPerAddressMax: number
  /** The proxies whose `X-Forwarded-For` is believed. */
  readonly trusts: TrustedProxies
  readonly bodyBytesPerSecondMin: number
  readonly uploadBytesMax: number
  /** How long a stopping server goes on serving while `/readyz` already says no. */
  readonly stopDelayMs: number
  /** Which raters outside products may ask for prices. */
  readonly raters: HttpPricingSettings
  /** Where webhooks may lead. */
  readonly webhooks: WebhookSettings
  /** Where identity providers may be. */
  readonly singleSignOn: SingleSignOnSettings
  /** How mails are sent. */
  readonly mail: MailSettings
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

type Environment = Readonly<Record<string, string | undefined>>

/** Several settings may be wrong at once; the message lists all of them. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`The configuration is wrong:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

const mebibyte = 1024 * 1024
const repository = fileURLToPath(new URL('../..', import.meta.url))
/** Well known on purpose: the sandbox moves no money and works in test mode only. */
const sandboxSecretDefault = Buffer.from('bindery sandbox, test mode only!')

/** The only code that reads the environment. */
export function readConfig(env: Environment = process.env): Config {
  const problems: string[] = []
  const read = readerOf(env, problems)
  const host = read.text('HOST', '127.0.0.1')
  const port = read.integer('PORT', 8080, 1, 65_535)
  const config: Config = {
    host,
    port,
    publicUrl: read.url('PUBLIC_URL', addressOf(host, port)),
    isAddressSet: [env['PUBLIC_URL'], env['HOST'], env['PORT']].some((text) => text !== undefined),
    dataDir: resolve(read.text('DATA_DIR', '.data')),
    database: read.database('DATABASE_URL', 'DATABASE_READ_URL'),
    databaseServingRole: read.role('DATABASE_SERVING_ROLE'),
    databaseConnectionsMax: read.integer('DATABASE_CONNECTIONS', 12, 2, 1000),
    databaseTimeoutMs: read.integer('DATABASE_TIMEOUT_SECONDS', 10, 1, 20) * 1_000,
    jobsAtOnceMax: read.integer('JOBS_AT_ONCE', 4, 1, 100),
    vendor: read.matching(
      'VENDOR',
      'bindery',
      /^[a-z0-9-]{1,40}$/,
      'lower-case letters, digits and dashes',
    ),
    logLevel: read.oneOf('LOG_LEVEL', 'info', logLevels),
    examplesDir: resolve(read.text('EXAMPLES_DIR', `${repository}/examples`)),
    demo: read.oneOf('BINDERY_DEMO', 'on', ['on', 'off']) === 'on',
    encryptionKeys: read.keyRing('ENCRYPTION_KEYS'),
    sandboxSecret: read.signingSecret('SANDBOX_SECRET', sandboxSecretDefault),
    stripe: {
      timeoutMs: read.integer('STRIPE_TIMEOUT_SECONDS', stripeTimeoutSecondsDefault, 1, 60) * 1_000,
      address: readStripeAddress(read.url('STRIPE_ADDRESS', stripeAddressDefault)),
    },
    requestsPerMinuteMax: read.perMinute('RATE_LIMIT_PER_MINUTE', limits.requestsPerMinuteMax),
    openRequestsPerMinuteMax: read.perMinute(
      'ADDRESS_LIMIT_PER_MINUTE',
      limits.openRequestsPerMinuteMax,
    ),
    failuresPerMinuteMax: read.perMinute(
      'ADDRESS_FAILURES_PER_MINUTE',
      limits.failuresPerMinuteMax,
    ),
    declarationsPerMinuteMax: read.perMinute(
      'ADDRESS_WITHDRAWALS_PER_MINUTE',
      limits.declarationsPerMinuteMax,
    ),
    connectionsPerAddressMax: read.integer(
      'CONNECTIONS_PER_ADDRESS_MAX',
      connectionsPerAddressMaxDefault,
      1,
      1_000_000,
    ),
    trusts: read.trustedProxies('TRUSTED_PROXIES'),
    bodyBytesPerSecondMin: read.integer(
      'BODY_BYTES_PER_SECOND_MIN',
      defaultPace.bytesPerSecondMin,
      1,
      1_000_000_000,
    ),
    uploadBytesMax: read.integer('UPLOAD_MIB_MAX', 1_024, 1, 1_000_000) * mebibyte,
    stopDelayMs: read.integer('STOP_DELAY_SECONDS', 1, 0, 600) * 1000,
    raters: read.raters(),
    webhooks: {
      allowsPrivate: read.oneOf(privateSetting, 'refuse', ['allow', 'refuse']) === 'allow',
    },
    singleSignOn: {
      allowsPrivate: read.oneOf(privateProviderSetting, 'refuse', ['allow', 'refuse']) === 'allow',
    },
    mail: {
      ...read.mail(read.url('PUBLIC_URL', addressOf(host, port))),
      allowsPrivate: read.oneOf(privateMailSetting, 'refuse', ['allow', 'refuse']) === 'allow',
    },
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return Object.freeze(config)
}

/** These stand for all addresses of the machine: a link to them leads nowhere. */
const allAddresses = ['0.0.0.0', '::']
/** Links name `localhost`, because browsers allow it more than an address by number. */
const ownAddresses = ['127.0.0.1', '::1']

function addressOf(host: string, port: number): string {
  const name = [...allAddresses, ...ownAddresses].includes(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

function readerOf(env: Environment, problems: string[]) {
  const given = (name: string) => (env[name] === '' ? undefined : env[name])
  const reader = {
    text: (name: string, fallback: string) => given(name) ?? fallback,
    integer(name: string, fallback: number, min: number, max: number): number {
      const text = given(name) ?? String(fallback)
      const value = Number(text)
      if (/^\d+$/.test(text) && value >= min && value <= max) return value
      problems.push(`${name} must be a whole number from ${min} to ${max}, not "${given(name)}".`)
      return fallback
    },
    perMinute: (name: string, fallback: number) => reader.integer(name, fallback, 1, 1_000_000_000),
    trustedProxies(name: string): TrustedProxies {
      const read = readTrustedProxies(given(name) ?? '')
      const wanted = 'takes addresses and ranges such as 10.0.0.7,192.168.0.0/16,fd00::/8'
      problems.push(...read.problems.map((problem) => `${name} ${wanted}: ${problem}.`))
      return read.trusts
    },
    oneOf<Value extends string>(name: string, fallback: Value, values: readonly Value[]): Value {
      const value = values.find((one) => one === (given(name) ?? fallback))
      if (value !== undefined) return value
      problems.push(`${name} must be one of ${values.join(', ')}, not "${given(name)}".`)
      return fallback
    },
    matching(name: string, fallback: string, pattern: RegExp, wanted: string): string {
      const value = given(name) ?? fallback
      if (!pattern.test(value)) problems.push(`${name} takes ${wanted}, not "${value}".`)
      return value
    },
    url(name: string, fallback: string): string {
      const value = given(name) ?? fallback
      const isHttp = URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
      if (!isHttp) problems.push(`${name} must be an http or https address, not "${value}".`)
      return value.replace(/\/+$/, '')
    },
    database(name: string, standbysName: string): Connection | null {
      const value = given(name)
      const standbys = reader.standbys(standbysName)
      if (value === undefined) {
        if (standbys !== null) problems.push(`${standbysName} needs ${name}, the primary.`)
        return null
      }
      const read = readConnection(name, value)
      if (read.problems === undefined) return { ...read.connection, ...(standbys && { standbys }) }
      problems.push(...read.problems)
      return null
    },
    standbys(name: string): Connection | null {
      const value = given(name)
      if (value === undefined) return null
      const read = readStandbys(name, value)
      if (read.problems === undefined) return read.connection
      problems.push(...read.problems)
      return null
    },
    role(name: string): string | null {
      const value = given(name) ?? null
      if (value !== null && !/^[a-z_][a-z0-9_]{0,62}$/.test(value)) {
        problems.push(`${name} must be the name of a role, such as bindery_serve, not "${value}".`)
      }
      return value
    },
    raters(): HttpPricingSettings {
      const read = readHttpPricingSettings({
        hosts: given('PRICING_HTTP_HOSTS'),
        private: given('PRICING_HTTP_PRIVATE'),
        secret: given('PRICING_HTTP_SECRET'),
      })
      problems.push(...read.problems)
      return read.settings
    },
    mail(publicUrl: string): Omit<MailSettings, 'allowsPrivate'> {
      const settings = {
        url: given('MAIL_URL'),
        from: given('MAIL_FROM'),
        testAddresses: given('MAIL_TEST_ADDRESSES'),
        dkim: given('MAIL_DKIM'),
        bounceDomain: given('MAIL_BOUNCE_DOMAIN'),
        nameServers: given('MAIL_DNS'),
      }
      const host = URL.parse(publicUrl)?.hostname ?? 'localhost'
      const read = readMailSettings(settings, host)
      problems.push(...read.problems)
      return read.settings
    },
    signingSecret(name: string, fallback: Uint8Array): Uint8Array {
      const value = given(name)
      const key = value === undefined ? fallback : readSigningSecret(value)
      if (key !== null) return key
      problems.push(`${name} must be ${signingSecretForm}.`)
      return fallback
    },
    keyRing(name: string): Config['encryptionKeys'] {
      const value = given(name)
      if (value === undefined) return null
      const ring = value.split(',').map((entry) => readRingKey(entry.trim()))
      const [first, ...others] = ring.filter((key) => key !== null)
      const ids = new Set(ring.map((key) => key?.id))
      if (first !== undefined && !ring.includes(null) && ids.size === ring.length)
        return [first, ...others]
      problems.push(
        `${name} must be a list of id:key, each id once and each key 32 bytes in base64, the current one first. Make a key with "openssl rand -base64 32".`,
      )
      return null
    },
  }
  return reader
}

export function readRingKey(entry: string): RingKey | null {
  const [, id, encoded] = /^([\w-]{1,40}):([A-Za-z0-9+/]{43}=)$/.exec(entry) ?? []
  if (id === undefined || encoded === undefined) return null
  return { id, key: Buffer.from(encoded, 'base64') }
}
