import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeRenewal } from '../../output/renewals.ts'
import { findPolicy } from '../../server/find-policy.ts'

export function addRenewalsRetry(renewals: Command): void {
  addCommand(renewals, 'retry <policy>', {
    summary: 'Have a renewal priced again that was blocked or knocked out',
    details: 'Names the policy by its number or its id. See what became of it with: renewals list',
    examples: ['bindery renewals retry TRV-7K2MQ9XA'],
  }).action(
    action(async ({ output, server }: Work<object>, name: string) => {
      const opened = await server()
      const { id } = await findPolicy(opened, name)
      const renewal = await opened.client.policies.renewal.retry(id, {})
      output.show(renewal, (paint) => describeRenewal(renewal, paint))
    }),
  )
}
