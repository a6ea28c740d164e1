import type { Clock, JsonObject } from '../../kernel/index.ts'
import { recordAudit } from '../../audit/index.ts'
import { type Database, type Queryable, assertOutsideTransaction } from '../../database/index.ts'
import { type Caller, lockAccount } from '../../identity/index.ts'
import { type ReplayWriter, completeReservation } from '../../idempotency/index.ts'
import type { KeyRing } from '../../sealing/index.ts'
import type { DkimKey, MailSettings } from '../../settings/index.ts'
import { buildMessage } from '../build-message.ts'
import { type ServerAnswer, openMailServer } from '../mail-server.ts'
import { mailServerInvalid, mailServerNotFound } from '../reasons.ts'
import { signMessage } from '../sign-message.ts'
import {
  type OwnServer,
  type StoredServer,
  assertServer,
  openServer,
  readServerAddress,
  sealServer,
} from './own-server.ts'
import { deleteServer, selectServer, upsertServer } from './own-server-store.ts'

export interface OwnServerDeps {
  readonly db: Database
  readonly clock: Clock
  readonly keyRing: KeyRing
  readonly mailSettings: MailSettings
}

/** What a caller says about its mail server. */
export interface ServerRequest {
  readonly from: string
  readonly testAddresses: readonly string[]
  readonly bounceDomain: string | null
  /** Null keeps the one that is stored. */
  readonly url: string | null
  readonly dkim: (Omit<DkimKey, 'key'> & { readonly key: string | null }) | null
}

/** A mail server as it is shown: without its password and the key that signs. */
export interface ShownServer {
  readonly livemode: boolean
  readonly address: string
  readonly user: string | null
  readonly from: string
  readonly dkim: Omit<DkimKey, 'key'> | null
  readonly testAddresses: readonly string[]
  readonly bounceDomain: string | null
  readonly changedAt: Temporal.Instant
}

/** Stores the mail server of the caller's account and mode. Secrets that are left out stay. */
export async function setMailServer(
  deps: OwnServerDeps,
  caller: Caller,
  request: ServerRequest,
): Promise<ShownServer> {
  const now = deps.clock()
  const owner = ownerOf(caller)
  return deps.db.transaction(async (tx) => {
    await lockAccount(tx, caller.account.id)
    const before = await selectServer(tx, owner)
    const opened = before && openServer(deps.keyRing, before)
    const server = merged(opened, request)
    assertServer(server, deps.mailSettings)
    const createdAt = before?.createdAt ?? now
    const sealed = sealServer(deps.keyRing, owner, server)
    const stored: StoredServer = { ...owner, ...sealed, createdAt, changedAt: now }
    await upsertServer(tx, stored)
    const shown = show(stored, server)
    const change = { action: 'mail_server.set', subjectId: caller.account.id } as const
    const was = before && opened ? described(show(before, opened)) : null
    await recordAudit(tx, caller, { ...change, before: was, after: described(shown) }, now)
    return shown
  })
}

/** From now on its mails go by the server of the installation again. */
export async function removeMailServer(
  deps: OwnServerDeps,
  caller: Caller,
  replay: ReplayWriter<ShownServer> | null,
): Promise<ShownServer> {
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    await lockAccount(tx, caller.account.id)
    const stored = await find(tx, caller)
    await deleteServer(tx, stored)
    const shown = show(stored, openServer(deps.keyRing, stored))
    const change = { action: 'mail_server.removed', subjectId: caller.account.id } as const
    await recordAudit(tx, caller, { ...change, before: described(shown), after: null }, now)
    await completeReservation(tx, replay, shown)
    return shown
  })
}

export async function findMailServer(
  { db, keyRing }: Pick<OwnServerDeps, 'keyRing'> & { readonly db: Queryable },
  caller: Caller,
): Promise<ShownServer> {
  const stored = await find(db, caller)
  return show(stored, openServer(keyRing, stored))
}

/** Sends one mail to this address now, and returns what the server answered. */
export async function testMailServer(
  deps: OwnServerDeps,
  caller: Caller,
  to: string,
): Promise<ServerAnswer> {
  const stored = await find(deps.db, caller)
  assertOutsideTransaction('a mail server')
  const own = openServer(deps.keyRing, stored)
  const subject = 'Test of your mail server'
  const text = `This mail was sent by the mail server of ${caller.account.name}, as a test.`
  const unsigned = await buildMessage({
    subject,
    text: `${text}\n`,
    html: `<!DOCTYPE html>\n<html lang="en"><title>${subject}</title><p>This mail was sent by your mail server, as a test.</p></html>\n`,
    messageId: `<${crypto.randomUUID()}@${own.from.slice(own.from.indexOf('@') + 1)}>`,
    from: { name: caller.account.name, address: own.from },
    to,
    replyTo: null,
    at: deps.clock(),
    language: 'en',
    logo: null,
    attachments: [],
  })
  const message = own.dkim === null ? unsigned : await signMessage(unsigned, own.dkim)
  const server = openMailServer({ ...own, isOwn: true }, deps.mailSettings)
  if (server === null) throw new Error('a mail server of an insurer has an address')
  try {
    return await server.send({ from: own.from, to, message })
  } finally {
    server.close()
  }
}

function merged(before: OwnServer | undefined, request: ServerRequest): OwnServer {
  const { from, testAddresses, bounceDomain } = request
  const shared = { from, testAddresses, bounceDomain }
  const url = request.url ?? before?.url
  if (url === undefined) throw mailServerInvalid('url', 'given: none is stored yet')
  if (request.dkim === null) return { ...shared, url, dkim: null }
  const { domain, selector } = request.dkim
  const isSame = before?.dkim?.domain === domain && before.dkim.selector === selector
  const key = request.dkim.key ?? (isSame ? before.dkim?.key : undefined)
  if (key === undefined) throw mailServerInvalid('dkim.key', 'given: none is stored for it yet')
  return { ...shared, url, dkim: { domain, selector, key } }
}

async function find(db: Queryable, caller: Caller): Promise<StoredServer> {
  const stored = await selectServer(db, ownerOf(caller))
  if (stored === undefined) throw mailServerNotFound()
  return stored
}

function ownerOf({ account, livemode }: Caller) {
  return { insurerId: account.id, livemode }
}

function show({ livemode, changedAt }: StoredServer, server: OwnServer): ShownServer {
  const { from, dkim, testAddresses, bounceDomain } = server
  const address = readServerAddress(server.url)
  if (address === null) throw new Error('a stored mail server has no address')
  const { isEncrypted, host, port, user } = address
  const name = host.includes(':') ? `[${host}]` : host
  return {
    livemode,
    address: `${isEncrypted ? 'smtps' : 'smtp'}://${name}:${port}`,
    user: user === '' ? null : user,
    from,
    dkim: dkim && { domain: dkim.domain, selector: dkim.selector },
    testAddresses,
    bounceDomain,
    changedAt,
  }
}

function described({ testAddresses, bounceDomain, dkim, ...shown }: ShownServer): JsonObject {
  const { livemode, address, user, from } = shown
  return {
    livemode,
    address,
    user,
    from,
    dkim: dkim && { ...dkim },
    test_addresses: [...testAddresses],
    bounce_domain: bounceDomain,
  }
}
