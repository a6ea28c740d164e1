import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { assertMeant } from '../../meant.ts'
import { describeApproved, summarizeApproval } from '../../output/approvals.ts'
import { ifNotFound } from '../../server/if-not-found.ts'
import { whereApprovalsAre } from './where-approvals-are.ts'

interface Options {
  readonly comment?: string
  readonly yes?: boolean
}

export function addApprovalsApprove(approvals: Command): void {
  addCommand(approvals, 'approve <approval-id>', {
    summary: 'Approve the request of another person, and carry it out',
    details: 'Shows what would be done and asks. You need the permission of the call yourself.',
    examples: ['bindery approvals approve apr_01b0acc58e20b2f5cb6ba6d8b0de --comment "Checked."'],
  })
    .option('--comment <text>', 'for the audit log; do not include personal data')
    .option('--yes', 'show what would be done but do not ask')
    .action(action(approve))
}

async function approve({ options, output, server }: Work<Options>, id: string): Promise<void> {
  const { comment, yes = false } = options
  const { approvals } = (await server()).client.manage
  const approval = await ifNotFound(approvals.show(id), whereApprovalsAre)
  await assertMeant(summarizeApproval(approval), yes)
  const approved = await approvals.approve(id, comment === undefined ? {} : { comment })
  output.show(approved, (paint) => describeApproved(approved, paint))
}
