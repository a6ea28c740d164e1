import { type Command, Option } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeInvoices } from '../../output/invoices.ts'
import { showNewest } from '../../output/show-newest.ts'
import { pageSize, rowsDefault, rowsMax } from '../../server/take-rows.ts'
import { wholeNumber } from '../../whole-number.ts'

interface Options {
  readonly state?: string
  readonly overdue?: number
  readonly policy?: string
  readonly product?: string
  readonly number?: string
  readonly limit: number
}

const states = ['proposed', 'open', 'settled', 'void', 'written_off']
const overdueDaysMax = 36_500

export function addInvoicesList(invoices: Command): void {
  addCommand(invoices, 'list', {
    summary: 'List invoices, newest first',
    examples: [
      'bindery invoices list --state open',
      'bindery invoices list --overdue 30',
      'bindery invoices list --number 2027-000123',
    ],
  })
    .addOption(new Option('--state <state>', 'only invoices in this state').choices(states))
    .option(
      '--overdue <days>',
      'only open invoices overdue by this many days or more',
      wholeNumber(0, overdueDaysMax),
    )
    .option('--policy <id>', 'only of this policy, by id')
    .option('--product <product>', 'only of this product, by key or id')
    .option('--number <number>', 'the invoice with this number')
    .option('--limit <rows>', 'how many at most', wholeNumber(1, rowsMax), rowsDefault)
    .action(action(list))
}

async function list({ options, output, server }: Work<Options>): Promise<void> {
  const { state, overdue, policy, product, number, limit } = options
  const { client } = await server()
  const filters = {
    ...(state === undefined ? {} : { state }),
    ...(overdue === undefined ? {} : { overdue_days: String(overdue) }),
    ...(policy === undefined ? {} : { policy_id: policy }),
    ...(product === undefined ? {} : { product_id: product }),
    ...(number === undefined ? {} : { number }),
  }
  await showNewest(
    output,
    () => client.manage.invoices.search({ ...filters, limit: pageSize(limit) }),
    limit,
    describeInvoices,
  )
}
