import { type Command, Option } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { Failure, exitCodes } from '../../failure.ts'
import { findPolicy } from '../../server/find-policy.ts'

interface Options {
  readonly policy?: string
  readonly product?: string
  readonly until: string
  readonly reason: string
}

export function addDunningHold(dunning: Command): void {
  addCommand(dunning, 'hold', {
    summary: 'Put dunning on hold: no letters and no lapse until the end of a day',
    details: 'For one policy, named by its number or id, or for all policies of a product.',
    examples: [
      'bindery dunning hold --policy TRV-7K2MQ9XA --until 2027-03-31 --reason "The amount is disputed."',
      'bindery dunning hold --product travel --until 2027-03-31 --reason "The post is on strike."',
    ],
  })
    .addOption(new Option('--policy <policy>', 'number or id of the policy').conflicts('product'))
    .option('--product <product>', 'key or id of the product')
    .requiredOption('--until <day>', 'the last day of the hold')
    .requiredOption('--reason <text>', 'reason for the audit log; do not include personal data')
    .action(action(hold))
}

async function hold({ options, output, server }: Work<Options>): Promise<void> {
  const { policy, product, until, reason } = options
  const opened = await server()
  const of = await heldBy(opened, policy, product)
  const held = await opened.client.manage.dunning.hold({ ...of, until, reason })
  output.show(held, (paint) => [
    `${paint.green('✓')} Dunning is on hold until the end of ${held.until}: ${held.id}`,
  ])
}

async function heldBy(
  opened: Parameters<typeof findPolicy>[0],
  policy: string | undefined,
  product: string | undefined,
): Promise<{ policy_id: string } | { product_id: string }> {
  if (policy !== undefined) return { policy_id: (await findPolicy(opened, policy)).id }
  if (product !== undefined) return { product_id: product }
  throw new Failure(
    exitCodes.usage,
    'Neither a policy nor a product is named.',
    'Add --policy or --product.',
  )
}
