import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { findCustomerId } from '../../server/find-customer.ts'

interface Options {
  readonly reason: string
}

const forTheLog = 'reason for the audit log; do not include personal data'

export function addCustomersJoin(customers: Command): void {
  addCommand(customers, 'join <customer> <other>', {
    summary: 'Record that two customers are one person',
    details:
      'Name each by its id, or by the number or id of a policy. An equal e-mail address is not ' +
      'enough: two people can share one. No policy changes, and the two can be split again.',
    examples: [
      'bindery customers join CYB-7K2MPQ4X CYB-9M4RTW2K --reason "Same date of birth, by phone."',
    ],
  })
    .requiredOption('--reason <text>', forTheLog)
    .action(action(join))
  addCommand(customers, 'split <customer>', {
    summary: 'Take a join back',
    details: 'Name the customer that was joined into another, by its id or by one of its policies.',
    examples: ['bindery customers split CYB-9M4RTW2K --reason "Mother and daughter."'],
  })
    .requiredOption('--reason <text>', forTheLog)
    .action(action(split))
}

async function join(
  { options, output, server }: Work<Options>,
  name: string,
  otherName: string,
): Promise<void> {
  const opened = await server()
  const [id, other] = [await findCustomerId(opened, name), await findCustomerId(opened, otherName)]
  const body = { customer_id: other, reason: options.reason }
  const customer = await opened.client.manage.customers.join(id, body)
  output.show(customer, (paint) => [
    `${paint.green('✓')} ${name} and ${otherName} are one customer, ${customer.id}, with ${customer.policies.length} policies.`,
  ])
}

async function split({ options, output, server }: Work<Options>, name: string): Promise<void> {
  const opened = await server()
  const id = await findCustomerId(opened, name)
  const customer = await opened.client.manage.customers.split(id, { reason: options.reason })
  output.show(customer, (paint) => [
    `${paint.green('✓')} ${customer.id} is a customer of its own again.`,
  ])
}
