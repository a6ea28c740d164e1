import { createTransport } from 'nodemailer'
import type { MailSettings } from '../settings/index.ts'

/** The connections to a mail server, for one round of mails. */
export interface MailServer {
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
}

const connectionsMax = 4
const connectMs = 15_000
const silenceMs = 30_000
const replyLettersMax = 300

/** Null where none is named. */
export function openMailServer({ url }: Pick<MailSettings, 'url'>): MailServer | null {
  if (url === null) return null
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connectionsMax,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ from, to, message }) {
      try {
        const { response } = await transport.sendMail({
          envelope: { from, to: [to] },
          raw: message,
        })
        return { outcome: 'accepted', text: textOf(response) }
      } catch (error) {
        return refusalOf(error)
      }
    },
    close: () => transport.close(),
  }
}

/** A reply of 500 and more is for good; everything else, a silent server included, may pass. */
function refusalOf(error: unknown): ServerAnswer {
  const { responseCode, response, code } = error as {
    readonly responseCode?: number
    readonly response?: string
    readonly code?: string
  }
  // A refused login or certificate is the operator's to fix, not the recipient's.
  const isOfRecipient = code === 'EENVELOPE' || code === 'EMESSAGE'
  const isPermanent = isOfRecipient && responseCode !== undefined && responseCode >= 500
  return {
    outcome: isPermanent ? 'permanent' : 'temporary',
    text: textOf(response ?? `no answer (${code ?? 'unknown error'})`),
  }
}

/** A server may repeat the address. */
function textOf(reply: string): string {
  return reply
    .replaceAll(/<?[^\s<>@]+@[^\s<>@]+>?/g, '…')
    .replaceAll(/[\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, replyLettersMax)
}
