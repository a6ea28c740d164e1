import { type Clock, mintId } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { type RecordedEvent, eventForms } from '../events/index.ts'
import type { Caller } from '../identity/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import type { WebhookSettings } from '../settings/index.ts'
import { findWebhook } from './manage-webhooks.ts'
import { openReceiver } from './open-receiver.ts'
import { selectSecretsOf } from './secret-store.ts'
import type { Attempt, Webhook } from './webhook.ts'

/** How the endpoint answered the test message. */
export interface TestAnswer {
  readonly eventId: string
  readonly isDelivered: boolean
  readonly attempt: Attempt
}

/** Sends a test message and waits for the answer. The message is tried once and not stored. */
export async function testWebhook(
  deps: {
    readonly db: Database
    readonly clock: Clock
    readonly keyRing: KeyRing
    readonly webhookSettings: WebhookSettings
    readonly writeMessage: (event: RecordedEvent, webhook: Webhook) => Promise<string>
  },
  caller: Caller,
  id: string,
): Promise<TestAnswer> {
  const webhook = await findWebhook(deps.db, caller, id)
  const now = deps.clock()
  const secrets = await selectSecretsOf(deps.db, [webhook.id], now)
  const receiver = openReceiver(deps, webhook, secrets)
  try {
    const event = testEvent(webhook, now)
    const body = await deps.writeMessage(event, webhook)
    const { attempt, isDelivered } = await receiver.send({ id: event.id, type: event.type, body })
    return { eventId: event.id, isDelivered, attempt }
  } finally {
    await receiver.close()
  }
}

function testEvent(webhook: Webhook, now: Temporal.Instant): RecordedEvent {
  return {
    id: mintId('evt', now),
    type: 'webhook.test',
    livemode: webhook.livemode,
    insurerId: webhook.insurerId,
    distributorId: webhook.accountKind === 'distributor' ? webhook.accountId : null,
    subjectId: webhook.id,
    policyId: null,
    versionId: null,
    sequence: null,
    dataVersion: eventForms['webhook.test'].version,
    data: {},
    createdAt: now,
    clockAt: null,
  }
}
