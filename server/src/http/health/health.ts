import type { Static } from 'typebox'
import { timestamp } from '../../kernel/index.ts'
import type { Health } from '../../management/index.ts'
import { oneOf, text, timestampOrNull, timestampText } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { healthExample } from './examples.ts'

const number = (description: string) => Type.Integer({ minimum: 0, description })
const seconds = (description: string) => Type.Number({ minimum: 0, description })

export const healthSchema = Type.Object(
  {
    asked_at: timestampText('When this was read.'),
    database_ms: Type.Number({
      minimum: 0,
      description: 'How many milliseconds the database took to say that it takes writes.',
    }),
    jobs: Type.Object(
      {
        workers: number('Processes that run jobs. Without one nothing happens by itself.'),
        waiting: number('Jobs that are due now or later, up to 100,000.'),
        oldest_seconds: seconds('How long the oldest urgent one has been due.'),
        documents: number('Of the waiting ones, those that make documents.'),
        failed: number('Jobs that were given up.'),
      },
      { description: 'Work in the background, of the whole installation.' },
    ),
    deadlines: Type.Object(
      {
        oldest_seconds: seconds('How long the oldest deadline has been due.'),
        policies_failed: number('Policies of which something due failed, up to 10,000.'),
      },
      { description: 'What happens to policies at known moments, of the whole installation.' },
    ),
    events: Type.Object(
      {
        waiting_since: timestampOrNull(
          'Since when the newest event waits for its place in the feed; null where it has one.',
        ),
      },
      { description: 'The order of the events, of the whole installation.' },
    ),
    mails: Type.Object(
      { behind: number('Events of which no mails were made yet.') },
      { description: 'Mails to customers, of the whole installation.' },
    ),
    evidence: Type.Object(
      {
        behind: number('Events of the whole installation that are not in a chain yet.'),
        records: number('The records in your chain of this mode.'),
      },
      { description: 'The chains that prove events and audit log.' },
    ),
    webhooks: Type.Object(
      {
        enabled: number('Your endpoints that are enabled in this mode.'),
        failing: number('Of these, those whose deliveries fail now.'),
        behind: number('Events not sent to them yet, up to 1,000 for each.'),
        oldest_at: timestampOrNull('When the oldest of these happened; null where none waits.'),
      },
      { description: 'Your webhooks.' },
    ),
    reconciliation: Type.Array(
      Type.Object({
        provider: text('The payment provider.'),
        state: oneOf(
          ['not_asked', 'read', 'refused'],
          'As in `GET /manage/reconciliation/accounts`.',
        ),
        asked_at: timestampOrNull('When the provider was asked last; null for never.'),
        read_until: timestampOrNull('Up to when all movements were read; null for none.'),
      }),
      { description: 'Your accounts at payment providers whose money is compared.' },
    ),
  },
  {
    $id: 'Health',
    description: 'Whether everything goes on that goes on by itself.',
    examples: [healthExample],
  },
)

export function viewHealth(health: Health, now: Temporal.Instant): Static<typeof healthSchema> {
  const { jobs, deadlines, webhooks } = health
  return {
    asked_at: timestamp(now),
    database_ms: Math.round(health.databaseMs * 10) / 10,
    jobs: {
      workers: jobs.workersAlive,
      waiting: jobs.waiting,
      oldest_seconds: Math.max(0, jobs.oldestSeconds),
      documents: jobs.documents,
      failed: jobs.failed,
    },
    deadlines: {
      oldest_seconds: deadlines.deadlineSeconds,
      policies_failed: deadlines.policiesFailed,
    },
    events: {
      waiting_since: health.eventWaitingSince === null ? null : timestamp(health.eventWaitingSince),
    },
    mails: { behind: health.mailsBehind },
    evidence: { behind: health.evidenceBehind, records: health.evidenceLinks },
    webhooks: {
      enabled: webhooks.endpoints,
      failing: webhooks.failing,
      behind: webhooks.waiting,
      oldest_at: webhooks.oldestAt === null ? null : timestamp(webhooks.oldestAt),
    },
    reconciliation: health.reconciliations.map(({ provider, askedAt, readUntil, refusedAt }) => {
      const notRefused = readUntil === null ? 'not_asked' : 'read'
      return {
        provider,
        state: refusedAt === null ? notRefused : 'refused',
        asked_at: askedAt === null ? null : timestamp(askedAt),
        read_until: readUntil === null ? null : timestamp(readUntil),
      }
    }),
  }
}
