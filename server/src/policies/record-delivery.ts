import { type Clock, invalidData, mintId, parseDay, todayIn } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import { momentOfTransaction } from '../deadlines/index.ts'
import { recordEvents } from '../events/index.ts'
import type { Caller } from '../identity/index.ts'
import { enqueue } from '../jobs/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import type { DeliveredThing, DocumentDelivery } from './document-delivery.ts'
import { insertDelivery } from './document-delivery-store.ts'
import { deliveryByInsurer } from './reasons.ts'
import { findPolicy } from './find-policy.ts'
import type { Policy } from './policy.ts'
import { lockPolicies } from './policy-store.ts'

/** Records when documents reached the customer of a policy. A later record corrects an earlier one. */
export async function recordDelivery(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  request: {
    readonly caller: Caller
    readonly policyId: string
    readonly thing: DeliveredThing
    readonly deliveredOn: string
    readonly evidence: string
  },
  replay: ReplayWriter<DocumentDelivery> | null,
): Promise<DocumentDelivery> {
  const { caller, thing, evidence } = request
  const { id: policyId } = await findPolicy(db, caller, request.policyId, clock())
  if (thing !== 'policy' && caller.account.kind !== 'insurer') throw deliveryByInsurer()
  return db.transactionOn(policyId, async (tx) => {
    await lockPolicies(tx, [policyId])
    const policy = await findPolicy(tx, caller, policyId, clock())
    const moment = await momentOfTransaction(tx, clock, policy)
    const delivery: DocumentDelivery = {
      id: mintId('dlv', moment),
      policyId,
      thing,
      deliveredOn: readDay(request.deliveredOn, policy, moment.now),
      evidence,
      recordedBy: caller.account.id,
      recordedAt: moment.now,
    }
    await insertDelivery(tx, delivery)
    const facts = { document: thing, delivered_on: delivery.deliveredOn.toString() }
    await Promise.all([
      recordEvents(tx, [{ type: 'policy.delivery_recorded', about: policy, data: facts }], moment),
      recordAudit(
        tx,
        caller,
        {
          action: 'policy.delivery_recorded',
          accountId: policy.insurerId,
          livemode: policy.livemode,
          subjectId: policy.id,
          before: null,
          after: { ...facts, evidence },
        },
        moment,
      ),
      // A policy whose cover is suspended may lapse now.
      thing === 'termination' && enqueue(tx, 'pursue_arrears', { policyId }),
      completeReservation(tx, replay, delivery),
    ])
    return delivery
  })
}

/** From the day of the offer to today: nothing arrives before it was written, or is known to arrive. */
function readDay(
  text: string,
  { createdAt, timeZone }: Policy,
  now: Temporal.Instant,
): Temporal.PlainDate {
  const day = parseDay(text)
  if (day === null) throw misdated('iso_date')
  const today = todayIn(timeZone, now)
  const first = todayIn(timeZone, createdAt)
  if (Temporal.PlainDate.compare(day, today) > 0) throw misdated('before_or_equal', today)
  if (Temporal.PlainDate.compare(day, first) < 0) throw misdated('after_or_equal', first)
  return day
}

function misdated(rule: string, limit?: Temporal.PlainDate) {
  const params = limit && { params: { [rule]: [limit.toString()] } }
  return invalidData(
    [{ code: 'invalid_value', field: 'delivered_on', rules: [rule], ...params }],
    null,
  )
}
