import { moment } from '../wire/example-ids.ts'

export const healthExample = {
  asked_at: moment,
  database_ms: 0.8,
  jobs: { workers: 2, waiting: 14, oldest_seconds: 0.4, documents: 6, failed: 0 },
  deadlines: { oldest_seconds: 0, policies_failed: 0 },
  events: { waiting_since: null },
  mails: { behind: 0 },
  evidence: { behind: 3, records: 48_212 },
  webhooks: { enabled: 1, failing: 0, behind: 0, oldest_at: null },
  reconciliation: [{ provider: 'stripe', state: 'read', asked_at: moment, read_until: moment }],
}
