import type { AccountId } from '../kernel/index.ts'
import { selectMoving } from '../deadlines/index.ts'
import { selectPolicies } from '../policies/index.ts'
import { composeMail } from './compose-mail.ts'
import type { Mail } from './mail.ts'
import { postponeMails, reserveMails, selectInsurersDue } from './mail-store.ts'
import type { MailDeps } from './open-mail-room.ts'
import { type MailServers, openServers } from './open-servers.ts'
import { recordAttempt, recordFailure } from './record-attempt.ts'
import { sendMail } from './send-mail.ts'

/** So many insurers are worked on side by side, each with so many mails at a time. */
const insurersAtOnceMax = 8
const mailsAtOnceMax = 20
/** Longer than any attempt takes: whoever dies meanwhile leaves the mail to others then. */
const reservedMinutes = 10

/** Documents are made within seconds, and numbers given to invoices. */
const waitSeconds = [2, 5, 15, 60, 300]
/** What is not there after two days needs a person. */
const waitsMax = 580

/** How long mails wait for a test clock that moves, before it is looked at again. */
const movingMsMin = 500
const movingMsMax = 60_000

/** Composes and sends what is due, insurers in turns. True if there may be more. */
export async function workMails(deps: MailDeps, signal?: AbortSignal): Promise<boolean> {
  const insurers = await selectInsurersDue(deps.db, deps.clock(), insurersAtOnceMax)
  const servers = openServers(deps)
  try {
    const worked = await Promise.all(
      insurers.map((insurerId) => workFor(deps, servers, insurerId, signal)),
    )
    return worked.some((count) => count > 0)
  } finally {
    servers.close()
  }
}

/** How many mails of an insurer were worked on, in its turn. */
async function workFor(
  deps: MailDeps,
  servers: MailServers,
  insurerId: AccountId,
  signal: AbortSignal | undefined,
): Promise<number> {
  for (;;) {
    const now = deps.clock()
    const until = now.add({ minutes: reservedMinutes })
    const reserved = await reserveMails(deps.db, insurerId, { now, until, limit: mailsAtOnceMax })
    const mails = await withoutMoving(deps, reserved, now)
    for (const mail of mails) {
      if (signal?.aborted === true) break
      await workOn(deps, servers, mail)
    }
    if (mails.length > 0 || reserved.length < mailsAtOnceMax) return mails.length
  }
}

/**
 * Leaves out mails on test clocks that are being advanced: their documents would take the time that
 * the clock needs to arrive. Each waits as long again as it has waited.
 */
async function withoutMoving(
  { db }: MailDeps,
  mails: readonly Mail[],
  now: Temporal.Instant,
): Promise<readonly Mail[]> {
  const waiting = mails.filter(({ livemode, state }) => !livemode && state === 'waiting')
  if (waiting.length === 0) return mails
  const ids = new Set(waiting.flatMap(({ policyId }) => policyId ?? []))
  const policies = await selectPolicies(db, [...ids])
  const moving = new Set(await selectMoving(db, policies))
  const early = new Set(waiting.filter(({ policyId }) => policyId !== null && moving.has(policyId)))
  if (early.size === 0) return mails
  const later = [...early].map(({ id, createdAt }) => {
    const waitedMs = createdAt.until(now).total('milliseconds')
    const milliseconds = Math.round(Math.min(Math.max(waitedMs, movingMsMin), movingMsMax))
    return { id, nextAt: now.add({ milliseconds }) }
  })
  await postponeMails(db, later)
  return mails.filter((mail) => !early.has(mail))
}

async function workOn(deps: MailDeps, servers: MailServers, mail: Mail): Promise<void> {
  try {
    await (mail.state === 'waiting' ? compose(deps, mail) : sendMail(deps, servers, mail))
  } catch (error) {
    // A mistake of ours, or a database that is away: the mails of others go on.
    const code = error instanceof Error ? error.name : 'unknown'
    await recordFailure(deps, mail, { problem: `It failed unexpectedly (${code}).`, reply: null })
    deps.onMailError?.(error, mail)
  }
}

async function compose(deps: MailDeps, mail: Mail): Promise<void> {
  const composed = await composeMail(deps, mail)
  if (composed.outcome === 'composed') return
  const shared = { id: mail.id, failures: mail.failures, reply: null, nextAt: null }
  if (composed.outcome === 'void') {
    await recordAttempt(deps, mail, { ...shared, state: 'void', problem: null })
  } else if (composed.outcome === 'fails') {
    await recordAttempt(deps, mail, { ...shared, state: 'parked', problem: composed.because })
  } else if (mail.failures >= waitsMax) {
    await recordAttempt(deps, mail, { ...shared, state: 'parked', problem: composed.because })
  } else {
    const seconds = waitSeconds[Math.min(mail.failures, waitSeconds.length - 1)] ?? 300
    const nextAt = deps.clock().add({ seconds })
    const problem = composed.because
    await recordAttempt(deps, mail, {
      ...shared,
      state: 'waiting',
      failures: mail.failures + 1,
      nextAt,
      problem,
    })
  }
}
