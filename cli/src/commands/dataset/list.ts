import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { table } from '../../output/table.ts'
import { pageSize, rowsDefault, rowsMax, takeRows } from '../../server/take-rows.ts'
import { wholeNumber } from '../../whole-number.ts'

interface Options {
  readonly limit: number
}

export function addDatasetList(dataset: Command): void {
  addCommand(dataset, 'list', {
    summary: 'List your datasets, newest first',
    examples: ['bindery dataset list'],
  })
    .option('--limit <rows>', 'how many at most', wholeNumber(1, rowsMax), rowsDefault)
    .action(action(list))
}

async function list({ options, output, server }: Work<Options>): Promise<void> {
  const { client } = await server()
  const { limit } = options
  const found = await takeRows(client.manage.datasets.list({ limit: pageSize(limit) }), limit)
  output.show(found, (paint) => {
    if (found.length === 0)
      return ['There are no datasets yet. Import one with: bindery dataset import']
    const rows = found.map((one) => [
      one.key,
      one.name,
      String(one.items),
      one.access,
      one.languages.join(', '),
      one.imported_at,
    ])
    return table(['dataset', 'name', 'items', 'access', 'languages', 'imported'], rows, paint)
  })
}
