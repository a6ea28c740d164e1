import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { findPolicy } from '../../server/find-policy.ts'
import { ifNotFound } from '../../server/if-not-found.ts'

interface Options {
  readonly policy: string
  readonly reason?: string
}

const example = 'wdl_01b0acc58e20d4f7a1936c08b25e'
const hint = 'List withdrawals with: bindery withdrawals list'

export function addWithdrawalsSettle(withdrawals: Command): void {
  addCommand(withdrawals, 'settle <withdrawal-id>', {
    summary: 'Record that a declared withdrawal has ended a policy',
    details: 'Withdraw from the policy first, with: bindery policies withdraw.',
    examples: [`bindery withdrawals settle ${example} --policy CYB-7K2MPQ4X`],
  })
    .requiredOption('--policy <policy>', 'the policy that has ended, by number or id')
    .option('--reason <text>', 'what was found out')
    .action(action(settle))
  addCommand(withdrawals, 'refuse <withdrawal-id>', {
    summary: 'Refuse a declared withdrawal',
    details: 'Nothing is sent to the customer.',
    examples: [`bindery withdrawals refuse ${example} --reason "It came after the period."`],
  })
    .requiredOption('--reason <text>', 'why')
    .action(action(refuse))
}

async function settle({ options, output, server }: Work<Options>, id: string): Promise<void> {
  const opened = await server()
  const { policy, reason } = options
  const { id: policy_id } = await findPolicy(opened, policy)
  const body = { policy_id, ...(reason === undefined ? {} : { reason }) }
  const done = await ifNotFound(
    opened.client.manage.withdrawals.settle(id, { outcome: 'settled', ...body }),
    hint,
  )
  output.show(done, (paint) => [`${paint.green('✓')} The withdrawal is settled.`])
}

async function refuse(
  { options, output, server }: Work<{ readonly reason: string }>,
  id: string,
): Promise<void> {
  const { client } = await server()
  const { reason } = options
  const done = await ifNotFound(
    client.manage.withdrawals.settle(id, { outcome: 'refused', reason }),
    hint,
  )
  output.show(done, (paint) => [`${paint.green('✓')} The withdrawal is refused.`])
}
