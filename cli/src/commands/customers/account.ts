import type { CustomerAccount } from '@bindery/sdk'
import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { day } from '../../day.ts'
import { money } from '../../output/money.ts'
import type { Paint } from '../../output/paint.ts'
import { table } from '../../output/table.ts'
import { findCustomerId } from '../../server/find-customer.ts'

interface Options {
  readonly on?: string
}

export function addCustomersAccount(customers: Command): void {
  addCommand(customers, 'account <customer>', {
    summary: 'Show one account statement over all policies of a customer',
    details: 'Name the customer by id, or by the number or id of a policy.',
    examples: ['bindery customers account CYB-7K2MPQ4X --on 2027-03-01'],
  })
    .option('--on <day>', 'the last day of the statement; today by default', day)
    .action(action(account))
}

async function account({ options, output, server }: Work<Options>, name: string): Promise<void> {
  const opened = await server()
  const { on } = options
  const id = await findCustomerId(opened, name)
  const query = on === undefined ? {} : { on }
  const shown = await opened.client.manage.customers.account(id, query)
  output.show(shown, (paint) => [
    ...shown.statements.flatMap((statement) => describe(statement, paint)),
    ...(shown.is_complete ? [] : ['There are other policies that you may not see.']),
  ])
}

/** What moves no balance, such as money that came too late, says its sum. */
function describeKind(
  { kind, amount, total }: CustomerAccount['statements'][number]['entries'][number],
  currency: string,
): string {
  const words = kind.replaceAll('_', ' ')
  return amount === 0 && total !== null ? `${words} of ${money(total, currency)}` : words
}

function describe(
  { currency, owed, policies, entries }: CustomerAccount['statements'][number],
  paint: Paint,
): string[] {
  const numbers = new Map(policies.map((one) => [one.policy_id, one.insurer_policy_id]))
  const rows = entries.map((entry) => [
    entry.date,
    numbers.get(entry.policy_id) ?? entry.policy_id,
    describeKind(entry, currency),
    money(entry.amount, currency),
    money(entry.owed, currency),
    paint.dim(entry.id),
  ])
  const sum = paint.bold(money(Math.abs(owed), currency))
  return [
    ...table(['date', 'policy', 'entry', 'amount', 'balance owed', 'id'], rows, paint),
    '',
    owed < 0 ? `The customer is owed ${sum}.` : `The customer owes ${sum}.`,
  ]
}
