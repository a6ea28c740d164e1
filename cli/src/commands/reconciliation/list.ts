import { type Command, Option } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { day } from '../../day.ts'
import { describeAccounts, describeItems } from '../../output/reconciliation.ts'
import { showNewest } from '../../output/show-newest.ts'
import { pageSize, rowsDefault, rowsMax } from '../../server/take-rows.ts'
import { wholeNumber } from '../../whole-number.ts'

interface Options {
  readonly state: string
  readonly provider?: string
  readonly from?: string
  readonly to?: string
  readonly limit: number
}

export function addReconciliationList(reconciliation: Command): void {
  addCommand(reconciliation, 'list', {
    summary: 'List money at payment providers beside the ledger, newest first',
    details:
      'Of each movement: what the provider has, what is known here, and how they differ. Payments ' +
      'and refunds that the provider does not have are listed after three days.',
    examples: [
      'bindery reconciliation list --state unmatched',
      'bindery reconciliation list --from 2028-10-01 --to 2028-10-31 --state all',
    ],
  })
    .addOption(
      new Option('--state <state>', 'only rows in this state')
        .choices(['matched', 'waiting', 'unmatched', 'accepted', 'all'])
        .default('all'),
    )
    .option('--provider <name>', 'only at this payment provider')
    .option('--from <day>', 'booked on this day or later', day)
    .option('--to <day>', 'booked on this day or earlier', day)
    .option('--limit <rows>', 'how many at most', wholeNumber(1, rowsMax), rowsDefault)
    .action(action(list))
  addCommand(reconciliation, 'accounts', {
    summary: 'Show the accounts at payment providers, and what they come to',
    examples: ['bindery reconciliation accounts --live'],
  }).action(action(accounts))
}

async function list({ options, output, server }: Work<Options>): Promise<void> {
  const { state, provider, from, to, limit } = options
  const { client } = await server()
  const filters = {
    ...(state === 'all' ? {} : { state }),
    ...(provider === undefined ? {} : { provider }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    limit: pageSize(limit),
  }
  await showNewest(
    output,
    () => client.manage.accounting.reconciliation(filters),
    limit,
    describeItems,
  )
}

async function accounts({ output, server }: Work<object>): Promise<void> {
  const { client } = await server()
  const found = await client.manage.accounting.reconciliationAccounts()
  output.show(found, (paint) => describeAccounts(found, paint))
}
