import type { Customer } from '@bindery/sdk'
import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import type { Paint } from '../../output/paint.ts'
import { table } from '../../output/table.ts'
import { findCustomerId } from '../../server/find-customer.ts'

export function addCustomersShow(customers: Command): void {
  addCommand(customers, 'show <customer>', {
    summary: 'Show a customer with all policies',
    details:
      'Name the customer by id, or by the number or id of a policy. Other customers with the same ' +
      'e-mail address are listed: they may be other persons.',
    examples: ['bindery customers show CYB-7K2MPQ4X'],
  }).action(action(show))
}

async function show({ output, server }: Work<object>, name: string): Promise<void> {
  const opened = await server()
  const customer = await opened.client.manage.customers.show(await findCustomerId(opened, name))
  output.show(customer, (paint) => describe(customer, paint))
}

function describe(customer: Customer, paint: Paint): string[] {
  const { first_name: first, last_name: last, email, policies, same_email: others } = customer
  const rows = policies.map((policy) => [
    policy.insurer_policy_id,
    policy.status,
    policy.is_held ? 'policyholder' : 'former',
    `${policy.start_date} to ${policy.end_date ?? 'open'}`,
    policy.policy_id,
  ])
  const same = others.map((one) => [`${one.first_name} ${one.last_name}`, one.email, one.id])
  return [
    `${paint.bold(`${first} ${last}`)}, ${email}`,
    ...customer.customer_ids.map((id) => paint.dim(id)),
    '',
    ...table(['number', 'status', 'is', 'cover', 'id'], rows, paint),
    ...(customer.is_complete ? [] : ['There are other policies that you may not see.']),
    ...(same.length === 0
      ? []
      : ['', 'The same e-mail address:', ...table(['name', 'email', 'id'], same, paint)]),
  ]
}
