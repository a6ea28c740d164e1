import { basename } from 'node:path'
import type { SimulatedLife } from '@bindery/sdk'
import { money } from './money.ts'
import type { Paint } from './paint.ts'
import { count } from './problems.ts'
import { describeTimetable } from './timetable.ts'

/** A simulated life as a timetable, with its totals. */
export function describeLife(
  life: SimulatedLife,
  folders: readonly (string | null)[],
  paint: Paint,
): string[] {
  const { account, events, time_zone: timeZone, policy } = life
  const done = stepsWithoutEvents(life, folders)
  const sums = sumsOf(life)
  const { currency } = account
  return [
    ...describeTimetable({ account, events, timeZone, done }, paint),
    '',
    `${policy.insurer_policy_id} is ${paint.bold(policy.status)}: ${count(life.terms.length, 'term')}, ` +
      `${count(sums.invoices, 'invoice')}, ${money(sums.paid, currency)} paid` +
      `${sums.refunded === 0 ? '' : `, ${money(sums.refunded, currency)} refunded`}, ` +
      `${money(account.owed, currency)} owed.`,
  ]
}

/** Steps of the simulation that leave no event of the policy. */
export function stepsWithoutEvents(life: SimulatedLife, folders: readonly (string | null)[]) {
  return life.steps.flatMap(({ day, at, verb, value }, index) => {
    if (verb === 'card') return [{ day, at, what: `card: ${String(value)} from now on` }]
    if (verb !== 'publish') return []
    const name = basename(folders[index] ?? '')
    return [{ day, at, what: `new version published on the test clock${name && `: ${name}`}` }]
  })
}

export function sumsOf({ account, invoices }: SimulatedLife) {
  const paid = account.entries
    .filter(({ kind }) => kind === 'payment' || kind === 'receipt' || kind === 'charge_back')
    .reduce((sum, { amount }) => sum - amount, 0)
  const refunded = account.entries
    .filter(({ kind }) => kind === 'refund' || kind === 'failed_refund')
    .reduce((sum, { amount }) => sum + amount, 0)
  return { paid, refunded, invoices: invoices.filter(({ kind }) => kind !== 'credit_note').length }
}
