import type { Dispute } from '@bindery/sdk'
import { money } from './money.ts'
import type { Paint } from './paint.ts'
import { table } from './table.ts'

/** A row for each dispute. */
export function describeDisputes(disputes: readonly Dispute[], paint: Paint): string[] {
  if (disputes.length === 0) return ['There are no such disputes.']
  const rows = disputes.map((dispute) => [
    dispute.opened_at.slice(0, 10),
    dispute.loss ? `${dispute.state} (loss)` : dispute.state,
    money(dispute.amount, dispute.currency),
    money(dispute.fee, dispute.currency),
    dispute.reason,
    dispute.evidence_due_at?.slice(0, 10) ?? '',
    dispute.payment_id,
    dispute.id,
  ])
  const names = ['opened', 'state', 'amount', 'fee', 'reason', 'answer by', 'payment', 'id']
  return table(names, rows, paint)
}
