import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeComparison } from '../../output/version-comparison.ts'
import { findPolicy } from '../../server/find-policy.ts'

export function addPoliciesCompare(policies: Command): void {
  addCommand(policies, 'compare <policy>', {
    summary: 'Compare two versions of a policy',
    details:
      'Shows the days, fields and prices in which they differ. Without --from and --to it compares ' +
      'the active version with the one before. bindery policies show lists the versions.',
    examples: ['bindery policies compare TRV-7K2MQ9XA'],
  })
    .option('--from <version>', 'first version')
    .option('--to <version>', 'second version')
    .action(action(compare))
}

interface Options {
  readonly from?: string
  readonly to?: string
}

async function compare({ options, output, server }: Work<Options>, name: string): Promise<void> {
  const { from, to } = options
  const opened = await server()
  const { id } = await findPolicy(opened, name)
  const comparison = await opened.client.manage.policies.compareVersions(id, {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  })
  output.show(comparison, (paint) => describeComparison(comparison, paint))
}
