import type { Static } from 'typebox'
import { timestamp } from '../../../kernel/index.ts'
import { monthText, turnoverByAccount } from '../../../accounting/index.ts'
import { type Closing, ledgerAccounts } from '../../../ledger/index.ts'
import { Type } from '../../wire/type.ts'
import { amount, oneOf, text, textOrNull, timestampText } from '../../wire/schema.ts'

export const closeMonthBody = Type.Object(
  {
    month: Type.String({ description: 'The month, for example `2028-10`.', maxLength: 20 }),
  },
  {
    $id: 'CloseMonth',
    description: 'Close a month for ever.',
    examples: [{ month: '2028-10' }],
  },
)

export const closingSchema = Type.Object(
  {
    id: text('The closing.'),
    month: text('The month, for example `2028-10`.'),
    state: oneOf(
      ['summing', 'closed'],
      'Nothing is posted into the month from the first moment on. A month that is `summing` ' +
        'has no totals yet.',
    ),
    closed_at: timestampText('When it was closed.'),
    closed_by: Type.Object(
      {
        kind: oneOf(['key', 'user'], 'A key or a person.'),
        id: text('The id of the key or the person.'),
      },
      { description: 'Who closed it.' },
    ),
    postings: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description:
        'How many postings were posted in it, and before it where it is the first closed month.',
    }),
    totals: Type.Array(
      Type.Object({
        currency: text('ISO 4217, in lower case.'),
        account: oneOf(ledgerAccounts, 'The account.'),
        debit: amount('What was debited.'),
        credit: amount('What was credited.'),
      }),
      { description: 'What was posted, by currency and account.' },
    ),
    digest: textOrNull(
      'SHA-256 of the postings, chained to the digest of the month before. ' +
        '`bindery accounting verify` computes it again from the journal.',
    ),
  },
  { $id: 'Closing', description: 'A closed month.' },
)

export function viewClosing(closing: Closing): Static<typeof closingSchema> {
  const { id, month, closedAt, closedBy, sums } = closing
  const closer = Object(closedBy) as { readonly kind: string; readonly id: string } // As closeMonth writes it.
  return {
    id,
    month: monthText(month),
    state: sums === null ? 'summing' : 'closed',
    closed_at: timestamp(closedAt),
    closed_by: { kind: closer.kind, id: closer.id },
    postings: sums?.postings ?? null,
    totals: turnoverByAccount(sums?.turnover ?? []),
    digest: sums?.digest ?? null,
  }
}
