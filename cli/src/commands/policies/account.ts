import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { day } from '../../day.ts'
import { describeAccount } from '../../output/account.ts'
import { findPolicy } from '../../server/find-policy.ts'

interface Options {
  readonly on?: string
}

export function addPoliciesAccount(policies: Command): void {
  addCommand(policies, 'account <policy>', {
    summary: 'Show the account statement of a policy',
    details:
      'Lists charges, invoices, payments, refunds and write-offs, with the balance owed after each. ' +
      'Name the policy by its number or id.',
    examples: [
      'bindery policies account TRV-7K2MQ9XA',
      'bindery policies account TRV-7K2MQ9XA --on 2027-12-31',
    ],
  })
    .option('--on <day>', 'as of the end of this day; today by default', day)
    .action(action(account))
}

async function account({ options, output, server }: Work<Options>, name: string): Promise<void> {
  const opened = await server()
  const { id } = await findPolicy(opened, name)
  const query = options.on === undefined ? {} : { on: options.on }
  const shown = await opened.client.policies.account(id, query)
  output.show(shown, (paint) => describeAccount(shown, paint))
}
