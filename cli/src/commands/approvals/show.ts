import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeApproval } from '../../output/approvals.ts'
import { ifNotFound } from '../../server/if-not-found.ts'
import { whereApprovalsAre } from './where-approvals-are.ts'

export function addApprovalsShow(approvals: Command): void {
  addCommand(approvals, 'show <approval-id>', {
    summary: 'Show a request, with the call that would be made',
    examples: ['bindery approvals show apr_01b0acc58e20b2f5cb6ba6d8b0de'],
  }).action(action(show))
}

async function show({ output, server }: Work<object>, id: string): Promise<void> {
  const { approvals } = (await server()).client.manage
  const approval = await ifNotFound(approvals.show(id), whereApprovalsAre)
  output.show(approval, (paint) => describeApproval(approval, paint))
}
