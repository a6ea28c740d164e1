import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeRenewal } from '../../output/renewals.ts'
import { findPlan } from '../../server/find-plan.ts'
import { findPolicy } from '../../server/find-policy.ts'

interface Options {
  readonly plan?: string
}

export function addRenewalsDecide(renewals: Command, verb: 'accept' | 'decline'): void {
  const isAccept = verb === 'accept'
  const command = addCommand(renewals, `${verb} <policy>`, {
    summary: isAccept
      ? 'Accept the renewal of a policy for its next term'
      : 'Decline the renewal of a policy, which then ends with its term',
    details: 'Name the policy by its number or id. Possible until the next term begins.',
    examples: [
      `bindery renewals ${verb} TRV-7K2MQ9XA`,
      ...(isAccept ? ['bindery renewals accept TRV-7K2MQ9XA --plan monthly'] : []),
    ],
  })
  if (isAccept) command.option('--plan <key>', 'other payment plan for the next term')
  command.action(
    action(async ({ options, output, server }: Work<Options>, name: string) => {
      const opened = await server()
      const policy = await findPolicy(opened, name)
      const { accept, decline } = opened.client.policies.renewal
      const { plan } = options
      const chosen = plan === undefined ? {} : { planId: await findPlan(opened, policy, plan) }
      const renewal = await (isAccept ? accept(policy.id, chosen) : decline(policy.id))
      output.show(renewal, (paint) => describeRenewal(renewal, paint))
    }),
  )
}
