import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { Failure, exitCodes } from '../../failure.ts'
import { findCustomerId } from '../../server/find-customer.ts'
import { findPolicy } from '../../server/find-policy.ts'

interface Options {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly customer?: string
  readonly set?: readonly string[]
  readonly reason: string
}

export function addPartiesPolicyholder(parties: Command): void {
  addCommand(parties, 'policyholder <policy>', {
    summary: 'Hand a policy to another policyholder, from today on',
    details:
      'Name the policy by its number or id. The new policyholder is a new customer, unless you name ' +
      'the customer that the person is already. The mandate of the former one ends. To correct a ' +
      'name, endorse the policy instead.',
    examples: [
      'bindery parties policyholder CYB-7K2MPQ4X --first-name Jonas --last-name Weber --email jonas@example.com --reason "The company was sold."',
    ],
  })
    .requiredOption('--first-name <name>', 'first name')
    .requiredOption('--last-name <name>', 'last name')
    .requiredOption('--email <address>', 'e-mail address')
    .option(
      '--set <field=value...>',
      'what else the policy says of them, such as salutation=mr; may be repeated',
    )
    .option('--customer <customer>', 'the customer that the person is, by id or by a policy')
    .requiredOption('--reason <text>', 'reason for the audit log; do not include personal data')
    .action(action(change))
}

async function change({ options, output, server }: Work<Options>, name: string): Promise<void> {
  const opened = await server()
  const policy = await findPolicy(opened, name)
  const { firstName, lastName, email, customer, reason } = options
  const changed = await opened.client.policies.changePolicyholder(policy, {
    first_name: firstName,
    last_name: lastName,
    email,
    reason,
    ...(options.set !== undefined && { data: fieldsOf(options.set) }),
    ...(customer !== undefined && { customer_id: await findCustomerId(opened, customer) }),
  })
  output.show(changed, (paint) => [
    `${paint.green('✓')} Customer ${changed.customer_id} holds ${policy.insurer_policy_id} from ${changed.effective_date} on.`,
    ...(changed.ended_mandate_id === null
      ? []
      : [`Mandate ${changed.ended_mandate_id} has ended. Create a link for a new one.`]),
  ])
}

/** Texts by the names of their fields. */
function fieldsOf(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((one) => {
      const [name = '', ...value] = one.split('=')
      if (name === '' || value.length === 0) {
        throw new Failure(
          exitCodes.usage,
          `--set ${one} names no value.`,
          'Write --set field=value, for example --set salutation=mr.',
        )
      }
      return [name, value.join('=')]
    }),
  )
}
