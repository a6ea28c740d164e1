import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { assertMeant } from '../../meant.ts'
import { money } from '../../output/money.ts'
import { describeNextTermEndorsements } from '../../output/renewals.ts'
import { findPolicy } from '../../server/find-policy.ts'
import { field } from '../policies/endorsement-options.ts'
import { answersOf } from '../policies/quote-answers.ts'

interface Options {
  readonly answer: Readonly<Record<string, string>>
  readonly set: Readonly<Record<string, string>>
  readonly yes?: boolean
}

export function addRenewalsEndorse(renewals: Command): void {
  addCommand(renewals, 'endorse <policy>', {
    summary: 'Record a change that takes effect with the next term',
    details:
      'Name the policy by its number or id. The renewal prices the change. A renewal that is offered already is void and is offered again. Shows an estimate of the price by the product version of today first, and asks for confirmation.',
    examples: ['bindery renewals endorse TRV-7K2MQ9XA --answer sum_insured=30000'],
  })
    .option(
      '--answer <name=value>',
      'new answer of the quote, such as sum_insured=30000; may be repeated',
      field,
      {},
    )
    .option(
      '--set <field=text>',
      'new text of a field of the policy data; may be repeated',
      field,
      {},
    )
    .option('--yes', 'show the estimate but do not ask')
    .action(action(endorse))
}

async function endorse({ options, output, server }: Work<Options>, name: string): Promise<void> {
  const opened = await server()
  const { client } = opened
  const policy = await findPolicy(opened, name)
  const { id, version_id, insurer_policy_id: number, currency } = policy
  const answers = await answersOf(opened, policy, options.answer)
  const endorsement = { answers, data: { ...options.set } }
  const { renewal } = await client.policies.preview(
    { id, version_id },
    { renewal: { endorsement } },
  )
  const price = renewal?.gross_payment_amount ?? null
  const estimate =
    price === null
      ? 'has no price by the product version of today.'
      : `comes to about ${money(price, currency)} per period, by the product version of today.`
  await assertMeant(`The next term of ${number} ${estimate}`, options.yes ?? false)
  const recorded = await client.policies.renewal.endorse(id, endorsement)
  output.show(recorded, (paint) => describeNextTermEndorsements([recorded], paint))
}
