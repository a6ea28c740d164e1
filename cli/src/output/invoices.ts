import type { Invoice, InvoiceSummary } from '@bindery/sdk'
import { money } from './money.ts'
import type { Paint } from './paint.ts'
import { facts, table } from './table.ts'

export function describeInvoices(invoices: readonly InvoiceSummary[], paint: Paint): string[] {
  if (invoices.length === 0) return ['Nothing was found.']
  const rows = invoices.map((invoice) => [
    invoice.number ?? '',
    stateOf(invoice.state, paint),
    invoice.kind,
    money(invoice.total, invoice.currency),
    invoice.open === 0 ? '' : money(invoice.open, invoice.currency),
    invoice.due_date,
    invoice.id,
  ])
  return table(['number', 'state', 'kind', 'total', 'open', 'due', 'id'], rows, paint)
}

export function describeInvoice(invoice: Invoice, paint: Paint): string[] {
  const { currency } = invoice
  const lines = invoice.lines.map(
    ({ kind, first_day: first, last_day: last, amount, tax, tax_rate: rate, fee }) => [
      first === null ? 'carried forward' : `${first} to ${last ?? ''}`,
      kind,
      money(amount, currency),
      rate === null ? money(tax, currency) : `${money(tax, currency)} (${rate}%)`,
      money(fee, currency),
    ],
  )
  const payments = invoice.payments.map((payment) => [
    payment.received_on ?? payment.created_at,
    wayOf(payment),
    payment.status,
    money(payment.amount, payment.currency),
    payment.id,
  ])
  return [
    ...facts(
      [
        ['number', paint.bold(invoice.number ?? 'none yet')],
        ['state', stateOf(invoice.state, paint)],
        ['kind', invoice.kind],
        ['total', money(invoice.total, currency)],
        ['open', money(invoice.open, currency)],
        ['issued', invoice.issue_date],
        ['due', invoice.due_date],
        ['reference', invoice.reference ?? ''],
        ['policy', invoice.policy_id],
        ['id', invoice.id],
      ],
      paint,
    ),
    '',
    ...table(['for', 'kind', 'amount', 'tax', 'fee'], lines, paint),
    ...(payments.length === 0
      ? []
      : ['', ...table(['paid', 'by', 'status', 'amount', 'id'], payments, paint)]),
  ]
}

function wayOf(payment: Invoice['payments'][number]): string {
  if (payment.received_on !== null) return 'bank transfer'
  return payment.on_account ? `${payment.provider}, on account` : payment.provider
}

function stateOf(state: string, paint: Paint): string {
  if (state === 'settled') return paint.green(state)
  if (state === 'open') return paint.yellow(state)
  return state === 'written_off' ? paint.red('written off') : paint.dim(state)
}
