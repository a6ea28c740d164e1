import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { ifNotFound } from '../../server/if-not-found.ts'
import { whereApprovalsAre } from './where-approvals-are.ts'

export function addApprovalsWithdraw(approvals: Command): void {
  addCommand(approvals, 'withdraw <approval-id>', {
    summary: 'Withdraw a request that you have made',
    examples: ['bindery approvals withdraw apr_01b0acc58e20b2f5cb6ba6d8b0de'],
  }).action(action(withdraw))
}

async function withdraw({ output, server }: Work<object>, id: string): Promise<void> {
  const { approvals } = (await server()).client.manage
  const withdrawn = await ifNotFound(approvals.withdraw(id), whereApprovalsAre)
  output.show(withdrawn, (paint) => [`${paint.green('✓')} ${id} is withdrawn.`])
}
