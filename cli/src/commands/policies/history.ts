import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeHistory } from '../../output/policies.ts'
import { findPolicy } from '../../server/find-policy.ts'

export function addPoliciesHistory(policies: Command): void {
  addCommand(policies, 'history <policy>', {
    summary: 'Show what was done to a policy',
    details: 'Name the policy by its number or id. bindery policies show lists all other events.',
    examples: ['bindery policies history TRV-7K2MQ9XA'],
  }).action(action(history))
}

async function history({ output, server }: Work<object>, name: string): Promise<void> {
  const opened = await server()
  const { id } = await findPolicy(opened, name)
  const { versions } = await opened.client.manage.policies.history(id)
  output.show({ policy_id: id, versions }, (paint) => describeHistory(versions, paint))
}
