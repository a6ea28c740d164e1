import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { day } from '../../day.ts'
import { findPolicy } from '../../server/find-policy.ts'

interface Options {
  readonly date: string
  readonly evidence: string
}

export function addPoliciesDelivered(policies: Command): void {
  addCommand(policies, 'delivered <policy>', {
    summary: 'Record when the customer received the documents of a policy',
    details:
      'Name the policy by its number or id. The period of a withdrawal begins with this day. A later record corrects an earlier one. Do not include personal data.',
    examples: [
      'bindery policies delivered TRV-7K2MQ9XA --date 2027-01-04 --evidence "Registered letter."',
    ],
  })
    .requiredOption('--date <day>', 'the day of receipt, such as 2027-01-04', day)
    .requiredOption('--evidence <text>', 'how that is known, as free text')
    .action(action(delivered))
}

async function delivered({ options, output, server }: Work<Options>, name: string): Promise<void> {
  const opened = await server()
  const { client } = opened
  const { id, insurer_policy_id: number } = await findPolicy(opened, name)
  const { date, evidence } = options
  const delivery = await client.policies.recordDelivery(id, {
    document: 'policy',
    delivered_on: date,
    evidence,
  })
  const { last_day: last, is_offered: isOffered } = await client.policies.withdrawal(id)
  output.show(delivery, (paint) => [
    `${paint.green('✓')} The documents of ${number} were delivered on ${date}.`,
    ...(isOffered && last !== null
      ? [`The customer can withdraw from the contract until ${last}.`]
      : []),
  ])
}
