import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeRenewal } from '../../output/renewals.ts'
import { findPolicy } from '../../server/find-policy.ts'

export function addRenewalsDecide(renewals: Command, verb: 'accept' | 'decline'): void {
  addCommand(renewals, `${verb} <policy>`, {
    summary:
      verb === 'accept'
        ? 'Let a policy go on with its next term'
        : 'Let a policy end with its term, also where it would go on by itself',
    details: 'Names the policy by its number or its id. Possible until the next term begins.',
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
