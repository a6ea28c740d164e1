import type { AddressInfo, Socket } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

/** A mail server that can misbehave, and keeps what it takes. */
export interface TestMailServer {
  readonly url: string
  /** What it has accepted, or taken before it dropped the line. */
  readonly taken: TakenMail[]
  /** How many recipients it was asked about. */
  asked: number
  /** What it does with the next mails: nothing out of the ordinary by default. */
  fault: MailFault | null
  close(): Promise<void>
}

export interface TakenMail {
  /** The return address of its envelope. */
  readonly from: string
  readonly to: string
  /** Who had signed in, as `user:password`; null if nobody had. */
  readonly user: string | null
  readonly bytes: Buffer
  readonly parsed: ParsedMail
}

/**
 * `greylists` and `refuses` answer for the recipient; `refuses_one` for addresses that begin with
 * `gone`. `drops` takes the mail and hangs up in place of an answer. `hangs` never answers.
 */
export type MailFault = 'greylists' | 'refuses' | 'refuses_one' | 'drops' | 'hangs'

export async function openMailServer(): Promise<TestMailServer> {
  const taken: TakenMail[] = []
  const sockets = new Set<Socket>()
  const opened: Pick<TestMailServer, 'asked' | 'fault'> = { asked: 0, fault: null }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    allowInsecureAuth: true,
    onAuth: ({ username = '', password = '' }, _session, answer) =>
      answer(null, { user: `${username}:${password}` }),
    onRcptTo: ({ address }, _session, answer) => {
      const { fault } = opened
      opened.asked += 1
      const refuse = (code: number, text: string) =>
        answer(Object.assign(new Error(text), { responseCode: code }))
      if (fault === 'hangs') return
      if (fault === 'greylists') refuse(451, `4.7.1 ${address}: greylisted, try again later`)
      else if (fault === 'refuses' || (fault === 'refuses_one' && address.startsWith('gone'))) {
        refuse(550, `5.1.1 ${address}: no such mailbox`)
      } else answer()
    },
    onData: (stream, session, answer) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const bytes = Buffer.concat(parts)
        const to = session.envelope.rcptTo.map(({ address }) => address).join(',')
        void simpleParser(bytes).then((parsed) => {
          const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address
          taken.push({ from, to, user: session.user ?? null, bytes, parsed })
          if (opened.fault === 'drops') {
            // It has taken the mail, and nobody hears so.
            for (const socket of sockets) socket.destroy()
          } else answer()
        })
      })
    },
  })
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => void sockets.add(socket))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.server.address() as AddressInfo // It listens on a port.
  return Object.assign(opened, {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  })
}

/** A mail server that an insurer names as its own. No test asks it. */
export const ownMailServer = {
  url: 'smtps://service:secret@mail.insurer.example',
  from: 'service@insurer.example',
}
