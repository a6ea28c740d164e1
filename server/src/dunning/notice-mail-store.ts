import type { DunningLetterId } from '../kernel/index.ts'
import { type Part, type Queryable, fragment, sql } from '../database/index.ts'
import type { NoticeMail } from './notice-mail.ts'

/**
 * The first day on which a mail arrived stays, whatever is reported again. A failure voids it; only a
 * mail that was sent again after all counts again.
 */
export function noticeMailKept(mail: NoticeMail): Part {
  const failedAt = mail.deliveredOn === null ? mail.recordedAt : null
  return {
    name: 'notice_mail_kept',
    body: fragment`
      insert into notice_mails as kept (letter_id, mail_id, policy_id, delivered_on, failed_at,
        recorded_at)
      values (${mail.letterId}, ${mail.mailId}, ${mail.policyId}, ${mail.deliveredOn}::date,
        ${failedAt}::timestamptz, ${mail.recordedAt})
      on conflict (letter_id, mail_id) do update set failed_at = excluded.failed_at,
        delivered_on = coalesce(kept.delivered_on, excluded.delivered_on)
      returning letter_id`,
  }
}

/** What became of the mails of a notice. */
export async function selectNoticeMails(
  db: Queryable,
  letterId: DunningLetterId,
): Promise<{ deliveredOn: Temporal.PlainDate | null; failedAt: Temporal.Instant | null }[]> {
  return db.query(sql`
    select delivered_on as "deliveredOn", failed_at as "failedAt" from notice_mails
    where letter_id = ${letterId}`)
}
