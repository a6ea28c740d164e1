import type { VersionComparison } from '@bindery/sdk'
import { money } from './money.ts'
import type { Paint } from './paint.ts'
import { table } from './table.ts'

type Side = VersionComparison['days'][number]['before']

/** The days that differ with their fields, and the billing periods with another price. */
export function describeComparison(compared: VersionComparison, paint: Paint): string[] {
  const { currency, days, periods, total } = compared
  const amount = (cents: number) => money(cents, currency)
  const side = (one: Side) =>
    one === null ? 'not sold' : `${one.kind} ${amount(one.gross_payment_amount)}`
  const fields = days.flatMap(({ first_day, last_day, before, after, replaced }) => [
    [`${first_day} to ${last_day ?? 'open'}`, '', side(before), side(after)],
    ...replaced.map((one) => [
      '',
      one.field,
      JSON.stringify(one.before),
      JSON.stringify(one.after),
    ]),
  ])
  const prices = periods
    .filter(({ difference }) => difference.gross_payment_amount !== 0)
    .map(({ first_day, last_day, before, after, difference }) => [
      `${first_day} to ${last_day}`,
      amount(before.gross_payment_amount),
      amount(after.gross_payment_amount),
      amount(difference.gross_payment_amount),
    ])
  return [
    ...(fields.length === 0
      ? ['The versions do not differ.']
      : table(['days', 'field', 'before', 'after'], fields, paint)),
    ...(prices.length === 0
      ? []
      : ['', ...table(['billing period', 'before', 'after', 'difference'], prices, paint)]),
    '',
    `total ${amount(total.gross_payment_amount)}`,
  ]
}
