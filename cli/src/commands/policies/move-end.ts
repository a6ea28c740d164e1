import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { day } from '../../day.ts'
import { assertMeant } from '../../meant.ts'
import { summarizePreview } from '../../output/preview.ts'
import { findPolicy } from '../../server/find-policy.ts'
import { reportTransaction } from './report-transaction.ts'

interface Options {
  readonly date: string
  readonly ifVersion?: string
  readonly wait: boolean
  readonly yes?: boolean
}

export function addPoliciesMoveEnd(policies: Command): void {
  addCommand(policies, 'move-end <policy>', {
    summary: 'Move the end of a policy that was cancelled for later',
    details:
      'Name the policy by its number or id. Possible until its last day is over. Shows the amount first, and asks for confirmation. To take the cancellation back, use bindery policies reinstate.',
    examples: ['bindery policies move-end TRV-7K2MQ9XA --date 2027-05-31'],
  })
    .requiredOption('--date <day>', 'the new last day of cover, such as 2027-05-31', day)
    .option('--if-version <id>', 'only if the policy is still at this version')
    .option('--yes', 'show the amount but do not ask')
    .option('--no-wait', 'do not wait until the move is carried out')
    .action(action(moveEnd))
}

async function moveEnd({ options, output, server }: Work<Options>, name: string): Promise<void> {
  const opened = await server()
  const { client } = opened
  const policy = await findPolicy(opened, name)
  const seen = { id: policy.id, version_id: options.ifVersion ?? policy.version_id }
  const { insurer_policy_id: number } = policy
  const end = { termination_date: options.date }
  const preview = await client.policies.preview(seen, { end_move: end })
  const meant = `Moving the end of ${number} to ${options.date} ${summarizePreview(preview)}`
  await assertMeant(meant, options.yes ?? false)
  const { preview_token } = preview
  const accepted = await client.policies.moveEnd(seen, { ...end, preview_token })
  await reportTransaction({ client, output }, accepted, {
    isAwaited: options.wait,
    doing: `Moving the end of ${number}`,
    done: `${number} ends on ${options.date}.`,
    subject: `The move of the end of ${number}`,
  })
}
