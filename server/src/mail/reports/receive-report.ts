import { createHash } from 'node:crypto'
import type { Clock } from '../../kernel/index.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Database, Part, Transaction } from '../../database/index.ts'
import { momentOf } from '../../deadlines/index.ts'
import type { RenderService } from '../../documents/index.ts'
import { recordEvents } from '../../events/index.ts'
import { voidHandedByMail } from '../../handover/index.ts'
import { type Caller, seenBy } from '../../identity/index.ts'
import { lockPolicies, selectPolicy } from '../../policies/index.ts'
import type { KeyRing } from '../../sealing/index.ts'
import type { Mail, ServerReply } from '../mail.ts'
import { mailNews } from '../mail-events.ts'
import { lockMail, selectMail, updateReported } from '../mail-store.ts'
import { readContent } from '../read-mail.ts'
import { noticeFate } from '../notice-proof.ts'
import { noDeliveryReport, returnAddressExpired, returnAddressUnknown } from '../reasons.ts'
import { withoutAddresses } from '../reply-text.ts'
import { readMailSecret } from '../secret/mail-secret.ts'
import { isUnknownMailbox } from '../status-code.ts'
import { newSuppression } from '../suppression/suppression.ts'
import { type StoredSuppression, insertSuppression } from '../suppression/suppression-store.ts'
import { keepReport } from './kept-report.ts'
import { type DeliveryReport, type ReportedRecipient, parseReport } from './parse-report.ts'
import { isSignedReturn, mailOfReturnAddress } from './return-address.ts'

interface Deps {
  readonly db: Database
  readonly clock: Clock
  readonly keyRing: KeyRing
  readonly renderService: RenderService
}

/** What a report says about one of our mails. */
export interface ReceivedReport {
  readonly mail: Mail
  readonly outcome: ServerReply['outcome']
  readonly status: string
}

/** Servers give up after five days; a mailbox that forwards takes its time. */
const returnDays = 30

/**
 * Takes in a report that a mailbox or a relay forwards. The same report again changes nothing.
 * `recipient` is the address at which it arrived, where its own headers do not say.
 */
export async function receiveReport(
  deps: Deps,
  caller: Caller,
  { message, recipient }: { readonly message: Buffer; readonly recipient: string | null },
): Promise<ReceivedReport> {
  const now = deps.clock()
  const report = parseReport(message.toString('latin1'))
  if (report === null) throw noDeliveryReport()
  const mail = await reportedMail(deps, caller, report, recipient)
  const reported = decisiveOf(report)
  const reply = replyOf(reported, message, now)
  const result = { outcome: reply.outcome, status: reported.status }
  const suppression = await suppressionFor(deps, mail, reported, reply)
  return deps.db.transaction(async (tx) => {
    if (mail.policyId !== null) await lockPolicies(tx, [mail.policyId])
    const locked = await lockMail(tx, mail.id)
    if (locked.replies.some((one) => one.report === reply.report))
      return { mail: locked, ...result }
    const updated = await updateReported(tx, locked, reply)
    await keepReport(deps.keyRing, tx, mail.id, reply, message)
    if (suppression !== null) await insertSuppression(tx, suppression)
    await recordNews(deps, tx, updated, reported, reply)
    const parts = await noticeParts(deps, tx, updated)
    if (parts.length > 0) await tx.write(parts)
    const entry = { action: 'mail.reported', subjectId: mail.id } as const
    const after = { outcome: reply.outcome, status: reported.status }
    const { insurerId: accountId, livemode } = mail
    await recordAudit(tx, caller, { ...entry, accountId, livemode, before: null, after }, now)
    return { mail: updated, ...result }
  })
}

/** The mail that the return address names: signed by us, of this insurer and mode, and not long ago. */
async function reportedMail(
  deps: Deps,
  caller: Caller,
  { addressees }: DeliveryReport,
  recipient: string | null,
): Promise<Mail> {
  const secret = await readMailSecret(deps, {
    insurerId: caller.account.id,
    livemode: caller.livemode,
  })
  for (const address of recipient === null ? addressees : [recipient]) {
    const named = mailOfReturnAddress(address)
    if (named === null || !isSignedReturn(secret, named.mailId, named.signature)) continue
    const mail = seenBy(caller, await selectMail(deps.db, named.mailId))
    const sentAt = mail?.replies.find(({ outcome }) => outcome === 'accepted')?.at
    if (mail === undefined || sentAt === undefined) continue
    const ends = Temporal.Instant.from(sentAt).add({ hours: returnDays * 24 })
    if (Temporal.Instant.compare(deps.clock(), ends) > 0) throw returnAddressExpired()
    return mail
  }
  throw returnAddressUnknown()
}

/** A mail has one recipient; where a list stands behind it, a failure counts first. */
function decisiveOf({ recipients }: DeliveryReport): ReportedRecipient {
  const [first] = recipients
  const of = (action: ReportedRecipient['action']) =>
    recipients.find((one) => one.action === action)
  return of('failed') ?? of('delivered') ?? first
}

const outcomes = {
  failed: 'bounced',
  delivered: 'delivered',
  // A server further on tries again, or has taken the mail without a promise.
  delayed: 'temporary',
  relayed: 'accepted',
  expanded: 'accepted',
} as const satisfies Readonly<Record<ReportedRecipient['action'], ServerReply['outcome']>>

function replyOf(
  { action, status, diagnostic }: ReportedRecipient,
  message: Buffer,
  now: Temporal.Instant,
): ServerReply & { readonly report: string } {
  return {
    at: now.toString(),
    outcome: outcomes[action],
    reply: withoutAddresses(`${status} ${diagnostic}`),
    report: createHash('sha256').update(message).digest('hex'),
  }
}

async function suppressionFor(
  deps: Deps,
  { id: mailId, insurerId, livemode }: Mail,
  { action, status }: ReportedRecipient,
  { reply }: ServerReply,
): Promise<StoredSuppression | null> {
  if (action !== 'failed' || !isUnknownMailbox(status)) return null
  const content = await readContent(deps, mailId)
  if (content === null) throw new Error(`${mailId} was sent and is not composed`)
  const row = { insurerId, livemode, mailId, reply, createdAt: deps.clock() }
  const suppressed = { address: content.to, note: null }
  return newSuppression(deps, { ...row, reason: 'bounced', content: suppressed })
}

/** What a report means for the notice that the mail carries: a bounce voids what was delivered. */
async function noticeParts(
  { clock, keyRing, renderService }: Deps,
  tx: Transaction,
  mail: Mail,
): Promise<readonly Part[]> {
  const { policyId, delivery } = mail
  const policy = policyId === null ? undefined : await selectPolicy(tx, policyId)
  if (policy === undefined || delivery === null) return []
  const deps = { db: tx, renderService }
  if (delivery === 'bounced') return noticeFate(deps, mail, { isDelivered: false }, clock())
  const attached = async () => {
    const content = await readContent({ db: tx, keyRing }, mail.id)
    return content?.attachments.map(({ hash }) => hash) ?? []
  }
  const { now: at } = await momentOf(tx, clock, policy)
  return noticeFate(deps, mail, { isDelivered: true, at, attached }, clock())
}

async function recordNews(
  { clock }: Deps,
  tx: Transaction,
  mail: Mail,
  { status }: ReportedRecipient,
  { outcome, report }: ServerReply & { readonly report: string },
): Promise<void> {
  if (outcome !== 'bounced' && outcome !== 'delivered') return
  const policy = mail.policyId === null ? undefined : await selectPolicy(tx, mail.policyId)
  const moment = policy === undefined ? clock() : await momentOf(tx, clock, policy)
  const known = { content_hash: mail.hash ?? '', status, report_hash: report }
  const news =
    outcome === 'bounced'
      ? mailNews('mail.bounced', mail, known)
      : mailNews('mail.delivered', mail, known)
  await recordEvents(tx, [news], moment)
  if (outcome === 'bounced' && policy !== undefined) {
    await voidHandedByMail(tx, policy, mail.id, moment)
  }
}
