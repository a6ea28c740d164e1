import { isId, isJsonObject, todayIn } from '../kernel/index.ts'
import type { Part, Queryable } from '../database/index.ts'
import { type RenderService, documentsOfSubject, selectDocuments } from '../documents/index.ts'
import {
  type DunningLetter,
  needsProof,
  noticeMailRecorded,
  selectLetter,
} from '../dunning/index.ts'
import { selectEvents } from '../events/index.ts'
import { type Policy, selectPolicy } from '../policies/index.ts'
import type { Mail } from './mail.ts'

interface Deps {
  readonly db: Parameters<typeof selectPolicy>[0] & Queryable
  readonly renderService: RenderService
}

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
 * locked; nothing from all other mails. A mail proves what it carries, and only to the policyholder: it
 * must carry every document of the notice.
 */
export async function noticeFate(
  deps: Deps,
  mail: Pick<Mail, 'id' | 'eventId' | 'eventType' | 'recipient' | 'policyId'>,
  fate: MailFate,
  recordedAt: Temporal.Instant,
): Promise<readonly Part[]> {
  const { id: mailId, eventType, recipient, policyId } = mail
  if (eventType !== 'dunning.notice_sent' || recipient !== 'policyholder' || policyId === null) {
    return []
  }
  const { db } = deps
  const letter = await letterOf(db, mail)
  if (letter === undefined || !needsProof(letter)) return []
  const policy = await selectPolicy(db, policyId)
  if (policy === undefined) throw new Error(`the policy of ${mailId} is gone`)
  const isProof = fate.isDelivered && (await carries(deps, policy, letter, await fate.attached()))
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
  deps: Deps,
  policy: Policy,
  { id }: DunningLetter,
  attached: readonly string[],
): Promise<boolean> {
  const parts = await documentsOfSubject(deps, policy, id)
  const made = await selectDocuments(deps.db, policy.id)
  const isCarried = (designation: string) =>
    made.some(
      (one) =>
        one.subjectId === id && one.designation === designation && attached.includes(one.hash),
    )
  return parts.length > 0 && parts.every(({ designation }) => isCarried(designation))
}
