import { type Static, Type } from 'typebox'
import {
  type Invoice,
  type InvoiceKind,
  type InvoiceNumber,
  type InvoiceState,
  invoiceNumber,
  invoiceReference,
} from '../../ledger/index.ts'
import type { Payment } from '../../payments/index.ts'
import { amount, flag, named, oneOf, text, textOrNull, timestampText } from '../wire/schema.ts'
import { timestamp } from '../../kernel/index.ts'
import { invoiceExample, writeOffExample } from './examples.ts'
import { paymentSummarySchema, viewPaymentSummary } from '../payments/payment-summary.ts'

export const invoiceStates = [
  'proposed',
  'open',
  'settled',
  'void',
  'written_off',
] as const satisfies readonly InvoiceState[]
export const invoiceKinds = [
  'sale',
  'transaction',
  'instalment',
  'credit_note',
  'fee',
] as const satisfies readonly InvoiceKind[]

const day = (description: string) =>
  Type.Unsafe<string>({ type: 'string', format: 'date', description })

const summary = {
  id: text('The invoice.'),
  number: textOrNull('Its number; null for a moment after it is issued, and while it is proposed.'),
  reference: textOrNull('What to write on a bank transfer: the number with check digits.'),
  policy_id: text('The policy.'),
  product_id: text('The product that was sold.'),
  livemode: flag('True for live, false for test.'),
  kind: oneOf(
    invoiceKinds,
    'The `sale`, what an `order` left to be paid, an `instalment`, a `credit_note`, which tells what ' +
      'became cheaper, or the `fee` of a reminder or notice.',
  ),
  state: oneOf(
    invoiceStates,
    '`proposed` asks for what holds only once it is paid, `open` is owed, `settled` is paid or no ' +
      'longer owed, `void` is no longer asked for, and `written_off` was given up.',
  ),
  total: amount('What it asks for, or gives back as a credit note.'),
  open: amount('What of it is still to be paid.'),
  currency: text('A lower-case code.'),
  issue_date: day('When it was issued, in the time zone of the policy.'),
  due_date: day('When it is due.'),
  created_at: timestampText('When it was made.'),
}

export const invoiceSummarySchema = Type.Object(summary, {
  $id: 'InvoiceSummary',
  description: 'An invoice in a list.',
})

export const invoiceSchema = Type.Object(
  {
    ...summary,
    lines: Type.Array(
      Type.Object({
        kind: oneOf(
          ['period', 'adjustment', 'fee', 'balance'],
          'What a `period` costs, what it costs more or less by a `change`, or the `balance` from ' +
            'before.',
        ),
        first_day: textOrNull('The first day that is paid for.'),
        last_day: textOrNull('The last.'),
        amount: amount('What it comes to, tax and fee included.'),
        tax: amount('What of it is tax.'),
        tax_rate: textOrNull(
          'The rate of its tax in per cent; null where it has none, or was not kept.',
        ),
        fee: amount('What of it is fees.'),
      }),
      { description: 'They sum to the total; those of a credit note to as much below zero.' },
    ),
    payments: Type.Array(named(paymentSummarySchema), {
      description: 'Payments and receipts for it, oldest first, failed ones included.',
    }),
    payment_token: textOrNull(
      'What it is paid with through `POST /payments` while it is open; null where it is not paid so.',
    ),
  },
  { $id: 'Invoice', description: 'An invoice.', examples: [invoiceExample] },
)

const reasonLengthMax = 500

export const writeOffBody = Type.Object(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: reasonLengthMax,
      pattern: '\\S',
      description: 'Why nobody is asked for it any more. Name no person in it.',
    }),
  },
  { $id: 'WriteOff', examples: [writeOffExample] },
)

export function viewInvoiceSummary(
  invoice: Invoice,
  number: InvoiceNumber | undefined,
): Static<typeof invoiceSummarySchema> {
  return {
    id: invoice.id,
    number: number === undefined ? null : invoiceNumber(number),
    reference: number === undefined ? null : invoiceReference(number),
    policy_id: invoice.policyId,
    product_id: invoice.productId,
    livemode: invoice.livemode,
    kind: invoice.kind,
    state: invoice.state,
    total: invoice.total,
    open: invoice.open,
    currency: invoice.currency,
    issue_date: invoice.issueDay.toString(),
    due_date: invoice.dueDay.toString(),
    created_at: timestamp(invoice.createdAt),
  }
}

export function viewInvoice(
  invoice: Invoice,
  number: InvoiceNumber | undefined,
  payments: readonly Payment[],
  token: string | null,
): Static<typeof invoiceSchema> {
  return {
    ...viewInvoiceSummary(invoice, number),
    lines: invoice.lines.map((line) => ({
      kind: line.kind,
      first_day: 'first_day' in line ? line.first_day : null,
      last_day: 'last_day' in line ? line.last_day : null,
      amount: line.amount,
      tax: 'tax' in line ? line.tax : 0,
      tax_rate: 'tax_rate' in line ? (line.tax_rate ?? null) : null,
      fee: 'fee' in line ? line.fee : line.kind === 'fee' ? line.amount : 0,
    })),
    payments: payments.map((payment) => viewPaymentSummary(payment, [])),
    payment_token: token,
  }
}
