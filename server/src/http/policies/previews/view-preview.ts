import type { Static } from 'typebox'
import { timestamp, todayIn } from '../../../kernel/index.ts'
import type { RenewalPreview } from '../../../billing/index.ts'
import { documentsFor } from '../../../documents/index.ts'
import type { TransactionPreview } from '../../../payments/index.ts'
import {
  type PolicyTimeline,
  type VersionKind,
  namedCancellation,
} from '../../../policies/index.ts'
import { occasionsOf } from '../../../policy-transactions/index.ts'
import type { BillingPeriod, PeriodPrice } from '../../../timelines/index.ts'
import type { transactionPreviewSchema } from './preview.ts'
import { viewProblem } from '../../renewals/view-renewal.ts'
import { viewPlanChange } from '../endorsements/plan-change.ts'

type View = Static<typeof transactionPreviewSchema>

export function viewPreview(preview: TransactionPreview): View {
  const { policy, version, before, outcome, refund, token, expiresAt } = preview
  const { ending } = outcome.timeline
  const isEnding = ['cancellation', 'end_move', 'withdrawal'].includes(version.kind)
  return {
    policy_id: policy.id,
    version_id: policy.versionId,
    transaction: transactionKindOf(preview),
    effective_date: version.effectiveDay.toString(),
    termination_date: isEnding && ending ? ending.lastDay.toString() : null,
    cancellation: viewNamed(version),
    timeline: { before: viewSegments(before), after: viewSegments(outcome.timeline) },
    charges: viewCharges(outcome.adjustment.charges),
    invoice: viewInvoice(preview),
    credit: outcome.adjustment.credit - refund.amount,
    refund,
    documents: viewDocuments(version, preview),
    conflicts: outcome.conflicts.map(({ path, day }) => ({
      ...viewPath(path),
      from: day.toString(),
    })),
    plan_change: viewPlanChange(outcome.plan),
    renewal: null,
    preview_token: token,
    expires_at: timestamp(expiresAt),
  }
}

/** A renewal becomes a version when its term begins, so it changes no earlier charge. */
export function viewRenewalPreview(preview: RenewalPreview): View {
  const { policy, product, before, after, renewal, quote, token, expiresAt } = preview
  const { charges, invoice, credit } = preview
  return {
    policy_id: policy.id,
    version_id: policy.versionId,
    transaction: 'renewal',
    effective_date: renewal.firstDay.toString(),
    termination_date: null,
    cancellation: null,
    timeline: { before: viewSegments(before), after: viewSegments(after) },
    charges: viewCharges(charges),
    invoice: invoice && {
      amount: invoice.amount,
      arrears: 0,
      due_date: invoice.dueDay.toString(),
      is_paid_first: false,
    },
    credit,
    refund: { amount: 0, currency: policy.currency, method: 'pro_rata' },
    documents:
      quote === null ? [] : viewDocuments({ kind: 'renewal', details: {} }, { policy, product }),
    conflicts: [],
    plan_change: null,
    renewal: viewNextTerm(preview),
    preview_token: token,
    expires_at: timestamp(expiresAt),
  }
}

function viewNamed(version: TransactionPreview['version']): View['cancellation'] {
  if (version.kind !== 'cancellation' && version.kind !== 'end_move') return null
  const { cancellation_kind: kind, cancellation_reason_code: code = null, notice } = version.details
  return kind === undefined || notice === undefined ? null : { kind, reason_code: code, ...notice }
}

function viewNextTerm({ renewal, isEstimate }: RenewalPreview): View['renewal'] {
  return {
    state: renewal.state,
    kind: renewal.kind,
    first_day: renewal.firstDay.toString(),
    last_day: renewal.lastDay?.toString() ?? '',
    gross_payment_amount_before: renewal.paymentBefore,
    gross_payment_amount: renewal.paymentAfter,
    subscription_plan_id: renewal.planId,
    product_version_id: renewal.productVersionId,
    is_estimate: isEstimate,
    problems: renewal.problems.map(viewProblem),
  }
}

function viewCharges(
  charges: readonly { readonly period: BillingPeriod; readonly amount: PeriodPrice }[],
): View['charges'] {
  return charges.map(({ period, amount }) => ({
    first_day: period.firstDay.toString(),
    last_day: period.lastDay.toString(),
    amount: amount.payment,
    tax: amount.tax,
    fee: amount.fee,
    commission: amount.commission,
  }))
}

/** An endorsement that takes effect on a day in the past is a correction. */
function transactionKindOf({ decided, policy, moment }: TransactionPreview): string {
  const today = todayIn(policy.timeZone, moment.now)
  const isBack = Temporal.PlainDate.compare(decided.effectiveDay, today) < 0
  return decided.kind === 'endorsement' && isBack ? 'correction' : decided.kind
}

function viewSegments({ segments }: PolicyTimeline): View['timeline']['after'] {
  return segments.map(({ firstDay, kind, price }) => ({
    first_day: firstDay.toString(),
    kind,
    gross_payment_amount: price.payment,
  }))
}

function viewInvoice({ outcome }: TransactionPreview): View['invoice'] {
  const { adjustment, arrears, settled, payUntil } = outcome
  const amount = adjustment.owed + arrears
  if (amount === 0) return null
  const dueDay = payUntil ?? settled.settledOn
  return {
    amount,
    arrears,
    due_date: dueDay?.toString() ?? null,
    is_paid_first: payUntil !== null,
  }
}

function viewDocuments(
  version: { readonly kind: VersionKind; readonly details: object },
  { policy, product }: Pick<TransactionPreview, 'policy' | 'product'>,
): View['documents'] {
  const { id: policyId, versionId, language } = policy
  const named = namedCancellation(version)
  return occasionsOf(version.kind)
    .flatMap((occasion) =>
      documentsFor(product.definition, language, { policyId, versionId, occasion }, named),
    )
    .map(({ designation, name, language: written }) => ({ designation, name, language: written }))
}

/** As failing fields are named. */
function viewPath(path: readonly string[]): Pick<View['conflicts'][number], 'field' | 'path'> {
  const [first, ...rest] = path
  return first === 'data' && rest.length > 0
    ? { field: rest.join('.'), path: 'data' }
    : { field: path.join('.'), path: null }
}
