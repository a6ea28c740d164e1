import { invalidData, parseDay } from '../../kernel/index.ts'
import { Type } from '../wire/type.ts'
import { wrongParameter } from '../query/reasons.ts'

const aDate = 'a date such as 2028-10-31'
const laterDate = 'a date that is not before from'

/** The days of a report. */
export const dayParameters = {
  from: Type.String({ description: 'The first booking day, for example `2028-10-01`.' }),
  to: Type.String({ description: 'The last booking day, for example `2028-10-31`.' }),
}

export const dayErrors = [
  invalidData.listed({
    label: 'missing_day',
    when: '`from` or `to` is missing.',
    example: [[{ code: 'required', field: 'from', rules: ['required'] }], null],
  }),
  wrongParameter.listed({
    label: 'not_a_date',
    when: '`from` or `to` is not a valid date.',
    example: ['from', aDate],
  }),
  wrongParameter.listed({
    label: 'backwards',
    when: '`to` is before `from`.',
    example: ['to', laterDate],
  }),
]

export function readDays(query: { readonly from: string; readonly to: string }) {
  const [from, to] = [parseDay(query.from), parseDay(query.to)]
  if (from === null) throw wrongParameter('from', aDate)
  if (to === null) throw wrongParameter('to', aDate)
  if (Temporal.PlainDate.compare(to, from) < 0) throw wrongParameter('to', laterDate)
  return { from, to }
}
