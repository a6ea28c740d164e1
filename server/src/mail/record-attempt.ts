import type { Part } from '../database/index.ts'
import { momentOf } from '../deadlines/index.ts'
import { eventsRecorded } from '../events/index.ts'
import { policiesLocked, selectPolicy } from '../policies/index.ts'
import type { Mail } from './mail.ts'
import { mailNews } from './mail-events.ts'
import { handoverOf } from './mail-handover.ts'
import { type MailOutcome, mailTried } from './mail-store.ts'
import { noticeFate } from './notice-proof.ts'
import type { MailDeps } from './open-mail-room.ts'
import { readContent } from './read-mail.ts'

/** Pauses after failures: two days in all. */
const pausesMinutes = [1, 5, 15, 30, 60, 120, 240, 480, 720, 1200]

/** Tries it again later, and no more after two days. */
export async function recordFailure(
  deps: MailDeps,
  mail: Mail,
  { problem, reply }: Pick<MailOutcome, 'reply'> & { readonly problem: string },
): Promise<void> {
  const minutes = pausesMinutes[mail.failures]
  const state = minutes === undefined ? 'parked' : mail.state
  const nextAt = minutes === undefined ? null : deps.clock().add({ minutes })
  const failures = mail.failures + 1
  await recordAttempt(deps, mail, { id: mail.id, state, failures, nextAt, problem, reply })
}

/** What became of it, with its news where somebody should know, and what else follows. */
export async function recordAttempt(
  deps: MailDeps,
  mail: Mail,
  outcome: MailOutcome,
  following: readonly Part[] = [],
): Promise<void> {
  const { db, clock } = deps
  if (outcome.state !== 'sent' && outcome.state !== 'parked') {
    await db.commit([mailTried(outcome)])
    return
  }
  const { policyId } = mail
  const policy = policyId === null ? null : await selectPolicy(db, policyId)
  if (policy === undefined) throw new Error(`the policy of ${mail.id} is gone`)
  const news =
    outcome.state === 'sent'
      ? mailNews('mail.sent', mail, { content_hash: mail.hash ?? '' })
      : mailNews('mail.parked', mail, { reason: outcome.problem ?? '' })
  const moment = policy === null ? clock() : await momentOf(db, clock, policy)
  const locked = policy === null ? [] : [policiesLocked([policy.id])]
  const given =
    outcome.state === 'parked' ? await noticeFate(deps, mail, { isDelivered: false }, clock()) : []
  const attached = async () =>
    (await readContent(deps, mail.id))?.attachments.map(({ hash }) => hash) ?? []
  const handed =
    outcome.state === 'sent'
      ? await handoverOf(deps, mail, attached, moment)
      : { parts: [], news: [] }
  const recorded = eventsRecorded([news, ...handed.news], moment)
  const parts = [mailTried(outcome), ...following, ...handed.parts, recorded]
  await db.commit([...locked, ...parts, ...given])
}
