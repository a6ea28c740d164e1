import type { Clock } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { type DeadlineSurvey, surveyDeadlines } from '../deadlines/index.ts'
import { selectLastPosition, selectEventWaitingSince } from '../events/index.ts'
import { readChain, selectChained } from '../evidence/index.ts'
import type { Caller } from '../identity/index.ts'
import { type JobsSurvey, surveyJobs } from '../jobs/index.ts'
import { selectMailPosition } from '../mail/index.ts'
import { type Reconciliation, selectReconciliations } from '../payments/index.ts'
import { type WebhookBacklog, readWebhookBacklog } from '../webhooks/index.ts'

export interface Health {
  /** How long the database took to say that it takes writes. */
  readonly databaseMs: number
  readonly jobs: JobsSurvey
  readonly deadlines: DeadlineSurvey
  /** Since when the newest event waits for its position; null where it has one. */
  readonly eventWaitingSince: Temporal.Instant | null
  /** How many events come after what mails, or the evidence, were made of. */
  readonly mailsBehind: number
  readonly evidenceBehind: number
  readonly evidenceLinks: number
  readonly webhooks: WebhookBacklog
  readonly reconciliations: readonly Reconciliation[]
}

/**
 * Whether everything goes on that goes on by itself. Jobs, deadlines, mails and evidence are those of
 * the whole installation. Reads positions and counts up to limits, however large the portfolio is.
 */
export async function readHealth(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { account, livemode }: Pick<Caller, 'account' | 'livemode'>,
  providers: readonly string[],
): Promise<Health> {
  const owner = { insurerId: account.id, livemode }
  const begun = performance.now()
  await db.assertWrites()
  const databaseMs = performance.now() - begun
  const [
    jobs,
    deadlines,
    eventWaitingSince,
    last,
    mailed,
    chained,
    chain,
    webhooks,
    reconciliations,
  ] = await Promise.all([
    surveyJobs(db),
    surveyDeadlines(db, clock()),
    selectEventWaitingSince(db),
    selectLastPosition(db),
    selectMailPosition(db),
    selectChained(db),
    readChain(db, owner),
    readWebhookBacklog(db, account.id, livemode),
    selectReconciliations(db, providers, owner),
  ])
  return {
    databaseMs,
    jobs,
    deadlines,
    eventWaitingSince,
    // What was read a moment later may be ahead.
    mailsBehind: Math.max(0, last - mailed),
    evidenceBehind: Math.max(0, last - chained),
    evidenceLinks: chain.end.number,
    webhooks,
    reconciliations,
  }
}
