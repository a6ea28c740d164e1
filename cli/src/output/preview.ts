import type { TransactionPreview } from '@bindery/sdk'
import { money } from './money.ts'
import type { Paint } from './paint.ts'
import { table } from './table.ts'

/** The charge or refund of a policy transaction, as the end of a sentence that names it. */
export function summarizePreview({
  invoice,
  refund,
  credit,
  conflicts,
  plan_change: planChange,
}: TransactionPreview): string {
  const { currency } = refund
  const parts = [
    ...(planChange === null ? [] : [describePlanChange(planChange, currency)]),
    ...(invoice === null ? [] : [describeInvoice(invoice, currency)]),
    ...(refund.amount > 0 ? [`refunds ${money(refund.amount, currency)}`] : []),
    ...(credit > 0 ? [`leaves ${money(credit, currency)} as credit`] : []),
  ]
  const summary = parts.length === 0 ? 'causes no charge and no refund' : parts.join(', ')
  const overruled = conflicts.map(
    ({ field, from }) => ` A later transaction keeps its own ${field} from ${from} on.`,
  )
  return `${summary}.${overruled.join('')}`
}

function describePlanChange(
  { first_payment: first }: NonNullable<TransactionPreview['plan_change']>,
  currency: string,
): string {
  const { amount, first_day: from, last_day: to, due_date: due } = first
  return `makes the first payment of the new plan ${money(amount, currency)} for ${from} to ${to}, due on ${due}`
}

function describeInvoice(
  {
    amount,
    arrears,
    due_date: day,
    is_paid_first: isFirst,
  }: NonNullable<TransactionPreview['invoice']>,
  currency: string,
): string {
  const from = arrears > 0 ? ` (including ${money(arrears, currency)} in arrears)` : ''
  const sum = `${money(amount, currency)}${from}`
  if (isFirst) return `costs ${sum}, to be paid by ${day} before it takes effect`
  return day === null ? `leaves ${sum} to pay` : `costs ${sum}, due on ${day}`
}

/** Why there would be no next term; null where there is one, and for other transactions. */
function describeNext({ renewal }: TransactionPreview): string | null {
  if (renewal?.state === 'blocked') return 'is blocked.'
  return renewal?.state === 'knocked_out' ? 'is knocked out: the next term is not offered.' : null
}

/** Of a cancellation with a notice: from when on it counts, and what it allows. */
function describeNotice({ cancellation }: TransactionPreview): string[] {
  const first = cancellation?.first_possible_date ?? null
  if (cancellation === null || first === null) return []
  return [
    `With the notice received on ${cancellation.received_on}, cover can end on ${first} at the earliest.`,
  ]
}

/** The whole preview: segments before and after, charges, documents and the token. */
export function describePreview(preview: TransactionPreview, paint: Paint): string[] {
  const { timeline, charges, documents, refund } = preview
  const days = (segments: TransactionPreview['timeline']['after']) =>
    segments.map(({ first_day: day, kind, gross_payment_amount: price }) => [
      day,
      kind,
      money(price, refund.currency),
    ])
  const sums = charges.map(({ first_day, last_day, amount, tax, fee, commission }) => [
    `${first_day} to ${last_day}`,
    ...[amount, tax, fee, commission].map((sum) => money(sum, refund.currency)),
  ])
  const headings = ['kind', 'price per period']
  return [
    `The ${preview.transaction} from ${preview.effective_date} on ${describeNext(preview) ?? summarizePreview(preview)}`,
    ...describeNotice(preview),
    ...(preview.renewal?.problems ?? []).map(
      ({ code, field, message, fix }) => `  ${field ?? code}: ${message} ${fix}`,
    ),
    '',
    ...table(['before', ...headings], days(timeline.before), paint),
    '',
    ...table(['after', ...headings], days(timeline.after), paint),
    ...(sums.length === 0
      ? []
      : ['', ...table(['charge for', 'amount', 'tax', 'fee', 'commission'], sums, paint)]),
    ...(documents.length === 0
      ? []
      : ['', `Documents: ${documents.map(({ name }) => name).join(', ')}.`]),
    '',
    `Preview token: ${preview.preview_token}`,
  ]
}
