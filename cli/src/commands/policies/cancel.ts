import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { day } from '../../day.ts'
import { AlreadyTold } from '../../failure.ts'
import { findPolicy } from '../../server/find-policy.ts'

interface Options {
  readonly reason: string
  readonly date: string
  readonly ifVersion?: string
  readonly wait: boolean
}

export function addPoliciesCancel(policies: Command): void {
  addCommand(policies, 'cancel <policy>', {
    summary: 'Cancel a policy',
    details:
      'Names it by its number or its id. What is refunded is up to the terms of the product.',
    examples: [
      'bindery policies cancel TRV-7K2MQ9XA --date 2027-06-30 --reason "The customer moved."',
    ],
  })
    .requiredOption('--date <day>', 'the last day of cover, such as 2027-06-30', day)
    .requiredOption('--reason <text>', 'why, in words of your own')
    .option('--if-version <id>', 'only if this is still the version of the policy')
    .option('--no-wait', 'do not wait until it is carried out')
    .action(action(cancel))
}

async function cancel({ options, output, server }: Work<Options>, name: string): Promise<void> {
  const opened = await server()
  const { client } = opened
  const policy = await findPolicy(opened, name)
  const order = { cancellation_reason: options.reason, termination_date: options.date }
  const seen = { id: policy.id, version_id: options.ifVersion ?? policy.version_id }
  const accepted = await client.policies.cancel(seen, order)
  const { insurer_policy_id: number } = policy
  if (!options.wait) {
    output.show(accepted, (paint) => [
      `${paint.green('✓')} The cancellation of ${number} is accepted and under way.`,
    ])
    return
  }
  const done = await output.during(`Cancelling ${number}`, () =>
    client.policies.waitForVersion(accepted),
  )
  output.show(done, (paint) => [
    done.status === 'failed'
      ? `${paint.red('✗')} The cancellation of ${number} was not carried out.`
      : `${paint.green('✓')} ${number} is cancelled; cover ends on ${options.date}.`,
  ])
  if (done.status === 'failed') throw new AlreadyTold()
}
