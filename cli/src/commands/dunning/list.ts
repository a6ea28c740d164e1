import { type Command, Option } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { assertInOrder, day } from '../../day.ts'
import { describeCases } from '../../output/dunning.ts'
import { pageSize, rowsDefault, rowsMax, takeRows } from '../../server/take-rows.ts'
import { wholeNumber } from '../../whole-number.ts'

interface Options {
  readonly state?: string
  readonly step?: string
  readonly from?: string
  readonly to?: string
  readonly lapseUnproven?: true
  readonly limit: number
}

const states = ['open', 'cured', 'lapsed', 'ended']
const steps = ['overdue', 'reminded', 'notice_sent', 'suspended']

export function addDunningList(dunning: Command): void {
  addCommand(dunning, 'list', {
    summary: 'List dunning cases and their steps, newest first',
    examples: [
      'bindery dunning list --state open --step notice_sent',
      'bindery dunning list --state open --to 2027-03-01',
    ],
  })
    .addOption(new Option('--state <state>', 'only cases in this state').choices(states))
    .addOption(new Option('--step <step>', 'only cases at this step').choices(steps))
    .option('--from <day>', 'overdue since this day or later', day)
    .option('--to <day>', 'overdue since this day or earlier', day)
    .option('--lapse-unproven', 'only lapses that wait for a decision: their notice is not proven')
    .option('--limit <rows>', 'how many at most', wholeNumber(1, rowsMax), rowsDefault)
    .action(action(list))
}

async function list({ options, output, server }: Work<Options>): Promise<void> {
  const { limit, lapseUnproven, ...days } = options
  const filters = { ...days, ...(lapseUnproven && { lapse_unproven: 'true' }) }
  assertInOrder(options)
  const { client } = await server()
  const found = await output.during('Searching', () =>
    takeRows(client.manage.dunning.search({ ...filters, limit: pageSize(limit) }), limit),
  )
  output.show(found, (paint) => describeCases(found, paint))
}
