import { type Command, Option } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describePayouts } from '../../output/payouts.ts'
import { showNewest } from '../../output/show-newest.ts'
import { findPolicy } from '../../server/find-policy.ts'
import { ifNotFound } from '../../server/if-not-found.ts'
import { pageSize, rowsDefault, rowsMax } from '../../server/take-rows.ts'
import { wholeNumber } from '../../whole-number.ts'

interface Options {
  readonly state: string
  readonly problem?: string
  readonly policy?: string
  readonly limit: number
}

export function addPayoutsList(payouts: Command): void {
  addCommand(payouts, 'list', {
    summary: 'List payouts, newest first',
    examples: [
      'bindery payouts list --state needs_account',
      'bindery payouts list --problem returned',
    ],
  })
    .addOption(
      new Option('--state <state>', 'only payouts in this state')
        .choices(['needs_account', 'pending', 'exported', 'done', 'cancelled', 'all'])
        .default('all'),
    )
    .addOption(
      new Option('--problem <problem>', 'only those whose last transfer did not arrive').choices([
        'failed',
        'returned',
      ]),
    )
    .option('--policy <policy>', 'only of this policy, by number or id')
    .option('--limit <rows>', 'how many at most', wholeNumber(1, rowsMax), rowsDefault)
    .action(action(list))
  addCommand(payouts, 'show <payout-id>', {
    summary: 'Show a payout',
    examples: ['bindery payouts show pyo_01b0acc58e20d4b82f6a91c07e35'],
  }).action(action(show))
}

async function list({ options, output, server }: Work<Options>): Promise<void> {
  const { state, problem, policy, limit } = options
  const opened = await server()
  const filters = {
    ...(state === 'all' ? {} : { state }),
    ...(problem === undefined ? {} : { problem }),
    ...(policy === undefined ? {} : { policy_id: (await findPolicy(opened, policy)).id }),
    limit: pageSize(limit),
  }
  await showNewest(
    output,
    () => opened.client.manage.payouts.search(filters),
    limit,
    describePayouts,
  )
}

async function show({ output, server }: Work<object>, payoutId: string): Promise<void> {
  const { client } = await server()
  const payout = await ifNotFound(
    client.manage.payouts.show(payoutId),
    'List payouts with: bindery payouts list',
  )
  output.show(payout, (paint) => describePayouts([payout], paint))
}
