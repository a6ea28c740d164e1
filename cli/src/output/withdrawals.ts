import type { DeclaredWithdrawal } from '@bindery/sdk'
import type { Paint } from './paint.ts'
import { table } from './table.ts'

/** A row for each withdrawal that a customer has declared. */
export function describeWithdrawals(found: readonly DeclaredWithdrawal[], paint: Paint): string[] {
  if (found.length === 0) return ['There are no such withdrawals.']
  const rows = found.map((one) => [
    one.received_at.slice(0, 19).replace('T', ' '),
    one.state,
    one.policy_number,
    one.name,
    one.problem ?? '',
    one.id,
  ])
  return table(['received', 'state', 'number', 'name', 'problem', 'id'], rows, paint)
}

/** What was declared, and what became of it. */
export function describeWithdrawal(one: DeclaredWithdrawal, paint: Paint): string[] {
  return [
    `${paint.bold(one.policy_number)}  ${one.state}`,
    `Declared by ${one.name}, ${one.email}, on ${one.received_at}.`,
    ...(one.problem === null ? [] : [paint.red(one.problem)]),
    ...(one.policy_id === null ? [] : [`Policy ${one.policy_id}`]),
    ...(one.reason === null ? [] : [one.reason]),
  ]
}
