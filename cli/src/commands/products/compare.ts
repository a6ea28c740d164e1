import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { decodeFiles } from '../../folder/product-files.ts'
import { settingOf } from '../../folder/product-yaml.ts'
import { describeDifferences } from '../../output/differences.ts'
import { anyVersion, describeVersionName, findProduct } from '../../server/find-product.ts'

export function addProductsCompare(products: Command): void {
  addCommand(products, 'compare <product> [before] [after]', {
    summary: 'Compare two versions of a product',
    details:
      'A version is a number, an id, live or newest. By default compares the live version with the ' +
      'newest. The test cases of the second version are priced on both.',
    examples: ['bindery products compare travel', 'bindery products compare travel 1 2'],
  }).action(action(compare))
}

async function compare(
  { output, server }: Work<object>,
  name: string,
  before = 'live',
  after = 'newest',
): Promise<void> {
  const opened = await server()
  const product = await findProduct(opened, name)
  const older = await anyVersion(opened, product, before)
  const newer = await anyVersion(opened, product, after)
  const { products } = opened.client.manage
  const differences = await output.during(`Comparing versions of ${product.key}`, () =>
    products.compare(newer.id, older.id),
  )
  const currency = settingOf(decodeFiles((await products.pull(newer.id)).files), 'currency')
  const versions = `${describeVersionName(older)} and ${describeVersionName(newer)}`
  output.show({ before: older.id, after: newer.id, differences }, (paint) =>
    differences.length === 0
      ? [`There are no differences between ${versions} of ${product.key}.`]
      : [
          `Differences between ${versions} of ${product.key}:`,
          '',
          ...describeDifferences(differences, currency, paint).slice(0, -1),
        ],
  )
}
