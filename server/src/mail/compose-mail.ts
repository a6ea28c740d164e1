import { momentOf } from '../deadlines/index.ts'
import {
  type DocumentCase,
  type DocumentedVersion,
  type PolicyDocument,
  type Sheet,
  documentsOfSubject,
  findDocument,
  gatherCase,
  offerDocuments,
  readDocumented,
  subjectOf,
} from '../documents/index.ts'
import { selectEvents } from '../events/index.ts'
import { selectMailAddress } from '../identity/index.ts'
import { selectInvoice } from '../ledger/index.ts'
import { paymentLinkOf } from '../payments/index.ts'
import { type Policy, selectPolicy } from '../policies/index.ts'
import type { MailDefinition, MailRecipient } from '../products/index.ts'
import { openTokens } from '../sales/index.ts'
import { withdrawalLink } from '../withdrawals/index.ts'
import type { MessageFile } from './build-message.ts'
import { type Composed, composeFrom } from './compose-from.ts'
import { composeReceipt } from './compose-receipt.ts'
import { type Mail, recipientKey } from './mail.ts'
import { mailData } from './mail-data.ts'
import type { MailDeps } from './open-mail-room.ts'
import { subjectOfEvent } from './subject-of-event.ts'

/** Writes a mail, once everything that it shows is there, and keeps it as it will be sent. */
export async function composeMail(deps: MailDeps, mail: Mail): Promise<Composed> {
  const { db } = deps
  const { policyId } = mail
  const [event] = await selectEvents(db, [mail.eventId])
  if (policyId === null || mail.eventType === 'withdrawal.received') {
    return composeReceipt(deps, mail, event?.subjectId ?? '')
  }
  const policy = await selectPolicy(db, policyId)
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
  const recipient = own.to.find((one) => recipientKey(one) === mail.recipient)
  const toDistributor =
    recipient?.kind === 'distributor' && policy.distributorId !== null
      ? await selectMailAddress(db, policy.distributorId)
      : null
  // A distributor without an address gets no mails.
  if (recipient?.kind === 'distributor' && toDistributor === null) return { outcome: 'void' }
  const facts = await gatherCase(deps, policy, documented, sheet.occasion)
  const attached = await attachmentsOf(deps, policy, sheet, own)
  if (attached === null) return waits('A document is still to be made.')
  const { asset } = await openTokens(deps, policy.id)
  const pay = await payLinkOf(deps, policy, documented, sheet)
  const links = { ...linksOf(deps.publicUrl, policy, asset), pay }
  const { eventType, datedAt } = mail
  return composeFrom(deps, mail, {
    moment: await momentOf(db, deps.clock, policy),
    mails,
    own,
    productVersionId: documented.quote.productVersionId,
    to: toDistributor ?? addressOf(recipient, facts),
    language: policy.language,
    defaultLanguage: definition.defaultLanguage,
    currency: definition.currency,
    insurer: facts.insurer,
    attached,
    dataIn: () => mailData({ facts, event: eventType, at: datedAt, links, refund: subject.refund }),
  })
}

function addressOf(recipient: MailRecipient | undefined, { content }: DocumentCase): string | null {
  if (recipient === undefined || recipient.kind === 'distributor') return null
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

/** Where the offer, the invoice or the oldest invoice of a letter is paid, as far as it still is to be. */
async function payLinkOf(
  deps: MailDeps,
  policy: Policy,
  { letter, invoice }: DocumentedVersion,
  { occasion }: Sheet,
): Promise<string | null> {
  if (occasion === 'offer') return paymentLinkOf(deps, policy, null)
  const named = letter?.invoices ?? (invoice === null ? [] : [invoice])
  for (const { id } of named) {
    const one = await selectInvoice(deps.db, id)
    const link = one && (await paymentLinkOf(deps, policy, one))
    if (link != null) return link
  }
  return null
}

function linksOf(publicUrl: string, policy: Policy, token: string) {
  const { id, issuedAt } = policy
  const kind = issuedAt === null ? 'offers' : 'policies'
  const withdrawal = withdrawalLink(publicUrl, policy)
  return { withdrawal, documents: `${publicUrl}/policies/${kind}/${id}/assets?token=${token}` }
}

function waits(because: string): Composed {
  return { outcome: 'waits', because }
}
