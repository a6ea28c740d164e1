import type { Clock } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import type { RoomJobs } from '../deadlines/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import { watchFailing } from './disable-webhook.ts'
import { restartByJob } from './resend.ts'
import { rotateWebhookSecrets, tidyWebhooks } from './tidy-webhooks.ts'

export function webhookJobs(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly keyRing: KeyRing
}) {
  return {
    tasks: { resend_webhooks: (task) => restartByJob(deps, task) },
    sweeps: [
      () => rotateWebhookSecrets(deps.db, deps.keyRing),
      () => watchFailing(deps),
      () => tidyWebhooks(deps),
    ],
  } satisfies RoomJobs
}
