import type { NextTermEndorsement, Renewal } from '@bindery/sdk'
import { money } from './money.ts'
import type { Paint } from './paint.ts'
import { table } from './table.ts'

export function describeRenewals(renewals: readonly Renewal[], paint: Paint): string[] {
  if (renewals.length === 0) return ['Nothing was found.']
  const rows = renewals.map((renewal) => [
    renewal.policy_id,
    renewal.state,
    renewal.first_day,
    money(renewal.gross_payment_amount_before, renewal.currency),
    renewal.gross_payment_amount === null
      ? ''
      : money(renewal.gross_payment_amount, renewal.currency),
    renewal.problems.map(nameOf).join(', '),
  ])
  return table(['policy', 'state', 'from', 'before', 'after', 'problems'], rows, paint)
}

/** The name of the field, or the code of a problem without a field. */
export function nameOf({ field, code }: Renewal['problems'][number]): string {
  return field ?? code
}

/** Changes of the next term; values are not listed, since they may be long. */
export function describeNextTermEndorsements(
  endorsements: readonly NextTermEndorsement[],
  paint: Paint,
): string[] {
  if (endorsements.length === 0) return ['Nothing was found.']
  const rows = endorsements.map(({ id, state, effective_date, answers, data, void_reason }) => [
    id,
    void_reason === null ? state : `${state} (${void_reason})`,
    effective_date,
    [...Object.keys(answers), ...Object.keys(data)].join(', '),
  ])
  return table(['endorsement', 'state', 'from', 'fields'], rows, paint)
}

/** One renewal with its problems and their fixes. */
export function describeRenewal(renewal: Renewal, paint: Paint): string[] {
  return [
    ...describeRenewals([renewal], paint),
    ...renewal.problems.map((problem) => `${nameOf(problem)}: ${problem.message} ${problem.fix}`),
  ]
}
