import type { TransactionPreview } from '@bindery/sdk'
import { money } from './money.ts'
import type { Paint } from './paint.ts'
import { table } from './table.ts'

/** What an order would come to, in a sentence that goes on from what would be done. */
export function summarizePreview({
  invoice,
  refund,
  credit,
  conflicts,
}: TransactionPreview): string {
  const { currency } = refund
  const parts = [
    ...(invoice === null ? [] : [describeInvoice(invoice, currency)]),
    ...(refund.amount > 0 ? [`gives back ${money(refund.amount, currency)}`] : []),
    ...(credit > 0 ? [`leaves ${money(credit, currency)} as credit`] : []),
  ]
  const told =
    parts.length === 0 ? 'leaves nothing to pay and nothing to give back' : parts.join(', ')
  const overruled = conflicts.map(
    ({ field, from }) => ` ${field} stays as it was ordered from ${from} on.`,
  )
  return `${told}.${overruled.join('')}`
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
  const from = arrears > 0 ? ` (${money(arrears, currency)} of it open from before)` : ''
  const sum = `${money(amount, currency)}${from}`
  if (isFirst) return `costs ${sum}, to be paid before it holds, until ${day}`
  return day === null ? `leaves ${sum} to pay` : `costs ${sum}, asked for on ${day}`
}

/** Why there would be no next term; null where there would be one, and where none is looked at. */
function describeNext({ renewal }: TransactionPreview): string | null {
  if (renewal?.state === 'blocked') return 'is blocked.'
  return renewal?.state === 'knocked_out' ? 'is knocked out: it would not be sold.' : null
}

/** All of it: days before and after, and what changes about each period. */
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
  const headings = ['kind', 'price of a period']
  return [
    `The ${preview.transaction} from ${preview.effective_date} on ${describeNext(preview) ?? summarizePreview(preview)}`,
    ...(preview.renewal?.problems ?? []).map(
      ({ code, field, message, fix }) => `  ${field ?? code}: ${message} ${fix}`,
    ),
    '',
    ...table(['before', ...headings], days(timeline.before), paint),
    '',
    ...table(['after', ...headings], days(timeline.after), paint),
    ...(sums.length === 0
      ? []
      : ['', ...table(['charged', 'amount', 'tax', 'fee', 'commission'], sums, paint)]),
    ...(documents.length === 0
      ? []
      : ['', `Documents: ${documents.map(({ name }) => name).join(', ')}.`]),
    '',
    `The token that binds an order to it: ${preview.preview_token}`,
  ]
}
