import type { Static } from 'typebox'
import { csvLine, timestamp } from '../../../kernel/index.ts'
import type { JournalLine } from '../../../accounting/index.ts'
import { ledgerAccounts } from '../../../ledger/index.ts'
import { Type } from '../../wire/type.ts'
import { amount, oneOf, text, textOrNull, timestampText } from '../../wire/schema.ts'

const day = (description: string) => Type.String({ format: 'date', description })
const dayOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date', description })

export const journalLineSchema = Type.Object(
  {
    id: text('Where it stands in the journal: its booking day and its number.'),
    number: Type.Integer({ description: 'Rises within the journal. Numbers have gaps.' }),
    booking_day: day('The day on which it was posted. It is never in a closed month of before.'),
    value_day: day(
      'From when it counts: for a charge the first day of its period, for a receipt the day on ' +
        'which the bank had the money, otherwise the booking day.',
    ),
    service_from: dayOrNull('The first day of the billing period that it is for, if any.'),
    service_to: dayOrNull('The last day of that period.'),
    debit: oneOf(ledgerAccounts, 'The debited account.'),
    credit: oneOf(ledgerAccounts, 'The credited account.'),
    amount: amount('The amount, in minor units. It is above zero.'),
    currency: text('ISO 4217, in lower case.'),
    tax_rate: textOrNull('In per cent, of premium and tax; null where it is not known.'),
    cause: text('What happened, for example `payment` and its id.'),
    corrects: textOrNull('The cause of the posting that this one corrects; null if none.'),
    reason: textOrNull('Why something was written off; null for all else.'),
    policy_id: textOrNull('The policy; null for money that belongs to none.'),
    product_id: textOrNull('Its product.'),
    distributor_id: textOrNull('The distributor that sold it.'),
    posted_at: timestampText('When it was posted, on the clock of the policy.'),
  },
  { $id: 'JournalLine', description: 'A posting: an amount that moves between two accounts.' },
)

export function viewJournalLine(line: JournalLine): Static<typeof journalLineSchema> {
  return {
    id: idOf(line),
    number: line.number,
    booking_day: line.bookingDay.toString(),
    value_day: line.valueDay.toString(),
    service_from: line.serviceFirstDay?.toString() ?? null,
    service_to: line.serviceLastDay?.toString() ?? null,
    debit: line.debit,
    credit: line.credit,
    amount: line.amount,
    currency: line.currency,
    tax_rate: line.taxRate,
    cause: line.cause,
    corrects: line.corrects,
    reason: line.reason,
    policy_id: line.policyId,
    product_id: line.sale?.productId ?? null,
    distributor_id: line.sale?.distributorId ?? null,
    posted_at: timestamp(line.at),
  }
}

function idOf({ bookingDay, number }: Pick<JournalLine, 'bookingDay' | 'number'>): string {
  return `${bookingDay}.${number}`
}

/** The columns of the exported journal: those of the lines, in this order. */
const journalColumns = Object.keys(journalLineSchema.properties)

/** The journal as an export. */
export async function* csvOfJournal(
  pages: AsyncIterable<readonly JournalLine[]>,
): AsyncGenerator<string> {
  yield csvLine(journalColumns)
  for await (const lines of pages) {
    yield lines.map((line) => csvLine(Object.values(viewJournalLine(line)).map(cellOf))).join('')
  }
}

function cellOf(value: string | number | null): string {
  return value === null ? '' : String(value)
}
