import type { DunningLetterId, MailId, PolicyId } from '../kernel/index.ts'
import type { Part } from '../database/index.ts'
import { jobsPlanned } from '../jobs/index.ts'
import type { DunningLetter } from './dunning-case.ts'
import { noticeMailKept } from './notice-mail-store.ts'

/** What became of the mail that carries a notice. */
export interface NoticeMail {
  readonly letterId: DunningLetterId
  readonly policyId: PolicyId
  readonly mailId: MailId
  /** The day on which it is known to have arrived; null where it came back, or was given up. */
  readonly deliveredOn: Temporal.PlainDate | null
  readonly recordedAt: Temporal.Instant
}

/** Whether its grace begins with the proof that it arrived. */
export function needsProof({ graceDays }: DunningLetter): boolean {
  return graceDays !== null
}

/** Jobs run by true time, and the policy may be on a test clock. */
const atOnce = Temporal.Instant.fromEpochMilliseconds(0)

/**
 * Records what became of the mail of a notice that needs proof, in a statement that has its policy locked,
 * and has its case looked at.
 */
export function noticeMailRecorded(mail: NoticeMail): readonly Part[] {
  const { policyId } = mail
  const job = { key: `arrears ${policyId}`, payload: { policyId }, runAt: atOnce }
  return [noticeMailKept(mail), jobsPlanned('pursue_arrears', [job])]
}
