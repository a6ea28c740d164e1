import { type Command, Option } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeReceipts } from '../../output/receipts.ts'
import { showNewest } from '../../output/show-newest.ts'
import { pageSize, rowsDefault, rowsMax } from '../../server/take-rows.ts'
import { wholeNumber } from '../../whole-number.ts'

interface Options {
  readonly state: string
  readonly limit: number
}

export function addReceiptsList(receipts: Command): void {
  addCommand(receipts, 'list', {
    summary: 'List receipts, newest first; unmatched receipts by default',
    examples: ['bindery receipts list', 'bindery receipts list --state matched --limit 100'],
  })
    .addOption(
      new Option('--state <state>', 'only receipts in this state')
        .choices(['unmatched', 'matched', 'dismissed', 'waiting', 'all'])
        .default('unmatched'),
    )
    .option('--limit <rows>', 'how many at most', wholeNumber(1, rowsMax), rowsDefault)
    .action(action(list))
}

async function list({ options, output, server }: Work<Options>): Promise<void> {
  const { state, limit } = options
  const { client } = await server()
  const filters = { ...(state === 'all' ? {} : { state }), limit: pageSize(limit) }
  await showNewest(output, () => client.manage.receipts.search(filters), limit, describeReceipts)
}
