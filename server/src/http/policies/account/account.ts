import { type Static, Type } from 'typebox'
import { type InvoiceId, timestamp } from '../../../kernel/index.ts'
import { type PolicyAccount, entryKinds } from '../../../billing/index.ts'
import type { Policy } from '../../../policies/index.ts'
import { accountExample } from './examples.ts'
import { amount, oneOf, text, textOrNull, timestampText } from '../../wire/schema.ts'

const day = (description: string) =>
  Type.Unsafe<string>({ type: 'string', format: 'date', description })
const dayOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date', description })
const amountOrNull = (description: string) =>
  Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: `${description} In whole minor units.`,
  })

export const accountSchema = Type.Object(
  {
    policy_id: text('The policy.'),
    currency: text('Of all amounts.'),
    on: day('The day at whose end the account stood so, in the time zone of the policy.'),
    owed: amount('What the customer owed then; below zero, what the customer was owed.'),
    entries: Type.Array(
      Type.Object({
        kind: oneOf(
          entryKinds,
          'A `charge` is what a period costs more or less. An `invoice`, a `credit_note` and a ' +
            'payment `on_account`, which is waited for, move nothing by themselves. A `receipt` is ' +
            'a payment that came by bank transfer. A `recovery` is what was written off and came ' +
            'in, or is no longer charged, all the same.',
        ),
        id: text('The version that charged, the invoice, the payment or the refund.'),
        date: day('The day, in the time zone of the policy.'),
        at: timestampText('The moment.'),
        amount: amount('What is owed more by it, or less where it is below zero.'),
        owed: amount('What is owed after it; below zero, what the customer is owed.'),
        first_day: dayOrNull('The first day of the period that is charged.'),
        last_day: dayOrNull('Its last day.'),
        total: amountOrNull('What the invoice, the payment or the refund is over.'),
        due_date: dayOrNull('When the invoice is due.'),
        provider: textOrNull('By whom it was paid.'),
        reason: textOrNull('Why it was written off, or failed.'),
        document: textOrNull(
          'Where the invoice or the credit note is as a document: it opens without a key. Null where ' +
            'the product has none, or while it has no number.',
        ),
      }),
      { description: 'Oldest first.' },
    ),
    open_invoices: Type.Array(
      Type.Object({
        id: text('The invoice.'),
        total: amount('What it asks for.'),
        open: amount('What of it is still to be paid.'),
        due_date: day('When it is due.'),
      }),
      {
        description: 'The invoices among the entries that are open now, oldest due first.',
      },
    ),
  },
  {
    $id: 'PolicyAccount',
    description: 'Everything that happened to the money of a policy, and what is owed.',
    examples: [accountExample],
  },
)

/** What stands in the statement because of an invoice itself. */
const told: readonly string[] = ['invoice', 'credit_note']

export function viewAccount(
  policy: Policy,
  on: Temporal.PlainDate,
  { entries, owed, openInvoices }: PolicyAccount,
  documentOf: (invoiceId: InvoiceId) => string | null,
): Static<typeof accountSchema> {
  return {
    policy_id: policy.id,
    currency: policy.currency,
    on: on.toString(),
    owed,
    entries: entries.map(({ charge, invoice, payment, refund, ...entry }) => ({
      kind: entry.kind,
      id: entry.id,
      date: entry.day.toString(),
      at: timestamp(entry.at),
      amount: entry.amount,
      owed: entry.owed,
      first_day: charge?.firstDay.toString() ?? null,
      last_day: charge?.lastDay.toString() ?? null,
      total: invoice?.total ?? payment?.amount ?? refund?.amount ?? null,
      due_date: invoice?.dueDay.toString() ?? null,
      provider: payment?.provider ?? null,
      reason: entry.reason ?? (entry.kind === 'failed_refund' ? (refund?.reason ?? null) : null),
      document: invoice && told.includes(entry.kind) ? documentOf(invoice.id) : null,
    })),
    open_invoices: openInvoices.map(({ id, total, open, dueDay }) => ({
      id,
      total,
      open,
      due_date: dueDay.toString(),
    })),
  }
}
