import type { Static } from 'typebox'
import { timestamp, todayIn } from '../../kernel/index.ts'
import { documentsFor } from '../../documents/index.ts'
import type { OrderPreview } from '../../payments/index.ts'
import { type PolicyTimeline, occasionsOf } from '../../policies/index.ts'
import type { orderPreviewSchema } from './preview.ts'

type View = Static<typeof orderPreviewSchema>

export function viewPreview(preview: OrderPreview): View {
  const { policy, version, before, laid, refund, token, expiresAt } = preview
  const { ending } = laid.timeline
  return {
    policy_id: policy.id,
    version_id: policy.versionId,
    order: orderOf(preview),
    effective_date: version.effectiveDay.toString(),
    termination_date: version.kind === 'cancellation' && ending ? ending.lastDay.toString() : null,
    timeline: { before: viewSegments(before), after: viewSegments(laid.timeline) },
    charges: laid.reckoning.charges.map(({ period, amount }) => ({
      first_day: period.firstDay.toString(),
      last_day: period.lastDay.toString(),
      amount: amount.payment,
      tax: amount.tax,
      fee: amount.fee,
      commission: amount.commission,
    })),
    invoice: viewInvoice(preview),
    credit: laid.reckoning.credit - refund.amount,
    refund,
    documents: viewDocuments(preview),
    conflicts: laid.conflicts.map(({ place, day }) => ({
      ...viewPlace(place),
      from: day.toString(),
    })),
    preview_token: token,
    expires_at: timestamp(expiresAt),
  }
}

/** A change that counts from a day in the past is a correction. */
function orderOf({ decided, policy, moment }: OrderPreview): string {
  const today = todayIn(policy.timeZone, moment.now)
  const isBack = Temporal.PlainDate.compare(decided.effectiveDay, today) < 0
  return decided.kind === 'change' && isBack ? 'correction' : decided.kind
}

function viewSegments({ segments }: PolicyTimeline): View['timeline']['after'] {
  return segments.map(({ firstDay, kind, price }) => ({
    first_day: firstDay.toString(),
    kind,
    gross_payment_amount: price.payment,
  }))
}

function viewInvoice({ laid }: OrderPreview): View['invoice'] {
  const { reckoning, arrears, settled, payUntil } = laid
  const amount = reckoning.owed + arrears
  if (amount === 0) return null
  const dueDay = payUntil ?? settled.settledOn
  return {
    amount,
    arrears,
    due_date: dueDay?.toString() ?? null,
    is_paid_first: payUntil !== null,
  }
}

function viewDocuments({ policy, product, version }: OrderPreview): View['documents'] {
  const { id: versionId, policyId } = version
  return occasionsOf[version.kind].flatMap((occasion) =>
    documentsFor(product.definition, policy.language, { policyId, versionId, occasion }).map(
      ({ designation, name, language }) => ({ designation, name, language }),
    ),
  )
}

/** As failing fields are named. */
function viewPlace(place: readonly string[]): Pick<View['conflicts'][number], 'field' | 'path'> {
  const [first, ...rest] = place
  return first === 'data' && rest.length > 0
    ? { field: rest.join('.'), path: 'data' }
    : { field: place.join('.'), path: null }
}
