import {
  type Problem,
  describeProblem,
  type JsonObject,
  type ProductVersionId,
  type When,
} from '../kernel/index.ts'
import type { FormatData } from '../documents/index.ts'
import { eventsRecorded } from '../events/index.ts'
import { policiesLocked } from '../policies/index.ts'
import { type MailRoute, mailAddressShape } from '../settings/index.ts'
import { type MailDefinition, type MailsDefinition, localText } from '../products/index.ts'
import { type MessageFile, buildMessage, hashOf, logoAddress, takeApart } from './build-message.ts'
import { templateFor } from './folder-mails.ts'
import { type Mail, messageId } from './mail.ts'
import { mailNews } from './mail-events.ts'
import { handoverOf } from './mail-handover.ts'
import { noticeFate } from './notice-proof.ts'
import { keepPicture, mailComposed } from './mail-store.ts'
import type { MailDeps } from './open-mail-room.ts'
import { renderMail } from './render-mail.ts'
import { readRoute } from './own-server/mail-route.ts'
import { sealMail } from './seal-mail.ts'
import { signMessage } from './sign-message.ts'

/**
 * What became of an attempt. `waits`: something that it shows is still to be made. `fails`: its
 * template or its address is wrong, and another attempt would fail too.
 */
export type Composed =
  | { readonly outcome: 'composed' }
  | { readonly outcome: 'void' }
  | { readonly outcome: 'waits'; readonly because: string }
  | { readonly outcome: 'fails'; readonly because: string }

const bytesMax = 20 * 1024 * 1024

/** What a mail is made of, once everything that it shows is there. */
export interface MailParts {
  /** The moment at which it is composed: on a test clock, that of the clock. */
  readonly moment: When
  readonly mails: MailsDefinition
  readonly own: MailDefinition
  readonly productVersionId: ProductVersionId
  readonly to: string | null
  /** The language of the customer; the default language has every template. */
  readonly language: string
  readonly defaultLanguage: string
  readonly currency: string
  readonly insurer: { readonly name: string }
  readonly attached: readonly MessageFile[]
  dataIn(language: string): { readonly data: JsonObject; readonly format: FormatData }
}

/** Writes a mail to the byte, and keeps it as it will be sent. */
export async function composeFrom(deps: MailDeps, mail: Mail, parts: MailParts): Promise<Composed> {
  const { db } = deps
  const { mails, own, to, attached, currency } = parts
  if (to === null || !mailAddressShape.test(to))
    return fails('The recipient has no e-mail address.')
  const { folder, logo } = await deps.mailRoom.stationery(parts.productVersionId, mails)
  const language = own.files[parts.language] === undefined ? parts.defaultLanguage : parts.language
  const template = templateFor(folder, mails, own, language)
  if (template === undefined) return fails(describe(folder.problems))
  const { data, format } = parts.dataIn(language)
  const sender = localText(mails.sender, language, parts.insurer.name)
  const brand = { sender, colour: mails.colour, logo: logo && logoAddress }
  const rendered = renderMail({ ...template, language, data, format, currency, brand })
  if (rendered.problems.length > 0) return fails(describe(rendered.problems))
  const route = await readRoute(deps, mail)
  const domain = route.from.slice(route.from.indexOf('@') + 1)
  const unsigned = await buildMessage({
    ...rendered.mail,
    messageId: messageId(mail, domain),
    from: { name: sender, address: route.from },
    to,
    replyTo: mails.replyTo ?? null,
    at: mail.datedAt,
    language,
    logo,
    attachments: attached,
  })
  const message = route.dkim === null ? unsigned : await signMessage(unsigned, route.dkim)
  if (message.length > bytesMax) return fails(`It is larger than ${bytesMax / 1024 / 1024} MiB.`)
  const files = [...(logo === null ? [] : [logo]), ...attached]
  const content = {
    ...rendered.mail,
    from: route.from,
    to,
    attachments: attached.map(({ name, hash }) => ({ name, hash })),
    pieces: takeApart(message, files),
  }
  if (logo !== null) await keepPicture(db, Buffer.from(logo.hash, 'hex'), logo.content)
  await keep(deps, mail, parts.moment, {
    isSent: isSentTo(route, mail, to),
    message,
    attached: attached.map(({ hash }) => hash),
    sealed: sealMail(deps.keyRing, mail.id, content),
  })
  return { outcome: 'composed' }
}

/** Whether a server is asked at all: without one nobody is, and in test mode only for those listed. */
function isSentTo({ url, testAddresses }: MailRoute, mail: Mail, to: string): boolean {
  if (url === null) return false
  const address = to.toLowerCase()
  const isListed = testAddresses.some((one) =>
    one.startsWith('@') ? address.endsWith(one) : address === one,
  )
  return mail.livemode || isListed
}

async function keep(
  deps: MailDeps,
  mail: Mail,
  moment: When,
  {
    isSent,
    message,
    attached,
    sealed,
  }: {
    readonly isSent: boolean
    readonly message: Buffer
    readonly attached: readonly string[]
    readonly sealed: ReturnType<typeof sealMail>
  },
): Promise<void> {
  const { db, clock } = deps
  const hash = hashOf(message)
  const bytes = message.length
  const state = isSent ? 'ready' : 'kept'
  const nextAt = isSent ? clock() : null
  // In test mode a kept mail counts as delivered; in live mode nobody will ever have it.
  const fate = mail.livemode
    ? ({ isDelivered: false } as const)
    : ({
        isDelivered: true,
        at: mail.datedAt,
        attached: () => Promise.resolve(attached),
      } as const)
  const composed = { content_hash: hash.toString('hex'), bytes, is_kept: !isSent }
  const hasArrived = !isSent && !mail.livemode
  const handed = hasArrived
    ? await handoverOf(deps, mail, () => Promise.resolve(attached), moment)
    : { parts: [], news: [] }
  await db.commit([
    ...(mail.policyId === null ? [] : [policiesLocked([mail.policyId])]),
    mailComposed({ ...sealed, id: mail.id, state, problem: null, nextAt, hash, bytes }),
    ...handed.parts,
    eventsRecorded([mailNews('mail.composed', mail, composed), ...handed.news], moment),
    ...(isSent ? [] : await noticeFate(deps, mail, fate, clock())),
  ])
}

/** Where and why, without what a template may have quoted of the customer's data. */
function describe(problems: readonly Problem[]): string {
  return problems.map((problem) => describeProblem({ ...problem, fix: '' }).trim()).join(' ')
}

export function fails(because: string): Composed {
  return { outcome: 'fails', because }
}
