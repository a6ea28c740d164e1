import { createHash } from 'node:crypto'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { MessagePiece } from './mail.ts'
import type { RenderedMail } from './render-mail.ts'

export interface MessageParts extends RenderedMail {
  readonly messageId: string
  readonly from: { readonly name: string; readonly address: string }
  readonly to: string
  readonly replyTo: string | null
  readonly at: Temporal.Instant
  readonly language: string
  readonly logo: MessageFile | null
  readonly attachments: readonly MessageFile[]
}

export interface MessageFile {
  readonly name: string
  readonly type: string
  /** SHA-256 of the content, in hex. */
  readonly hash: string
  readonly content: Buffer
}

/** The address of the logo within a mail. */
export const logoAddress = 'cid:logo'

/** The message as it is sent, to the byte. */
export async function buildMessage(parts: MessageParts): Promise<Buffer> {
  const { from, to, replyTo, subject, text, html, messageId, logo } = parts
  const composer = new MailComposer({
    from: { ...from },
    // An object is one address, whatever its characters are; a text would be taken apart.
    to: { name: '', address: to },
    ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    html,
    messageId,
    date: new Date(parts.at.epochMilliseconds),
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': parts.language },
    attachments: [
      ...(logo === null
        ? []
        : [
            {
              cid: 'logo',
              filename: logo.name,
              content: logo.content,
              contentType: logo.type,
              contentDisposition: 'inline' as const,
            },
          ]),
      ...parts.attachments.map(({ name, type, content }) => ({
        filename: name,
        content,
        contentType: type,
        contentDisposition: 'attachment' as const,
      })),
    ],
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return inMailLines(await composer.compile().build())
}

/** Lines end as they do in transport, which would change them otherwise. */
function inMailLines(message: Buffer): Buffer {
  const text = message.toString('latin1').replaceAll(/\r\n|\r|\n/g, '\r\n')
  return Buffer.from(text.endsWith('\r\n') ? text : `${text}\r\n`, 'latin1')
}

/** The message without its attachments, which are kept once for all mails. */
export function takeApart(message: Buffer, files: readonly MessageFile[]): MessagePiece[] {
  const found = files.map((file) => {
    const written = Buffer.from(encodedLines(file.content))
    return { hash: file.hash, at: message.indexOf(written), length: written.length }
  })
  const pieces: MessagePiece[] = []
  let from = 0
  for (const { hash, at, length } of found.toSorted((a, b) => a.at - b.at)) {
    if (at < from) continue // Equal files: the second stays where it is.
    pieces.push({ bytes: message.subarray(from, at).toString('base64') }, { hash })
    from = at + length
  }
  return [...pieces, { bytes: message.subarray(from).toString('base64') }]
}

/** The same message again. */
export function putTogether(
  pieces: readonly MessagePiece[],
  files: ReadonlyMap<string, Buffer>,
): Buffer {
  return Buffer.concat(
    pieces.map((piece) => {
      if ('bytes' in piece) return Buffer.from(piece.bytes, 'base64')
      const content = files.get(piece.hash)
      if (content === undefined) throw new Error(`the attachment ${piece.hash} is gone`)
      return Buffer.from(encodedLines(content))
    }),
  )
}

const lineLetters = 76

function encodedLines(content: Buffer): string {
  const text = content.toString('base64')
  return text.replace(new RegExp(`.{${lineLetters}}(?=.)`, 'g'), '$&\r\n')
}

export function hashOf(content: Uint8Array): Buffer {
  return createHash('sha256').update(content).digest()
}
