import type { Queryable } from '../database/index.ts'
import { surveyBehind } from '../events/index.ts'
import { countDeliveries } from './delivery-survey-store.ts'
import { selectEnabledWebhooks } from './webhook-store.ts'

/** How webhooks fare, for whoever watches them; of all accounts. */
export interface DeliverySurvey {
  /** Events that enabled endpoints were not told of yet, up to a thousand for each. */
  readonly deliveriesWaiting: number
  /** How long the oldest of these has waited; 0 where none does. */
  readonly deliverySeconds: number
  /** Deliveries that failed and are tried again. */
  readonly deliveriesFailed: number
  /** Deliveries that nobody tries any more, until somebody orders it. */
  readonly deliveriesParked: number
}

export async function surveyDeliveries(
  db: Queryable,
  now: Temporal.Instant,
): Promise<DeliverySurvey> {
  const webhooks = await selectEnabledWebhooks(db)
  const places = webhooks.map(({ accountKind: kind, accountId, livemode, deliveredTo: after }) => ({
    owner: { kind, accountId, livemode },
    after,
  }))
  const [behind, counts] = await Promise.all([surveyBehind(db, places), countDeliveries(db)])
  const { waiting, oldestAt } = behind
  const seconds = oldestAt === null ? 0 : now.since(oldestAt).total('seconds')
  return { ...counts, deliveriesWaiting: waiting, deliverySeconds: Math.max(0, seconds) }
}
