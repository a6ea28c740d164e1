import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../../command.ts'
import { describeRules } from '../../../output/approvals.ts'

/** Adds the list of rules, which is also the group of the commands that change them. */
export function addApprovalsRules(approvals: Command): Command {
  return addCommand(approvals, 'rules', {
    summary: 'Show which acts need a second person, or change that',
    examples: ['bindery approvals rules'],
  }).action(action(show))
}

async function show({ output, server }: Work<object>): Promise<void> {
  const rules = await (await server()).client.manage.approvalRules.show()
  output.show(rules, (paint) => describeRules(rules, paint))
}
