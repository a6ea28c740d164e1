import { parseDay } from '../../kernel/index.ts'
import type { Caller } from '../../identity/index.ts'
import { wrongParameter } from '../query/reasons.ts'
import { filter } from '../query/sale-filters.ts'

const dayWanted = 'a date such as 2027-01-31'

/** The day of a report. */
export const dayParameter = {
  day: filter('The day of the report, for example 2027-01-31: as the ledger stood at its end.'),
}

export const dayErrors = [
  wrongParameter.listed({
    label: 'no_day',
    when: '`day` is missing, or not a valid date.',
    example: ['day', dayWanted],
  }),
]

export function readDay({ day }: { readonly day?: string | undefined }): Temporal.PlainDate {
  const read = day === undefined ? null : parseDay(day)
  if (read === null) throw wrongParameter('day', dayWanted)
  return read
}

/** The ledger that a caller reads: of its account, in its mode. */
export function ledgerOf(caller: Caller) {
  return { insurerId: caller.account.id, livemode: caller.livemode }
}
