import { type Command, InvalidArgumentError, Option } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { day } from '../../day.ts'
import { table } from '../../output/table.ts'
import { distributorIdOf } from '../../server/find-distributor.ts'

interface Options {
  readonly from: string
  readonly earned: 'premium' | 'payment'
  readonly payout: 'paid_out' | 'set_off'
  readonly liability?: number
}

export function addCommissionAgree(group: Command): void {
  addCommand(group, 'agree <distributor>', {
    summary: 'Record what was agreed with a distributor',
    details:
      'Name the distributor by its key or id. Policies keep the agreement of the day on which they ' +
      'were sold. The first agreement may begin in the past.',
    examples: [
      'bindery commission agree alpine-brokers --from 2029-01-01 --earned payment --liability 36',
    ],
  })
    .requiredOption('--from <day>', 'first day of sales under it', day)
    .addOption(
      new Option('--earned <when>', 'with the premium, or with its payment')
        .choices(['premium', 'payment'])
        .makeOptionMandatory(),
    )
    .option(
      '--liability <months>',
      'months of liability for cancellations; no end if left out',
      months,
    )
    .addOption(
      new Option('--payout <how>', 'how statements are settled')
        .choices(['paid_out', 'set_off'])
        .default('paid_out'),
    )
    .action(action(agree))
  addCommand(group, 'agreements <distributor>', {
    summary: 'List the agreements with a distributor',
    details: 'Name the distributor by its key or id.',
    examples: ['bindery commission agreements alpine-brokers'],
  }).action(action(list))
}

function months(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError('Write whole months, such as 36.')
  return Number(text)
}

async function agree({ options, output, server }: Work<Options>, name: string): Promise<void> {
  const { client } = await server()
  const distributorId = await distributorIdOf(client, name)
  const agreement = await client.manage.commission.agree(distributorId, {
    first_day: options.from,
    earned: options.earned,
    payout: options.payout,
    ...(options.liability !== undefined && { liability_months: options.liability }),
  })
  output.show(agreement, (paint) => [
    `${paint.green('✓')} Agreed with ${name} for policies sold from ${agreement.first_day} on.`,
  ])
}

async function list({ output, server }: Work<object>, name: string): Promise<void> {
  const { client } = await server()
  const { agreements } = await client.manage.commission.agreements(
    await distributorIdOf(client, name),
  )
  output.show(agreements, (paint) => {
    if (agreements.length === 0) return [`Nothing is agreed with ${name}.`]
    const rows = agreements.map((one) => [
      one.first_day,
      one.earned,
      one.liability_months === null ? 'always' : `${one.liability_months} months`,
      one.payout,
      one.id,
    ])
    return table(['from', 'earned', 'liability', 'payout', 'id'], rows, paint)
  })
}
