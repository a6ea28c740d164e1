import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
import {
  type Invoice,
  type InvoiceNumber,
  type InvoiceState,
  invoiceKinds,
  invoiceNumber,
  invoiceReference,
} from '../../ledger/index.ts'
import type { Payment } from '../../payments/index.ts'
import { allowed } from '../access/allowed.ts'
import { amount, flag, named, oneOf, text, textOrNull, timestampText } from '../wire/schema.ts'
import { timestamp } from '../../kernel/index.ts'
import { deferInvoiceExample, invoiceExample, writeOffExample } from './examples.ts'
import { policyholderFields, viewPolicyholder } from '../wire/policyholder.ts'
import type { Policyholder } from '../../policies/index.ts'
import { paymentSummarySchema, viewPaymentSummary } from '../payments/payment-summary.ts'

export const invoiceStates = [
  'proposed',
  'open',
  'settled',
  'void',
  'written_off',
] as const satisfies readonly InvoiceState[]

const day = (description: string) =>
  Type.Unsafe<string>({ type: 'string', format: 'date', description })

const summary = {
  id: text('The invoice.'),
  number: textOrNull(
    'The invoice number; null for a moment after the issue, and while the invoice is ' +
      'proposed.',
  ),
  reference: textOrNull('The reference for a bank transfer: the number with check digits.'),
  policy_id: text('The policy.'),
  product_id: text('The product that was sold.'),
  livemode: flag('True for live, false for test.'),
  kind: oneOf(
    invoiceKinds,
    '`sale`: the first invoice. `transaction`: for a policy transaction. `instalment`: for ' +
      'a billing period. `credit_note`: for a reduction. `fee`: for a reminder or notice. ' +
      '`manual_fee` and `correction`: entered by a person.',
  ),
  state: oneOf(
    invoiceStates,
    '`proposed`: for a transaction that takes effect once it is paid for. `open`: to be paid. `settled`: paid or no longer owed. `void`: no longer requested. `written_off`: no longer collected.',
  ),
  total: amount('The total, or the credited amount of a credit note.'),
  open: amount('The open amount.'),
  currency: text('ISO 4217, in lower case.'),
  issue_date: day('The issue date, in the time zone of the policy.'),
  due_date: day('The due date.'),
  created_at: timestampText('When the invoice was created.'),
}

export const invoiceSummarySchema = Type.Object(summary, {
  $id: 'InvoiceSummary',
  description: 'An invoice without its lines.',
})

export const listedInvoiceSchema = Type.Object(
  { ...summary, ...policyholderFields },
  { $id: 'ListedInvoice', description: 'An invoice in a list.' },
)

export const invoiceSchema = Type.Object(
  {
    ...summary,
    ...policyholderFields,
    lines: Type.Array(
      Type.Object({
        kind: oneOf(
          ['period', 'adjustment', 'fee', 'goodwill', 'correction', 'balance'],
          '`period`: the price of a billing period. `adjustment`: a change to the price of ' +
            'a period by a policy transaction. `fee`: a fee. `goodwill` and `correction`: ' +
            'entered by a person. `balance`: the balance carried forward.',
        ),
        text: textOrNull('What it is for, where a person wrote it; otherwise null.'),
        first_day: textOrNull('The first day of the period; null if the line has none.'),
        last_day: textOrNull('The last day of the period; null if the line has none.'),
        amount: amount('The amount of the line, including tax and fees.'),
        tax: amount('The tax in this amount.'),
        tax_rate: textOrNull(
          'The tax rate in percent; null if there is none, or it was not recorded.',
        ),
        fee: amount('The fees in this amount.'),
      }),
      {
        description: 'The lines add up to the total; those of a credit note to the negative total.',
      },
    ),
    payments: Type.Array(named(paymentSummarySchema), {
      description:
        'The payments and receipts for the invoice, oldest first, including failed ones.',
    }),
    payment_token: textOrNull(
      'The token to pay it with `POST /payments` while it is open; null if it cannot be ' +
        'paid that way.',
    ),
    allowed: allowed('write_off', 'defer', 'record_receipt'),
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
      description: 'The reason for the write-off. Do not include personal data.',
    }),
  },
  { $id: 'WriteOff', examples: [writeOffExample] },
)

export const deferInvoiceBody = Type.Object(
  {
    due_date: Type.String({
      maxLength: 10,
      format: 'date',
      description: 'The new due date, after the present one and after today.',
    }),
    reason: Type.String({
      minLength: 1,
      maxLength: reasonLengthMax,
      pattern: '\\S',
      description: 'The reason for the deferral. Do not include personal data.',
    }),
  },
  { $id: 'DeferInvoice', examples: [deferInvoiceExample] },
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
  holder: Policyholder | undefined,
): Omit<Static<typeof invoiceSchema>, 'allowed'> {
  return {
    ...viewInvoiceSummary(invoice, number),
    ...viewPolicyholder(holder),
    lines: invoice.lines.map((line) => ({
      kind: line.kind,
      text: 'text' in line ? (line.text ?? null) : null,
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
