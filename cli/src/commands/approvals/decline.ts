import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { ifNotFound } from '../../server/if-not-found.ts'
import { whereApprovalsAre } from './where-approvals-are.ts'

export function addApprovalsDecline(approvals: Command): void {
  addCommand(approvals, 'decline <approval-id>', {
    summary: 'Decline a request; it can be made again',
    examples: [
      'bindery approvals decline apr_01b0acc58e20b2f5cb6ba6d8b0de --comment "Wait for the court."',
    ],
  })
    .requiredOption(
      '--comment <text>',
      'why, for the person who made the request; do not include personal data',
    )
    .action(action(decline))
}

async function decline(
  { options, output, server }: Work<{ readonly comment: string }>,
  id: string,
): Promise<void> {
  const { comment } = options
  const { approvals } = (await server()).client.manage
  const declined = await ifNotFound(approvals.decline(id, { comment }), whereApprovalsAre)
  output.show(declined, (paint) => [`${paint.green('✓')} ${id} is declined.`])
}
