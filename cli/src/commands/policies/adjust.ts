import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { day } from '../../day.ts'
import { assertMeant } from '../../meant.ts'
import { summarizePreview } from '../../output/preview.ts'
import { findPolicy } from '../../server/find-policy.ts'
import { declaredNumber } from './declared-number.ts'
import { reportTransaction } from './report-transaction.ts'

interface Options {
  readonly term?: string
  readonly answer: Readonly<Record<string, number>>
  readonly ifVersion?: string
  readonly wait: boolean
  readonly yes?: boolean
}

export function addPoliciesAdjust(policies: Command): void {
  addCommand(policies, 'adjust <policy>', {
    summary: 'Adjust the premium of a term that is over to declared values',
    details:
      'Name the policy by its number or id. The declared values, such as the turnover of the year, replace the estimates on every day of the term and on no other day. Shows the amount first, and asks for confirmation.',
    examples: ['bindery policies adjust TRV-7K2MQ9XA --answer yearly_turnover=240000000'],
  })
    .requiredOption(
      '--answer <name=number>',
      'declared value, such as yearly_turnover=240000000; may be repeated',
      declaredNumber,
    )
    .option('--term <day>', 'first day of the term; the last term that is over by default', day)
    .option('--if-version <id>', 'only if the policy is still at this version')
    .option('--yes', 'show the amount but do not ask')
    .option('--no-wait', 'do not wait until the adjustment is carried out')
    .action(action(adjust))
}

async function adjust({ options, output, server }: Work<Options>, name: string): Promise<void> {
  const opened = await server()
  const { client } = opened
  const policy = await findPolicy(opened, name)
  const seen = { id: policy.id, version_id: options.ifVersion ?? policy.version_id }
  const { insurer_policy_id: number } = policy
  const { term, answer: answers } = options
  const declared = { answers, ...(term === undefined ? {} : { term }) }
  const preview = await client.policies.preview(seen, { adjustment: declared })
  const meant = `Adjusting the premium of ${number} from ${preview.effective_date} ${summarizePreview(preview)}`
  await assertMeant(meant, options.yes ?? false)
  const { preview_token } = preview
  const accepted = await client.policies.adjustPremium(seen, { ...declared, preview_token })
  await reportTransaction({ client, output }, accepted, {
    isAwaited: options.wait,
    doing: `Adjusting the premium of ${number}`,
    done: `The premium of ${number} is adjusted for the term from ${preview.effective_date}.`,
    subject: `The premium adjustment of ${number}`,
  })
}
