import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeRenewal } from '../../output/renewals.ts'
import { findPolicy } from '../../server/find-policy.ts'

export function addRenewalsRetry(renewals: Command): void {
  addCommand(renewals, 'retry <policy>', {
    summary: 'Price a blocked or knocked-out renewal again',
    details: 'Name the policy by its number or id. See the result with: bindery renewals list',
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
