import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { day } from '../../day.ts'
import { assertMeant } from '../../meant.ts'
import { summarizePreview } from '../../output/preview.ts'
import { findPolicy } from '../../server/find-policy.ts'
import { reportRefunded } from './report-refunded.ts'

interface Options {
  readonly received?: string
  readonly sent?: string
  readonly ifVersion?: string
  readonly wait: boolean
  readonly yes?: boolean
}

export function addPoliciesWithdraw(policies: Command): void {
  addCommand(policies, 'withdraw <policy>', {
    summary: "Record a customer's withdrawal from a policy",
    details:
      'Name the policy by its number or id. The day of sending decides whether the withdrawal is in time. Shows the refund first, and asks for confirmation. A policy that was withdrawn cannot be reinstated.',
    examples: ['bindery policies withdraw TRV-7K2MQ9XA --received 2027-01-16 --sent 2027-01-12'],
  })
    .option('--received <day>', 'the day on which it was received; today if left out', day)
    .option('--sent <day>', 'the day on which it was sent; that of its receipt if left out', day)
    .option('--if-version <id>', 'only if the policy is still at this version')
    .option('--yes', 'show the refund but do not ask')
    .option('--no-wait', 'do not wait until the withdrawal is carried out')
    .action(action(withdraw))
}

async function withdraw({ options, output, server }: Work<Options>, name: string): Promise<void> {
  const opened = await server()
  const { client } = opened
  const policy = await findPolicy(opened, name)
  const seen = { id: policy.id, version_id: options.ifVersion ?? policy.version_id }
  const { insurer_policy_id: number } = policy
  const { received, sent } = options
  const withdrawal = {
    ...(received !== undefined && { received_on: received }),
    ...(sent !== undefined && { sent_on: sent }),
  }
  const preview = await client.policies.preview(seen, { withdrawal })
  await assertMeant(`Withdrawing from ${number} ${summarizePreview(preview)}`, options.yes ?? false)
  const { preview_token } = preview
  const accepted = await client.policies.withdraw(seen, { ...withdrawal, preview_token })
  await reportRefunded({ client, output }, accepted, {
    isAwaited: options.wait,
    doing: `Withdrawing from ${number}`,
    subject: `The withdrawal from ${number}`,
    done: `The customer has withdrawn from ${number}.`,
    refunded: (amount) => `${amount} is refunded`,
  })
}
