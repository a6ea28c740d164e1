import type { Static } from 'typebox'
import { timestamp } from '../../kernel/index.ts'
import type { ManualEntry } from '../../billing/index.ts'
import { manualKinds } from '../../ledger/index.ts'
import { allowed } from '../access/allowed.ts'
import { amount, named, oneOf, text, textOrNull, timestampText } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import {
  enterMoneyExample,
  listedEntryExample,
  manualEntriesExample,
  manualEntryExample,
  reverseEntryExample,
} from './examples.ts'

const kinds =
  '`goodwill`: given without being owed. `fee`: charged for something beside the premium. ' +
  '`correction`: puts right what was charged, upwards or downwards, with its tax.'

const members = {
  id: text('The entry.'),
  policy_id: text('The policy.'),
  kind: oneOf(manualKinds, kinds),
  amount: amount(
    'What goodwill gives, or what a fee or a correction charges, with tax. Below zero for a ' +
      'correction that gives back, and for the reversal of an entry.',
  ),
  tax: amount('The tax in the amount.'),
  tax_rate: textOrNull('The tax rate of a correction in percent; otherwise null.'),
  currency: text('ISO 4217, in lower case.'),
  text: textOrNull('What the document says; null where the product has words for it.'),
  reason: text('Why it was entered. Customers do not see it.'),
  invoice_id: text('The document: an invoice for what is charged, a credit note otherwise.'),
  reverses: textOrNull('The entry that it reverses; otherwise null.'),
  created_at: timestampText('When it was entered.'),
}

export const manualEntrySchema = Type.Object(members, {
  $id: 'ManualEntry',
  description: 'Goodwill, a fee or a correction that a person entered.',
  examples: [manualEntryExample],
})

export const listedEntrySchema = Type.Object(
  {
    ...members,
    reversed_by: textOrNull('The entry that reverses it; null while there is none.'),
    allowed: allowed('reverse'),
  },
  {
    $id: 'ListedManualEntry',
    description: 'A manual entry with what became of it.',
    examples: [listedEntryExample],
  },
)

export const manualEntriesSchema = Type.Object(
  {
    policy_id: text('The policy.'),
    entries: Type.Array(named(listedEntrySchema), { description: 'Oldest first.' }),
    allowed: allowed('enter', 'pay_out'),
  },
  {
    $id: 'ManualEntries',
    description: 'The manual entries of a policy.',
    examples: [manualEntriesExample],
  },
)

const amountMax = 1_000_000_000_000

const reason = (description: string) =>
  Type.String({ minLength: 1, maxLength: 500, pattern: '\\S', description })

export const enterMoneyBody = Type.Object(
  {
    kind: oneOf(manualKinds, kinds),
    amount: Type.Integer({
      minimum: -amountMax,
      maximum: amountMax,
      description:
        'In whole minor units, with tax. Above zero; a correction that gives back is below zero.',
    }),
    tax_rate: Type.Optional(
      Type.String({
        maxLength: 9,
        pattern: '^\\d{1,2}(\\.\\d{1,6})?$',
        description: 'Of a correction, and required there: the tax rate in percent, such as `19`.',
      }),
    ),
    due_date: Type.Optional(
      Type.String({
        maxLength: 10,
        format: 'date',
        description:
          'By when a charge is to be paid, from tomorrow on. By default the customer gets as ' +
          'many days as the payment plan gives for an instalment.',
      }),
    ),
    text: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        pattern: '\\S',
        description:
          'What the document says instead of the words of the product. Of a fee, and required ' +
          'there: what it is for.',
      }),
    ),
    reason: reason('Why it is entered, for the audit log. Customers do not see it.'),
  },
  { $id: 'EnterMoney', examples: [enterMoneyExample] },
)

export const reverseEntryBody = Type.Object(
  { reason: reason('Why it is reversed. Customers do not see it.') },
  { $id: 'ReverseEntry', examples: [reverseEntryExample] },
)

export function viewManualEntry(entry: ManualEntry): Static<typeof manualEntrySchema> {
  return {
    id: entry.id,
    policy_id: entry.policyId,
    kind: entry.kind,
    amount: entry.amount,
    tax: entry.tax,
    tax_rate: entry.taxRate,
    currency: entry.currency,
    text: entry.text,
    reason: entry.reason,
    invoice_id: entry.documentId,
    reverses: entry.reverses,
    created_at: timestamp(entry.createdAt),
  }
}
