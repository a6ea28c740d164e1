import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeImpacts } from '../../output/impacts.ts'
import { pageSize, rowsDefault, rowsMax, takeRows } from '../../server/take-rows.ts'
import { wholeNumber } from '../../whole-number.ts'

interface Options {
  readonly product?: string
  readonly limit: number
}

export function addImpacts(program: Command): Command {
  return addCommand(program, 'impacts', {
    summary: 'List impact analyses, newest first',
    details: 'Shows those of this mode; add --live for the live portfolio.',
    examples: ['bindery impacts', 'bindery impacts --product travel --live'],
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
  const impacts = await takeRows(client.manage.impacts.list(filters), limit)
  const products = await client.manage.products.list()
  const keys = new Map(products.map(({ id, key }) => [id, key]))
  output.show(impacts, (paint) => describeImpacts(impacts, keys, paint))
}
