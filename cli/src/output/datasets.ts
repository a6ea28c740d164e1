import type { Answer, ManagedDataset } from '@bindery/sdk'
import type { Paint } from './paint.ts'
import { count } from './problems.ts'
import { facts, table } from './table.ts'

/** The fields of a dataset with their types. */
export function describeFields({ fields, key_field: key }: ManagedDataset, paint: Paint): string[] {
  const rows = fields.map(({ name, type, hidden }) => [
    name,
    type,
    [name === key ? 'key' : '', hidden ? 'hidden' : ''].filter(Boolean).join(', '),
  ])
  return table(['field', 'type', ''], rows, paint)
}

type DatasetUse = Answer<'planProduct'>['datasets'][number]

/** Notes on the datasets of a folder: which change independently, and which products they affect. */
export function describeUses(
  datasets: readonly DatasetUse[],
  product: string,
  paint: Paint,
): string[] {
  return datasets.flatMap(({ key, product: owner, products }) => {
    const others = products.filter((one) => one !== product)
    if (owner === null) {
      return [
        `${paint.yellow('!')} ${key} is a shared dataset: an import changes it at once for ${listed(products)}.`,
      ]
    }
    if (owner !== product) {
      return [`  ${key} belongs to ${owner} and changes when ${owner} is published.`]
    }
    if (others.length === 0) return []
    return [`${paint.yellow('!')} ${key} also changes ${listed(others)} once this is published.`]
  })
}

function listed(products: readonly string[]): string {
  return products.length === 0 ? 'no product yet' : products.join(', ')
}

export function describeDataset(dataset: ManagedDataset, paint: Paint): string[] {
  const { name, id, access, languages, items, imported_at: importedAt } = dataset
  return [
    ...facts(
      [
        ['dataset', paint.bold(dataset.key)],
        ['name', name],
        ['id', id],
        ['access', access],
        ['languages', languages.join(', ')],
        ['belongs to', belongsTo(dataset)],
        ['used by', listed(dataset.products)],
        ['items', count(items, 'item')],
        ['imported', importedAt],
      ],
      paint,
    ),
    '',
    ...describeFields(dataset, paint),
  ]
}

function belongsTo({ product, is_live: isLive }: ManagedDataset): string {
  if (product === null) return 'no product: it is shared'
  return isLive ? `the product ${product}` : `the product ${product}, which is not published yet`
}
