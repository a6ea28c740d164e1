import { type Problem, describeProblem } from '../kernel/index.ts'
import { momentOf } from '../deadlines/index.ts'
import {
  type DocumentCase,
  type PolicyDocument,
  type Sheet,
  documentsOfSubject,
  findDocument,
  gatherCase,
  offerDocuments,
  readDocumented,
  subjectOf,
} from '../documents/index.ts'
import { eventsRecorded, selectEvents } from '../events/index.ts'
import { type Policy, policiesLocked, selectPolicy } from '../policies/index.ts'
import { type MailDefinition, localText } from '../products/index.ts'
import { openTokens } from '../sales/index.ts'
import { type MessageFile, buildMessage, hashOf, logoAddress, takeApart } from './build-message.ts'
import { templateFor } from './folder-mails.ts'
import { type Mail, messageId, recipientKey } from './mail.ts'
import { mailData } from './mail-data.ts'
import { mailNews } from './mail-events.ts'
import { keepPicture, mailComposed } from './mail-store.ts'
import type { MailDeps } from './open-mail-room.ts'
import { renderMail } from './render-mail.ts'
import { sealMail } from './rotate-mails.ts'
import { signMessage } from './sign-message.ts'
import { subjectOfEvent } from './subject-of-event.ts'

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
const addressShape = /^[^\s@<>"'(),:;[\]\\]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)*$/i

/** Writes a mail, once everything that it shows is there, and keeps it as it will be sent. */
export async function composeMail(deps: MailDeps, mail: Mail): Promise<Composed> {
  const { db, mailSettings: settings } = deps
  const [policy, [event]] = await Promise.all([
    selectPolicy(db, mail.policyId),
    selectEvents(db, [mail.eventId]),
  ])
  if (policy === undefined || event === undefined) throw new Error(`${mail.id} is about nothing`)
  const subject = await subjectOfEvent(db, policy, event, mail.eventType)
  if (subject === null) return { outcome: 'void' }
  const { sheet } = subject
  const documented = await readDocumented(deps, policy, sheet)
  if (documented === undefined) {
    // Another price is offered by now, or the invoice has no number yet.
    return 'quoteId' in sheet ? { outcome: 'void' } : waits('The invoice has no number yet.')
  }
  const { definition } = documented.stationery
  const { mails } = definition
  const own = mails?.mails.find((one) => one.event === mail.eventType)
  // The policy has been renewed on a version of the product without this mail.
  if (mails === undefined || own === undefined) return { outcome: 'void' }
  const facts = await gatherCase(deps, policy, documented, sheet.occasion)
  const to = addressOf(own, mail, facts)
  if (to === null || !addressShape.test(to)) return fails('The recipient has no e-mail address.')
  const attached = await attachmentsOf(deps, policy, sheet, own)
  if (attached === null) return waits('A document is still to be made.')
  const { productVersionId } = documented.quote
  const { folder, logo } = await deps.mailRoom.stationery(productVersionId, mails)
  const language =
    own.files[policy.language] === undefined ? definition.defaultLanguage : policy.language
  const template = templateFor(folder, mails, own, language)
  if (template === undefined) return fails(describe(folder.problems))
  const { asset } = await openTokens(deps, policy.id)
  const links = linksOf(deps.publicUrl, policy, asset)
  const { eventType, datedAt } = mail
  const { data, format } = mailData({
    facts,
    event: eventType,
    at: datedAt,
    links,
    refund: subject.refund,
  })
  const sender = localText(mails.sender, language, facts.insurer.name)
  const brand = { sender, colour: mails.colour, logo: logo && logoAddress }
  const { currency } = definition
  const rendered = renderMail({ ...template, language, data, format, currency, brand })
  if (rendered.problems.length > 0) return fails(describe(rendered.problems))
  const domain = settings.from.slice(settings.from.indexOf('@') + 1)
  const unsigned = await buildMessage({
    ...rendered.mail,
    messageId: messageId(mail, domain),
    from: { name: sender, address: settings.from },
    to,
    replyTo: mails.replyTo ?? null,
    at: datedAt,
    language,
    logo,
    attachments: attached,
  })
  const message = settings.dkim === null ? unsigned : await signMessage(unsigned, settings.dkim)
  if (message.length > bytesMax) return fails(`It is larger than ${bytesMax / 1024 / 1024} MiB.`)
  const files = [...(logo === null ? [] : [logo]), ...attached]
  const content = {
    ...rendered.mail,
    from: settings.from,
    to,
    attachments: attached.map(({ name, hash }) => ({ name, hash })),
    pieces: takeApart(message, files),
  }
  if (logo !== null) await keepPicture(db, Buffer.from(logo.hash, 'hex'), logo.content)
  await keep(deps, policy, mail, { message, sealed: sealMail(deps.keyRing, mail.id, content), to })
  return { outcome: 'composed' }
}

/** Whether a server is asked at all: without one nobody is, and in test mode only for those listed. */
function isSentTo(
  { url, testAddresses }: MailDeps['mailSettings'],
  mail: Mail,
  to: string,
): boolean {
  if (url === null) return false
  const address = to.toLowerCase()
  const isListed = testAddresses.some((one) =>
    one.startsWith('@') ? address.endsWith(one) : address === one,
  )
  return mail.livemode || isListed
}

async function keep(
  deps: MailDeps,
  policy: Policy,
  mail: Mail,
  {
    message,
    sealed,
    to,
  }: {
    readonly message: Buffer
    readonly sealed: ReturnType<typeof sealMail>
    readonly to: string
  },
): Promise<void> {
  const { db, clock, mailSettings: settings } = deps
  const moment = await momentOf(db, clock, policy)
  const isSent = isSentTo(settings, mail, to)
  const hash = hashOf(message)
  const bytes = message.length
  const state = isSent ? 'ready' : 'kept'
  const nextAt = isSent ? clock() : null
  const composed = { content_hash: hash.toString('hex'), bytes, is_kept: !isSent }
  await db.commit([
    policiesLocked([policy.id]),
    mailComposed({ ...sealed, id: mail.id, state, problem: null, nextAt, hash, bytes }),
    eventsRecorded([mailNews('mail.composed', policy, mail, composed)], moment),
  ])
}

function addressOf(own: MailDefinition, mail: Mail, { content }: DocumentCase): string | null {
  const recipient = own.to.find((one) => recipientKey(one) === mail.recipient)
  if (recipient === undefined) return null
  if (recipient.kind === 'address') return recipient.address
  if (recipient.kind === 'policyholder') return content.email
  const value = content.data[recipient.field]
  return typeof value === 'string' ? value : null
}

/** The documents that a mail carries; null while one of them is still to be made. */
async function attachmentsOf(
  deps: MailDeps,
  policy: Policy,
  sheet: Sheet,
  { attach }: MailDefinition,
): Promise<MessageFile[] | null> {
  if (attach.length === 0) return []
  const all =
    sheet.occasion === 'offer'
      ? await offerDocuments(deps, policy)
      : await documentsOfSubject(deps, policy, subjectOf(sheet))
  const files: MessageFile[] = []
  let isWaiting = false
  for (const designation of attach) {
    const document = all.find((one) => one.designation === designation)
    if (document === undefined) continue // One for another kind of cancellation, for example.
    const found = await findDocument(deps.db, document)
    if (found === null) isWaiting = true
    else files.push({ ...fileOf(document, policy), ...found })
  }
  return isWaiting ? null : files
}

/** `Police VELO-7K2MPQ4X.pdf`, as people look for it. */
function fileOf({ name }: PolicyDocument, { insurerPolicyId }: Policy) {
  const safe = `${name} ${insurerPolicyId}`.replaceAll(/[\p{Cc}/\\:*?"<>|]+/gu, ' ').trim()
  return { name: `${safe}.pdf`, type: 'application/pdf' }
}

function linksOf(publicUrl: string, { id, issuedAt }: Policy, token: string) {
  const kind = issuedAt === null ? 'offers' : 'policies'
  return { documents: `${publicUrl}/policies/${kind}/${id}/assets?token=${token}` }
}

/** Where and why, without what a template may have quoted of the customer's data. */
function describe(problems: readonly Problem[]): string {
  return problems.map((problem) => describeProblem({ ...problem, fix: '' }).trim()).join(' ')
}

function waits(because: string): Composed {
  return { outcome: 'waits', because }
}

function fails(because: string): Composed {
  return { outcome: 'fails', because }
}
