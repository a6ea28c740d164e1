import type { Queryable } from '../database/index.ts'
import type { AccountId } from '../kernel/index.ts'
import { surveyBehind } from '../events/index.ts'
import { countDeliveries } from './delivery-survey-store.ts'
import { ownerOf } from './webhook.ts'
import { selectEnabledWebhooks, selectWebhooksOf } from './webhook-store.ts'

/** What the endpoints of one account still have to be sent. */
export interface WebhookBacklog {
  /** Endpoints that are enabled. */
  readonly endpoints: number
  /** Of these, those whose deliveries fail now. */
  readonly failing: number
  /** Events not yet sent to them, up to a thousand for each. */
  readonly waiting: number
  /** When the oldest of these happened; null where none waits. */
  readonly oldestAt: Temporal.Instant | null
}

export async function readWebhookBacklog(
  db: Queryable,
  accountId: AccountId,
  livemode: boolean,
): Promise<WebhookBacklog> {
  const enabled = (await selectWebhooksOf(db, accountId, livemode)).filter(
    ({ state }) => state === 'enabled',
  )
  const positions = enabled.map((webhook) => {
    return { owner: ownerOf(webhook), after: webhook.deliveredTo }
  })
  return {
    endpoints: enabled.length,
    failing: enabled.filter(({ failingSince }) => failingSince !== null).length,
    ...(await surveyBehind(db, positions)),
  }
}

/** The state of the webhooks of all accounts, for monitoring. */
export interface DeliverySurvey {
  /** Events not yet sent to enabled endpoints, up to a thousand for each. */
  readonly deliveriesWaiting: number
  /** How long the oldest of these has waited; 0 where none does. */
  readonly deliverySeconds: number
  /** Deliveries that failed and are tried again. */
  readonly deliveriesFailed: number
  /** Deliveries that are no longer tried, until somebody asks for a resend. */
  readonly deliveriesParked: number
}

export async function surveyDeliveries(
  db: Queryable,
  now: Temporal.Instant,
): Promise<DeliverySurvey> {
  const webhooks = await selectEnabledWebhooks(db)
  const positions = webhooks.map((webhook) => {
    return { owner: ownerOf(webhook), after: webhook.deliveredTo }
  })
  const [behind, counts] = await Promise.all([surveyBehind(db, positions), countDeliveries(db)])
  const { waiting, oldestAt } = behind
  const seconds = oldestAt === null ? 0 : now.since(oldestAt).total('seconds')
  return { ...counts, deliveriesWaiting: waiting, deliverySeconds: Math.max(0, seconds) }
}
