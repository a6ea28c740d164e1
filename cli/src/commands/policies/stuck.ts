import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeStuck } from '../../output/policies.ts'
import { showNewest } from '../../output/show-newest.ts'
import { pageSize, rowsDefault, rowsMax } from '../../server/take-rows.ts'
import { wholeNumber } from '../../whole-number.ts'

interface Options {
  readonly limit: number
}

export function addPoliciesStuck(policies: Command): void {
  addCommand(policies, 'stuck', {
    summary: 'List policies of which something due failed, and when it is tried again',
    examples: ['bindery policies stuck --live'],
  })
    .option('--limit <rows>', 'how many at most', wholeNumber(1, rowsMax), rowsDefault)
    .action(action(stuck))
}

async function stuck({ options: { limit }, output, server }: Work<Options>): Promise<void> {
  const { client } = await server()
  const filters = { limit: pageSize(limit) }
  await showNewest(output, () => client.manage.stuckPolicies(filters), limit, describeStuck)
}
