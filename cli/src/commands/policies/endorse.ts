import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { AlreadyReported } from '../../failure.ts'
import { assertMeant } from '../../meant.ts'
import { describeVersion } from '../../output/policies.ts'
import { summarizePreview } from '../../output/preview.ts'
import { findPolicy } from '../../server/find-policy.ts'
import { type EndorsementOptions, addEndorsementOptions } from './endorsement-options.ts'
import { quotedEndorsement } from './quote-answers.ts'

interface Options extends EndorsementOptions {
  readonly ifVersion?: string
  readonly wait: boolean
  readonly yes?: boolean
}

export function addPoliciesEndorse(policies: Command): void {
  const command = addCommand(policies, 'endorse <policy>', {
    summary: 'Endorse a policy: change its data or answers from a day on',
    details:
      'Name the policy by its number or id. Earlier days keep their data. The policy_patch and quote_patch rules of the product say what may change. With --answer or --plan the new price is quoted first. Shows the charge or refund, and asks for confirmation.',
    examples: [
      'bindery policies endorse TRV-7K2MQ9XA --set city=Basel --set zip=4058 --date 2027-03-01',
      'bindery policies endorse TRV-7K2MQ9XA --email nora@example.com',
      'bindery policies endorse TRV-7K2MQ9XA --answer sum_insured=30000 --date 2027-03-01',
      'bindery policies endorse TRV-7K2MQ9XA --plan monthly',
    ],
  })
  addEndorsementOptions(command)
    .option('--if-version <id>', 'only if the policy is still at this version')
    .option('--yes', 'show the charge or refund but do not ask')
    .option('--no-wait', 'do not wait until the endorsement is carried out')
    .action(action(endorse))
}

async function endorse({ options, output, server }: Work<Options>, name: string): Promise<void> {
  const opened = await server()
  const { client } = opened
  const policy = await findPolicy(opened, name)
  const seen = { id: policy.id, version_id: options.ifVersion ?? policy.version_id }
  const { insurer_policy_id: number } = policy
  const endorsement = await quotedEndorsement(opened, policy, options)
  const preview = await client.policies.preview(seen, { endorsement })
  await assertMeant(
    `Endorsing ${number} from ${preview.effective_date} on ${summarizePreview(preview)}`,
    options.yes ?? false,
  )
  const { preview_token } = preview
  const accepted = await client.policies.endorse(seen, { ...endorsement, preview_token })
  if (!options.wait) {
    output.show(accepted, (paint) => [
      `${paint.green('✓')} The endorsement of ${number} is accepted and in progress.`,
    ])
    return
  }
  const done = await output.during(`Endorsing ${number}`, () =>
    client.policies.waitForVersion(accepted),
  )
  const isDated = options.date !== undefined || options.plan !== undefined
  const from = isDated ? ` from ${preview.effective_date} on` : ''
  const words = { done: `${number} is endorsed${from}.`, subject: `The endorsement of ${number}` }
  output.show(done, (paint) => describeVersion(done, words, paint))
  if (done.status === 'failed') throw new AlreadyReported()
}
