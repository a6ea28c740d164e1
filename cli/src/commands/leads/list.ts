import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeLeads } from '../../output/leads.ts'
import { showNewest } from '../../output/show-newest.ts'
import { pageSize, rowsDefault, rowsMax } from '../../server/take-rows.ts'
import { wholeNumber } from '../../whole-number.ts'

interface Options {
  readonly product?: string
  readonly limit: number
}

export function addLeads(program: Command): Command {
  return addCommand(program, 'leads', {
    summary: 'List leads (sales that customers saved), newest first',
    details:
      'A lead is kept as long as quotes of its product are valid. After that its answers are deleted, ' +
      'and it is listed as expired.',
    examples: ['bindery leads', 'bindery leads --product bike --limit 100'],
  })
    .option('--product <key>', 'only of this product, by key or id')
    .option('--limit <rows>', 'how many at most', wholeNumber(1, rowsMax), rowsDefault)
    .action(action(list))
}

async function list({ options, output, server }: Work<Options>): Promise<void> {
  const { product, limit } = options
  const { client } = await server()
  const filters = {
    ...(product === undefined ? {} : { product_id: product }),
    limit: pageSize(limit),
  }
  await showNewest(output, () => client.manage.leads.search(filters), limit, describeLeads)
}
