import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describePriceChange } from '../../output/price-change.ts'
import { findPolicy } from '../../server/find-policy.ts'

export function addPoliciesWhy(policies: Command): void {
  addCommand(policies, 'why <policy>', {
    summary: 'Explain why the price of a policy changed',
    details:
      'Splits the difference by cause: answers, then cells and tables of the pricing file in their ' +
      'order, then days, then rounding. Without --from and --to it explains the latest change: the ' +
      'offered renewal, else the last transaction that changed the price. bindery policies show lists ' +
      'the versions.',
    examples: [
      'bindery policies why TRV-7K2MQ9XA',
      'bindery policies why TRV-7K2MQ9XA --to renewal --language de',
      'bindery policies why TRV-7K2MQ9XA --customer',
    ],
  })
    .option('--from <version>', 'version with the old price')
    .option('--to <version>', 'version with the new price, or renewal')
    .option('--language <language>', 'en, de, fr or it')
    .option('--customer', 'show only what customers may see')
    .action(action(why))
}

interface Options {
  readonly from?: string
  readonly to?: string
  readonly language?: string
  readonly customer?: boolean
}

async function why({ options, output, server }: Work<Options>, name: string): Promise<void> {
  const { from, to, language, customer } = options
  const opened = await server()
  const { id } = await findPolicy(opened, name)
  const change = await opened.client.policies.why(id, {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(language !== undefined && { language }),
    ...(customer === true && { view: 'customer' as const }),
  })
  output.show(change, (paint) => describePriceChange(change, paint))
}
