import { isId, isJsonObject, todayIn } from '../kernel/index.ts'
import type { Part, Queryable } from '../database/index.ts'
import { selectDocuments } from '../documents/index.ts'
import {
  type DunningLetter,
  needsProof,
  noticeMailRecorded,
  selectLetter,
} from '../dunning/index.ts'
import { selectEvents } from '../events/index.ts'
import { selectPolicy } from '../policies/index.ts'
import type { Mail } from './mail.ts'

/** What became of a mail, and when. A mail that is given up or comes back has no attachments to look at. */
export type MailFate =
  | {
      readonly isDelivered: true
      /** By the clock of its policy. */
      readonly at: Temporal.Instant
      /** The hashes of what it carries: asked for where it carries a notice. */
      readonly attached: () => Promise<readonly string[]>
    }
  | { readonly isDelivered: false }

/**
 * What dunning learns from the mail of a notice that needs proof, in a statement that has its policy
 * locked; nothing from all other mails. A mail proves what it carries, and only to the policyholder.
 */
export async function noticeFate(
  db: Parameters<typeof selectPolicy>[0] & Queryable,
  mail: Pick<Mail, 'id' | 'eventId' | 'eventType' | 'recipient' | 'policyId'>,
  fate: MailFate,
  recordedAt: Temporal.Instant,
): Promise<readonly Part[]> {
  const { id: mailId, eventType, recipient, policyId } = mail
  if (eventType !== 'dunning.notice_sent' || recipient !== 'policyholder' || policyId === null) {
    return []
  }
  const letter = await letterOf(db, mail)
  if (letter === undefined || !needsProof(letter)) return []
  const policy = await selectPolicy(db, policyId)
  if (policy === undefined) throw new Error(`the policy of ${mailId} is gone`)
  const isProof = fate.isDelivered && (await carries(db, letter, await fate.attached()))
  const deliveredOn = isProof ? todayIn(policy.timeZone, fate.at) : null
  return noticeMailRecorded({ letterId: letter.id, policyId, mailId, deliveredOn, recordedAt })
}

async function letterOf(
  db: Queryable,
  { eventId }: Pick<Mail, 'eventId'>,
): Promise<DunningLetter | undefined> {
  const [event] = await selectEvents(db, [eventId])
  const letterId = isJsonObject(event?.data) ? event.data['letter_id'] : null
  return isId('dnl', letterId) ? selectLetter(db, letterId) : undefined
}

async function carries(
  db: Queryable,
  { id, policyId }: DunningLetter,
  attached: readonly string[],
): Promise<boolean> {
  const made = await selectDocuments(db, policyId)
  return made.some(({ subjectId, hash }) => subjectId === id && attached.includes(hash))
}
