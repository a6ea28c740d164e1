import { type Command, Option } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { assertInOrder, day } from '../../day.ts'
import { describeRenewals } from '../../output/renewals.ts'
import { pageSize, rowsDefault, rowsMax, takeRows } from '../../server/take-rows.ts'
import { wholeNumber } from '../../whole-number.ts'

interface Options {
  readonly state?: string
  readonly from?: string
  readonly to?: string
  readonly limit: number
}

const states = [
  'scheduled',
  'offered',
  'accepted',
  'declined',
  'blocked',
  'knocked_out',
  'voided',
  'done',
]

export function addRenewalsList(renewals: Command): void {
  addCommand(renewals, 'list', {
    summary: 'List renewals, newest policies first',
    examples: [
      'bindery renewals list --state blocked',
      'bindery renewals list --state scheduled --from 2027-03-01 --to 2027-03-31',
    ],
  })
    .addOption(new Option('--state <state>', 'only renewals in this state').choices(states))
    .option('--from <day>', 'only terms that end on this day or later', day)
    .option('--to <day>', 'only terms that end on this day or earlier', day)
    .option('--limit <rows>', 'how many at most', wholeNumber(1, rowsMax), rowsDefault)
    .action(action(list))
}

async function list({ options, output, server }: Work<Options>): Promise<void> {
  const { limit, state, from, to } = options
  assertInOrder(options)
  const filters = {
    ...(state !== undefined && { state }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  }
  const { client } = await server()
  const found = await output.during('Searching', () =>
    takeRows(client.manage.renewals.search({ ...filters, limit: pageSize(limit) }), limit),
  )
  output.show(found, (paint) => describeRenewals(found, paint))
}
