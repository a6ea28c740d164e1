import type { FaultyDatabase } from '../installation/database.ts'
import type { Ledger } from '../ledger.ts'
import type { AtStripe } from '../stripe/at-stripe.ts'
import { waitsForItsClock } from './settle.ts'

interface OwnPayment {
  readonly id: string
  readonly status: 'pending' | 'ok' | 'failed'
  readonly amount: number
  readonly reference: string | null
  readonly on_account: boolean
  readonly came: boolean
  readonly waits: boolean
  readonly [column: string]: unknown
}

interface OwnRefund {
  readonly id: string
  readonly status: 'pending' | 'ok' | 'failed'
  readonly amount: number
  readonly [column: string]: unknown
}

/** What Stripe took and gave back is what the books say, each once. */
export async function auditStripe(
  database: Pick<FaultyDatabase, 'ask'>,
  { intents, charges, refunds, refusals }: AtStripe,
  ledger: Ledger,
): Promise<void> {
  const payments = await database.ask<OwnPayment>(`
    select id, status, amount::float8 as amount, reference, on_account,
      status = 'ok' or charged_back_at is not null or unapplied_at is not null as came,
      status = 'pending' and ${waitsForItsClock} as waits
    from payments where provider = 'stripe'`)
  const ownRefunds = await database.ask<OwnRefund>(`
    select r.id, r.status, r.amount::float8 as amount from refunds r
    join payments p on p.id = r.payment_id where p.provider = 'stripe'`)
  const byId = new Map(payments.map((payment) => [payment.id, payment]))
  const taken = Map.groupBy(
    charges.filter(({ status }) => status === 'succeeded'),
    ({ paymentId }) => paymentId ?? '',
  )
  const given = Map.groupBy(
    refunds.filter(({ status }) => status !== 'failed'),
    ({ refundId }) => refundId ?? '',
  )

  for (const [paymentId, all] of taken) {
    const payment = byId.get(paymentId)
    if (all.length > 1) ledger.violate('a payment was charged twice at Stripe', { payment, all })
    if (payment?.waits === true) continue
    const isKnown = payment?.came === true && all.every(({ amount }) => amount === payment.amount)
    if (!isKnown) ledger.violate('money at Stripe that the books do not know', { payment, all })
  }
  for (const payment of payments) {
    const isHeld = !payment.came || payment.on_account || taken.has(payment.id)
    if (!isHeld) ledger.violate('a payment without money at Stripe', payment)
  }
  for (const intent of intents) {
    const payment = byId.get(intent.paymentId ?? '')
    const isOver = intent.status === 'canceled' || intent.status === 'succeeded'
    if (payment?.status === 'failed' && !isOver) {
      ledger.violate('a payment that failed and can still be made at Stripe', { payment, intent })
    }
  }
  for (const [refundId, all] of given) {
    const refund = ownRefunds.find(({ id }) => id === refundId)
    if (all.length > 1) ledger.violate('a refund was paid twice at Stripe', { refund, all })
    const isKnown = refund?.status === 'ok' && all.every(({ amount }) => amount === refund.amount)
    if (!isKnown) ledger.violate('a refund at Stripe that the books do not know', { refund, all })
  }
  for (const refund of ownRefunds) {
    const isPaid = refund.status !== 'ok' || given.has(refund.id)
    if (!isPaid) ledger.violate('a refund without money from Stripe', refund)
  }
  if (refusals.length > 0) ledger.violate('events of Stripe that were refused', refusals)
}
