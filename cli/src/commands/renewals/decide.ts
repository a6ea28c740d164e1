import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeRenewal } from '../../output/renewals.ts'
import { findPolicy } from '../../server/find-policy.ts'

export function addRenewalsDecide(renewals: Command, verb: 'accept' | 'decline'): void {
  addCommand(renewals, `${verb} <policy>`, {
    summary:
      verb === 'accept'
        ? 'Accept the renewal of a policy for its next term'
        : 'Decline the renewal of a policy, which then ends with its term',
    details: 'Name the policy by its number or id. Possible until the next term begins.',
    examples: [`bindery renewals ${verb} TRV-7K2MQ9XA`],
  }).action(
    action(async ({ output, server }: Work<object>, name: string) => {
      const opened = await server()
      const { id } = await findPolicy(opened, name)
      const renewal = await opened.client.policies.renewal[verb](id)
      output.show(renewal, (paint) => describeRenewal(renewal, paint))
    }),
  )
}
