import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import type { Paint } from '../../output/paint.ts'
import { table } from '../../output/table.ts'
import { type ProductDetail, findProduct } from '../../server/find-product.ts'

export function addProductsShow(products: Command): void {
  addCommand(products, 'show <product>', {
    summary: 'Show a product with its versions and the ids needed to sell it',
    examples: ['bindery products show travel', 'bindery products show travel --json'],
  }).action(action(show))
}

async function show({ output, server }: Work<object>, name: string): Promise<void> {
  const product = await findProduct(await server(), name)
  output.show(product, (paint) => describe(product, paint))
}

function describe(product: ProductDetail, paint: Paint): string[] {
  const versions = product.versions.map((version) => [
    String(version.number),
    version.is_live ? paint.green('live') : version.published_at === null ? 'draft' : 'was live',
    version.created_at,
    version.id,
  ])
  const ids = [
    ...product.items.map(({ key, id }) => ['item', key, id]),
    ...product.payment_plans.map(({ key, id }) => ['payment plan', key, id]),
    ...product.integrations.map(({ key, id }) => ['integration', key, id]),
  ]
  return [
    `${paint.bold(product.name)} ${paint.dim(`(${product.key}, ${product.id})`)}`,
    '',
    ...(versions.length === 0
      ? ['No version has been pushed yet. Push the folder with: bindery push <folder>']
      : table(['version', 'state', 'pushed', 'id'], versions, paint)),
    '',
    ...table(['to sell it', 'key', 'id'], ids, paint),
  ]
}
