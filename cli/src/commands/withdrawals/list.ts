import { type Command, Option } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeWithdrawal, describeWithdrawals } from '../../output/withdrawals.ts'
import { showNewest } from '../../output/show-newest.ts'
import { findPolicy } from '../../server/find-policy.ts'
import { ifNotFound } from '../../server/if-not-found.ts'
import { pageSize, rowsDefault, rowsMax } from '../../server/take-rows.ts'
import { wholeNumber } from '../../whole-number.ts'

interface Options {
  readonly state: string
  readonly policy?: string
  readonly product?: string
  readonly limit: number
}

export function addWithdrawalsList(withdrawals: Command): void {
  addCommand(withdrawals, 'list', {
    summary: 'List withdrawals that customers have declared, newest first',
    examples: ['bindery withdrawals list', 'bindery withdrawals list --state all'],
  })
    .addOption(
      new Option('--state <state>', 'only withdrawals in this state')
        .choices(['open', 'settled', 'refused', 'all'])
        .default('open'),
    )
    .option('--policy <policy>', 'only about this policy, by number or id')
    .option('--product <product>', 'only from the page of this product, by key or id')
    .option('--limit <rows>', 'how many at most', wholeNumber(1, rowsMax), rowsDefault)
    .action(action(list))
  addCommand(withdrawals, 'show <withdrawal-id>', {
    summary: 'Show what a customer has declared, and what became of it',
    examples: ['bindery withdrawals show wdl_01b0acc58e20d4f7a1936c08b25e'],
  }).action(action(show))
}

async function list({ options, output, server }: Work<Options>): Promise<void> {
  const { state, policy, product, limit } = options
  const opened = await server()
  const filters = {
    ...(state === 'all' ? {} : { state }),
    ...(policy === undefined ? {} : { policy_id: (await findPolicy(opened, policy)).id }),
    ...(product === undefined ? {} : { product_id: product }),
    limit: pageSize(limit),
  }
  await showNewest(
    output,
    () => opened.client.manage.withdrawals.search(filters),
    limit,
    describeWithdrawals,
  )
}

async function show({ output, server }: Work<object>, id: string): Promise<void> {
  const { client } = await server()
  const found = await ifNotFound(
    client.manage.withdrawals.show(id),
    'List withdrawals with: bindery withdrawals list --state all',
  )
  output.show(found, (paint) => describeWithdrawal(found, paint))
}
