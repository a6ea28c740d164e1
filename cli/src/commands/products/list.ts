import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { table } from '../../output/table.ts'

export function addProductsList(products: Command): void {
  addCommand(products, 'list', {
    summary: 'List products and their live versions',
    examples: ['bindery products list'],
  }).action(action(list))
}

async function list({ output, server }: Work<object>): Promise<void> {
  const { client } = await server()
  const products = await client.manage.products.list()
  output.show(products, (paint) => {
    if (products.length === 0) return ['There are no products yet. Next: bindery init <folder>']
    const rows = products.map(({ key, name, live_version_id: live, id }) => [
      key,
      name,
      live ?? paint.yellow('not on sale'),
      id,
    ])
    return table(['key', 'name', 'live version', 'id'], rows, paint)
  })
}
