import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { day } from '../../day.ts'
import { describePolicy, describePolicyAsOf } from '../../output/policies.ts'
import { findPolicy } from '../../server/find-policy.ts'

interface Options {
  readonly asOf?: string
  readonly knownAt?: string
}

export function addPoliciesShow(policies: Command): void {
  addCommand(policies, 'show <policy>', {
    summary: 'Show a policy with its versions, payments, documents and events',
    details:
      'Name the policy by its number or id. --as-of shows the policy on another day, --known-at as it was known at a moment; both leave out versions, payments, documents and events.',
    examples: [
      'bindery policies show TRV-7K2MQ9XA',
      'bindery policies show TRV-7K2MQ9XA --as-of 2027-03-01',
      'bindery policies show TRV-7K2MQ9XA --as-of 2027-03-01 --known-at 2027-02-01T12:00:00Z',
    ],
  })
    .option('--as-of <day>', 'the policy on this day, such as 2027-06-30', day)
    .option(
      '--known-at <moment>',
      'ignore transactions after this moment, such as 2027-02-01T12:00:00Z',
    )
    .action(action(show))
}

async function show({ options, output, server }: Work<Options>, name: string): Promise<void> {
  const opened = await server()
  const summary = await findPolicy(opened, name)
  const { asOf, knownAt } = options
  if (asOf !== undefined || knownAt !== undefined) {
    const policy = await opened.client.policies.asOf(summary.id, {
      ...(asOf !== undefined && { as_of: asOf }),
      ...(knownAt !== undefined && { known_at: knownAt }),
    })
    output.show({ policy }, (paint) => describePolicyAsOf(policy, paint))
    return
  }
  const [policy, history] = await Promise.all([
    opened.client.policies.get(summary.id),
    opened.client.manage.policies.history(summary.id),
  ])
  output.show({ policy, history }, (paint) => describePolicy(summary, policy, history, paint))
}
