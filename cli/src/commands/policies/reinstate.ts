import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { assertMeant } from '../../meant.ts'
import { summarizePreview } from '../../output/preview.ts'
import { findPolicy } from '../../server/find-policy.ts'
import { reportTransaction } from './report-transaction.ts'

interface Options {
  readonly gap?: boolean
  readonly ifVersion?: string
  readonly wait: boolean
  readonly yes?: boolean
}

export function addPoliciesReinstate(policies: Command): void {
  addCommand(policies, 'reinstate <policy>', {
    summary: 'Reinstate a cancelled policy',
    details:
      'Name the policy by its number or id. If a payment is due, the reinstatement takes effect once it is paid. Shows the amount first, and asks for confirmation.',
    examples: ['bindery policies reinstate TRV-7K2MQ9XA --gap'],
  })
    .option('--gap', 'leave the days since the end of cover without cover and without charge')
    .option('--if-version <id>', 'only if the policy is still at this version')
    .option('--yes', 'show the amount but do not ask')
    .option('--no-wait', 'do not wait until the reinstatement is carried out')
    .action(action(reinstate))
}

async function reinstate({ options, output, server }: Work<Options>, name: string): Promise<void> {
  const opened = await server()
  const { client } = opened
  const policy = await findPolicy(opened, name)
  const seen = { id: policy.id, version_id: options.ifVersion ?? policy.version_id }
  const { insurer_policy_id: number } = policy
  const reinstatement = { gap: options.gap ?? false }
  const preview = await client.policies.preview(seen, { reinstatement })
  await assertMeant(`Reinstating ${number} ${summarizePreview(preview)}`, options.yes ?? false)
  const { preview_token } = preview
  const accepted = await client.policies.reinstate(seen, { ...reinstatement, preview_token })
  await reportTransaction({ client, output }, accepted, {
    isAwaited: options.wait,
    doing: `Reinstating ${number}`,
    done: `${number} is reinstated.`,
    subject: `The reinstatement of ${number}`,
  })
}
