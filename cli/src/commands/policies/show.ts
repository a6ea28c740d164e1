import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describePolicy } from '../../output/policies.ts'
import { findPolicy } from '../../server/find-policy.ts'

export function addPoliciesShow(policies: Command): void {
  addCommand(policies, 'show <policy>', {
    summary: 'Show a policy and all that happened to it',
    details: 'Names it by its number or its id.',
    examples: ['bindery policies show TRV-7K2MQ9XA'],
  }).action(action(show))
}

async function show({ output, server }: Work<object>, name: string): Promise<void> {
  const opened = await server()
  const summary = await findPolicy(opened, name)
  const [policy, history] = await Promise.all([
    opened.client.policies.get(summary.id),
    opened.client.manage.policies.history(summary.id),
  ])
  output.show({ policy, history }, (paint) => describePolicy(summary, policy, history, paint))
}
