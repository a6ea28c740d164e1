import type { PaymentSummary } from '@bindery/sdk'
import { money } from './money.ts'
import type { Paint } from './paint.ts'
import { table } from './table.ts'

/** A list of payments, with the doubts below and the command that resolves each. */
export function describePayments(payments: readonly PaymentSummary[], paint: Paint): string[] {
  if (payments.length === 0) return ['Nothing was found.']
  const rows = payments.map((payment) => [
    payment.created_at,
    statusOf(payment.status, paint),
    money(payment.amount, payment.currency),
    `${payment.provider}, ${payment.method}`,
    `${payment.first_name} ${payment.last_name}`,
    payment.id,
  ])
  const doubts = payments.flatMap((payment) =>
    payment.doubts.map(({ refund_id: refundId, why, since }) => [
      since,
      paint.yellow(why),
      refundId === null
        ? `bindery payments resolve ${payment.id} --outcome ok|failed --note "..."`
        : `bindery refunds resolve ${refundId} --outcome ok|retry --note "..."`,
    ]),
  )
  return [
    ...table(['payment', 'status', 'amount', 'by', 'customer', 'id'], rows, paint),
    ...(doubts.length === 0
      ? []
      : ['', ...table(['in doubt since', 'reason', 'resolve with'], doubts, paint)]),
  ]
}

function statusOf(status: string, paint: Paint): string {
  if (status === 'ok') return paint.green(status)
  return status === 'failed' ? paint.red(status) : paint.yellow(status)
}
