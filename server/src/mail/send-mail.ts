import type { Mail, ServerReply } from './mail.ts'
import type { MailServers } from './open-servers.ts'
import type { MailDeps } from './open-mail-room.ts'
import { readMessage } from './read-mail.ts'
import { recordAttempt, recordFailure } from './record-attempt.ts'
import { returnAddress } from './reports/return-address.ts'
import { readMailSecret } from './secret/mail-secret.ts'
import { stillCounts } from './still-counts.ts'
import { findSuppressed } from './suppression/manage-suppressions.ts'
import { type SuppressionReason, newSuppression } from './suppression/suppression.ts'
import { addressSuppressed } from './suppression/suppression-store.ts'

/**
 * Hands a mail over, exactly as it was composed, unless what it says no longer counts or its address is on
 * the list.
 */
export async function sendMail(deps: MailDeps, servers: MailServers, mail: Mail): Promise<void> {
  const { id, failures } = mail
  const ended = { id, failures, nextAt: null }
  if (!(await stillCounts(deps.db, mail))) {
    await recordAttempt(deps, mail, { ...ended, state: 'void', problem: null, reply: null })
    return
  }
  const server = await servers.of(mail)
  if (server === null) {
    const problem = 'There is no mail server: set MAIL_URL.'
    await recordFailure(deps, mail, { problem, reply: null })
    return
  }
  const { content, message } = await readMessage(deps, mail)
  const suppressed = await findSuppressed(deps, mail, content.to)
  if (suppressed !== null) {
    const problem = `Its address is on the suppression list: ${whySuppressed[suppressed.reason]}.`
    await recordAttempt(deps, mail, { ...ended, state: 'parked', problem, reply: null })
    return
  }
  const from = await returnPath(deps, mail, server.bounceDomain, content.from)
  const answer = await server.send({ from, to: content.to, message })
  const { outcome, text } = answer
  const now = deps.clock()
  const reply: ServerReply = { at: now.toString(), outcome, reply: text }
  if (outcome === 'accepted') {
    await recordAttempt(deps, mail, { ...ended, state: 'sent', problem: null, reply })
  } else if (outcome === 'temporary') {
    await recordFailure(deps, mail, { problem: text, reply })
  } else {
    const following = answer.isUnknownMailbox
      ? [addressSuppressed(await refusedAddress(deps, mail, content.to, reply, now))]
      : []
    await recordAttempt(deps, mail, { ...ended, state: 'parked', problem: text, reply }, following)
  }
}

/** Where servers report: an address of this mail alone, where somebody reads reports. */
async function returnPath(deps: MailDeps, mail: Mail, domain: string | null, sender: string) {
  if (domain === null) return sender
  return returnAddress(await readMailSecret(deps, mail), mail.id, domain)
}

const whySuppressed: Readonly<Record<SuppressionReason, string>> = {
  refused: 'a mail server knows no such mailbox',
  bounced: 'a mail to it came back',
  person: 'a person has put it there',
}

function refusedAddress(
  deps: MailDeps,
  { insurerId, livemode, id: mailId }: Mail,
  address: string,
  { reply }: ServerReply,
  createdAt: Temporal.Instant,
) {
  const owner = { insurerId, livemode, mailId, reply, createdAt }
  return newSuppression(deps, { ...owner, reason: 'refused', content: { address, note: null } })
}
