import { type Socket, connect } from 'node:net'
import { type Transporter, createTransport } from 'nodemailer'
import {
  PrivateAddressError,
  checkedLookup,
  hostRefusal,
  openDnsResolver,
  systemResolver,
} from '../outside/index.ts'
import { type MailRoute, type MailSettings, privateMailSetting } from '../settings/index.ts'
import { withoutAddresses } from './reply-text.ts'
import { isUnknownMailbox } from './status-code.ts'
import { readServerAddress } from './own-server/own-server.ts'

/** The connections to a mail server, for one round of mails. */
export interface MailServer {
  /** The domain of return addresses. */
  readonly bounceDomain: string | null
  send(mail: {
    readonly from: string
    readonly to: string
    readonly message: Buffer
  }): Promise<ServerAnswer>
  close(): void
}

export interface ServerAnswer {
  readonly outcome: 'accepted' | 'temporary' | 'permanent'
  /** What the server answered, without addresses. */
  readonly text: string
  /** True where it knows no such mailbox, and never will. */
  readonly isUnknownMailbox: boolean
}

const connectionsMax = 4
const connectMsMax = 15_000
const silenceMsMax = 30_000

/** A server that can is asked to report also that it has delivered. */
const reportsAsked = { return: 'headers' as const, notify: ['success', 'failure', 'delay'] }

const nameServers = openDnsResolver()

/** Null where none is named. */
export function openMailServer(
  route: Pick<MailRoute, 'url' | 'bounceDomain'> & { readonly isOwn: boolean },
  settings: MailSettings,
): MailServer | null {
  if (route.url === null) return null
  const transport = openTransport(route.url, route.isOwn, settings)
  let silence: ServerAnswer | null = null
  return {
    bounceDomain: route.bounceDomain,
    async send({ from, to, message }) {
      // The other mails of the round would wait as long, and those of other insurers with them.
      if (silence !== null) return silence
      try {
        const { response } = await transport.sendMail({
          envelope: { from, to: [to] },
          raw: message,
          ...(route.bounceDomain === null ? {} : { dsn: reportsAsked }),
        })
        return {
          outcome: 'accepted',
          text: withoutAddresses(response ?? ''),
          isUnknownMailbox: false,
        }
      } catch (error) {
        const answer = refusalOf(error)
        if (isSilent(error)) silence = answer
        return answer
      }
    },
    close: () => transport.close(),
  }
}

function openTransport(url: string, isOwn: boolean, settings: MailSettings): Transporter {
  const { silenceMs = silenceMsMax } = settings
  const connectMs = Math.min(connectMsMax, silenceMs)
  const limits = {
    pool: true,
    maxConnections: connectionsMax,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const
  if (!isOwn) return createTransport({ ...limits, url })
  const address = readServerAddress(url)
  if (address === null) throw new Error('a stored mail server has no address')
  const { host, port, isEncrypted, user, password } = address
  return createTransport({
    ...limits,
    host,
    port,
    secure: isEncrypted,
    // A password must not go over the internet as it is.
    requireTLS: !isEncrypted && !settings.allowsPrivate,
    ...(user === '' ? {} : { auth: { user, pass: password } }),
    getSocket: (_: object, done: TakeSocket) =>
      openSocket({ host, port, connectMs }, settings, done),
  })
}

type TakeSocket = (error: Error | null, opened?: { readonly connection: Socket }) => void

/** Connects to the very address that was checked: an insurer names the server. */
function openSocket(
  {
    host,
    port,
    connectMs,
  }: { readonly host: string; readonly port: number; readonly connectMs: number },
  { allowsPrivate, resolve }: MailSettings,
  done: TakeSocket,
): void {
  if (hostRefusal(host, { allowsPrivate, privateSetting: privateMailSetting }) !== null) {
    done(new PrivateAddressError(host))
    return
  }
  // Names of a private network are known to the system's resolver only.
  const resolver = resolve ?? (allowsPrivate ? systemResolver : nameServers)
  const socket = connect({ host, port, lookup: checkedLookup(resolver, allowsPrivate) })
  socket.setTimeout(connectMs, () => {
    socket.destroy(Object.assign(new Error('it does not answer'), { code: 'ETIMEDOUT' }))
  })
  socket.once('error', done)
  socket.once('connect', () => {
    socket.removeListener('error', done)
    socket.removeAllListeners('timeout')
    socket.setTimeout(0)
    done(null, { connection: socket })
  })
}

/** A reply of 500 and more is for good; everything else, a silent server included, may pass. */
function refusalOf(error: unknown): ServerAnswer {
  if (error instanceof PrivateAddressError) {
    const text = `The mail server is at a private address, which ${privateMailSetting} does not allow.`
    return { outcome: 'temporary', text, isUnknownMailbox: false }
  }
  const { responseCode, response, code } = error as {
    readonly responseCode?: number
    readonly response?: string
    readonly code?: string
  }
  // A refused login or certificate is the operator's to fix, not the recipient's.
  const isOfRecipient = code === 'EENVELOPE' || code === 'EMESSAGE'
  const isPermanent = isOfRecipient && responseCode !== undefined && responseCode >= 500
  const [, status = ''] = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})/.exec(response ?? '') ?? []
  return {
    outcome: isPermanent ? 'permanent' : 'temporary',
    text: withoutAddresses(response ?? `no answer (${code ?? 'unknown error'})`),
    isUnknownMailbox: isPermanent && isUnknownMailbox(status),
  }
}

function isSilent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ETIMEDOUT'
}
