import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { Clock, Traffic } from '../kernel/index.ts'
import type { ChangeFeed, Database } from '../database/index.ts'
import type { Datasets } from '../datasets/index.ts'
import type { RenderService } from '../documents/index.ts'
import type { Authenticator } from '../identity/index.ts'
import type { PasswordHasher, ProviderClient, Sessions, UserTokens } from '../people/index.ts'
import type { PayAtOnce, Providers } from '../payments/index.ts'
import type { RecentOffers, SaveOffer } from '../sales/index.ts'
import type { Raters } from '../pricing/index.ts'
import type { FolderWorkers } from '../management/index.ts'
import type { Catalogue, CheckFolder } from '../products/index.ts'
import type { QuoteDeps, RecentQuotes } from '../quotes/index.ts'
import type { RequestLog } from '../request-log/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import type { MailSettings, SingleSignOnSettings, WebhookSettings } from '../settings/index.ts'
import type { DispatcherOptions } from '../webhooks/index.ts'
import type { Links } from './links.ts'

/** The dependencies of all endpoints, built once at the entry point. */
export interface HttpDeps {
  readonly db: Database
  readonly feed: ChangeFeed
  readonly clock: Clock
  readonly traffic: Traffic
  readonly authenticator: Authenticator
  readonly sessions: Sessions
  readonly userTokens: UserTokens
  readonly passwords: PasswordHasher
  readonly providerClient: ProviderClient
  readonly singleSignOnSettings: SingleSignOnSettings
  readonly datasets: Datasets
  readonly catalogue: Catalogue
  readonly saveQuote: QuoteDeps['saveQuote']
  readonly recentQuotes: RecentQuotes
  readonly saveOffer: SaveOffer
  readonly recentOffers: RecentOffers
  readonly payAtOnce: PayAtOnce
  readonly keyRing: KeyRing
  readonly providers: Providers
  /** Called when the answer of a payment provider got lost. */
  readonly onDoubt: (error: unknown) => void
  readonly raters: Raters
  readonly renderService: RenderService
  readonly folderWorkers: FolderWorkers
  readonly checkFolder: CheckFolder
  readonly webhookSettings: WebhookSettings
  readonly mailSettings: MailSettings
  readonly writeMessage: DispatcherOptions['write']
  readonly requestLog: RequestLog
  readonly links: Links
  /** The address that links begin with. */
  readonly publicUrl: string
}

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>
