import { type Command, Option } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeApprovals } from '../../output/approvals.ts'
import { pageSize, rowsDefault, rowsMax, takeRows } from '../../server/take-rows.ts'
import { wholeNumber } from '../../whole-number.ts'

interface Options {
  readonly status: string
  readonly limit: number
}

const statuses = ['pending', 'approved', 'declined', 'withdrawn', 'expired', 'all']

/** Adds the list of requests, which is also the group of the commands on them. */
export function addApprovals(program: Command): Command {
  return addCommand(program, 'approvals', {
    summary: 'List acts that wait for a second person, request and decide them',
    details:
      'People request and decide, and keys do not: set BINDERY_KEY to a personal token, which begins ' +
      'with ut_. Any key that may read requests can list them.',
    examples: ['bindery approvals', 'bindery approvals --status declined'],
  })
    .addOption(
      new Option('--status <status>', 'only requests in this status')
        .choices(statuses)
        .default('pending'),
    )
    .option('--limit <rows>', 'how many at most', wholeNumber(1, rowsMax), rowsDefault)
    .action(action(list))
}

async function list({ options, output, server }: Work<Options>): Promise<void> {
  const { status, limit } = options
  const { approvals } = (await server()).client.manage
  const filters = status === 'all' ? {} : { status }
  const found = await output.during('Searching', () =>
    takeRows(approvals.search({ ...filters, limit: pageSize(limit) }), limit),
  )
  output.show(found, (paint) => describeApprovals(found, paint))
}
