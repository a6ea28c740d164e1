import type { Clock } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import type { Caller } from '../identity/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import { type Mail, refusalOfResend } from './mail.ts'
import { lockMail, restartMail } from './mail-store.ts'
import { findMail } from './read-mail.ts'

/** Tries a mail that was given up again, now and with all its attempts. */
export async function resendMail(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { caller, mailId }: { readonly caller: Caller; readonly mailId: string },
  replay: ReplayWriter<Mail> | null,
): Promise<Mail> {
  const now = clock()
  return db.transaction(async (tx) => {
    const { id } = await findMail(tx, caller, mailId)
    const mail = await lockMail(tx, id)
    const refusal = refusalOfResend(mail)
    if (refusal !== null) throw refusal
    const restarted = await restartMail(tx, mail, now)
    const { insurerId: accountId, livemode } = mail
    const entry = { action: 'mail.resent', subjectId: id, accountId, livemode } as const
    const before = { state: mail.state, problem: mail.problem }
    await recordAudit(tx, caller, { ...entry, before, after: { state: restarted.state } }, now)
    await completeReservation(tx, replay, restarted)
    return restarted
  })
}
