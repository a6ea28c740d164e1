import type { AccountId } from '../../kernel/index.ts'
import { hostRefusal } from '../../outside/index.ts'
import { type KeyRing, type Sealed, open, seal } from '../../sealing/index.ts'
import {
  type MailRoute,
  type MailSettings,
  isRsaKey,
  privateMailSetting,
} from '../../settings/index.ts'
import { mailServerInvalid } from '../reasons.ts'
import type { SealedRows } from '../rotate-rows.ts'
import {
  selectOneServerPerKey,
  selectStaleServers,
  updateSealedServer,
} from './own-server-store.ts'

/** Whose mail server it is, and for which of its mails. */
export interface ServerOwner {
  readonly insurerId: AccountId
  readonly livemode: boolean
}

/** The mail server that an insurer has named for one mode. */
export interface OwnServer extends MailRoute {
  readonly url: string
}

export interface StoredServer extends ServerOwner, Sealed {
  readonly createdAt: Temporal.Instant
  readonly changedAt: Temporal.Instant
}

export function sealServer(ring: KeyRing, owner: ServerOwner, server: OwnServer): Sealed {
  return seal(ring, bindingOf(owner), Buffer.from(JSON.stringify(server)))
}

export function openServer(ring: KeyRing, stored: StoredServer): OwnServer {
  return JSON.parse(open(ring, bindingOf(stored), stored).toString()) as OwnServer // As it was sealed here.
}

export const sealedServers: SealedRows<StoredServer> = {
  name: 'Mail servers of insurers',
  bindingOf,
  selectStale: selectStaleServers,
  updateKey: updateSealedServer,
  selectOnePerKey: selectOneServerPerKey,
}

/** Binds the ciphertext to its row, so that it cannot be moved to another insurer or mode. */
function bindingOf({ insurerId, livemode }: ServerOwner): string {
  return `mail server of ${insurerId} ${livemode ? 'live' : 'test'}`
}

const ports = { 'smtp:': 587, 'smtps:': 465 } as const

/** Where a server listens, and who signs in there. */
export interface ServerAddress {
  readonly isEncrypted: boolean
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
}

/** Null where the text is no address of a mail server. Options in its query are none of an insurer's. */
export function readServerAddress(text: string): ServerAddress | null {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:')) return null
  const isWhole = /^\/?$/.test(url.pathname) && url.search === '' && url.hash === ''
  if (!isWhole || !/^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/i.test(url.hostname)) return null
  try {
    return {
      isEncrypted: url.protocol === 'smtps:',
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? ports[url.protocol] : Number(url.port),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
    }
  } catch {
    return null // A percent sign that encodes nothing.
  }
}

/** Refuses what no mail could be sent with. */
export function assertServer(
  server: OwnServer,
  { allowsPrivate }: Pick<MailSettings, 'allowsPrivate'>,
): void {
  const address = readServerAddress(server.url)
  if (address === null) {
    throw mailServerInvalid('url', 'an address such as smtps://user:password@mail.example.com')
  }
  if (hostRefusal(address.host, { allowsPrivate, privateSetting: privateMailSetting }) !== null) {
    throw mailServerInvalid('url', `a public address, unless ${privateMailSetting}=allow is set`)
  }
  if (server.dkim !== null && !isRsaKey(server.dkim.key)) {
    throw mailServerInvalid('dkim.key', 'an RSA private key in PEM')
  }
}
