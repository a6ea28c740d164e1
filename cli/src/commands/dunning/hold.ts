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
    summary: 'Write no letter and let nothing lapse until a day is over',
    details: 'Of one policy, by its number or its id, or of all policies of a product.',
    examples: [
      'bindery dunning hold --policy TRV-7K2MQ9XA --until 2027-03-31 --reason "The amount is disputed."',
      'bindery dunning hold --product travel --until 2027-03-31 --reason "The post is on strike."',
    ],
  })
    .addOption(new Option('--policy <policy>', 'its number or its id').conflicts('product'))
    .option('--product <product>', 'its key or its id')
    .requiredOption('--until <day>', 'the last day of the hold')
    .requiredOption('--reason <text>', 'why, for the audit log; name no person in it')
    .action(action(hold))
}

async function hold({ options, output, server }: Work<Options>): Promise<void> {
  const { policy, product, until, reason } = options
  const opened = await server()
  const of = await heldBy(opened, policy, product)
  const held = await opened.client.manage.dunning.hold({ ...of, until, reason })
  output.show(held, (paint) => [
    `${paint.green('✓')} Nothing follows until ${held.until} is over: ${held.id}`,
  ])
}

async function heldBy(
  opened: Parameters<typeof findPolicy>[0],
  policy: string | undefined,
  product: string | undefined,
): Promise<{ policy_id: string } | { product_id: string }> {
  if (policy !== undefined) return { policy_id: (await findPolicy(opened, policy)).id }
  if (product !== undefined) return { product_id: product }
  throw new Failure(exitCodes.usage, 'Nobody knows what to hold.', 'Name a policy or a product.')
}
