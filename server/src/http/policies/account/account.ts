import type { Static } from 'typebox'
import { Type } from '../../wire/type.ts'
import { type InvoiceId, timestamp } from '../../../kernel/index.ts'
import { type PolicyAccount, entryKinds, totalOf } from '../../../billing/index.ts'
import type { Policy } from '../../../policies/index.ts'
import { accountExample } from './examples.ts'
import { amount, oneOf, text, textOrNull, timestampText } from '../../wire/schema.ts'
import { maskedMember, personal } from '../../wire/personal.ts'

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
    currency: text('The currency of all amounts.'),
    on: day('The last day of the statement, in the time zone of the policy.'),
    owed: amount(
      'What the customer owes at the end of that day; negative if the customer has credit.',
    ),
    entries: Type.Array(
      Type.Object({
        kind: oneOf(
          entryKinds,
          'A `charge` is a change in the price of a billing period. An `invoice`, a ' +
            '`credit_note` and an expected payment `on_account` do not change the balance. A ' +
            '`receipt` is a payment by bank transfer. A `recovery` is an amount that was ' +
            'written off and then received or no longer charged. An `unapplied_payment` came too ' +
            'late or with another amount; the `unapplied_refund` returns it. Neither changes the balance.',
        ),
        id: text('The id of the version that charged, the invoice, the payment or the refund.'),
        date: day('The day of the entry, in the time zone of the policy.'),
        at: timestampText('The time of the entry.'),
        amount: amount('The change of the balance; negative if the customer owes less.'),
        owed: amount('The balance after the entry; negative if the customer has credit.'),
        first_day: dayOrNull('The first day of the charged period.'),
        last_day: dayOrNull('The last day of the charged period.'),
        total: amountOrNull('The total of the invoice, payment or refund.'),
        due_date: dayOrNull('When the invoice is due.'),
        provider: textOrNull('The payment provider.'),
        reason: textOrNull('Why the amount was written off, or why the refund failed.'),
        document: personal(
          textOrNull(
            'A link to the document of the invoice or credit note, which needs no key. Null ' +
              'if the product has no such document, or while there is no invoice number.',
          ),
        ),
      }),
      { description: 'Oldest first.' },
    ),
    open_invoices: Type.Array(
      Type.Object({
        id: text('The invoice.'),
        total: amount('The total of the invoice.'),
        open: amount('The open amount.'),
        due_date: day('When it is due.'),
      }),
      {
        description: 'The invoices of the statement that are open now, earliest due date first.',
      },
    ),
    masked: maskedMember,
  },
  {
    $id: 'PolicyAccount',
    description: 'The account statement of a policy, with its balance.',
    examples: [accountExample],
  },
)

/** The entries that an invoice itself makes, and that have its document. */
const invoiceEntries: readonly string[] = ['invoice', 'credit_note']

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
      total: totalOf({ invoice, payment, refund }),
      due_date: invoice?.dueDay.toString() ?? null,
      provider: payment?.provider ?? null,
      reason: entry.reason ?? (entry.kind === 'failed_refund' ? (refund?.reason ?? null) : null),
      document: invoice && invoiceEntries.includes(entry.kind) ? documentOf(invoice.id) : null,
    })),
    open_invoices: openInvoices.map(({ id, total, open, dueDay }) => ({
      id,
      total,
      open,
      due_date: dueDay.toString(),
    })),
  }
}
