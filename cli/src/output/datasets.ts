import type { ManagedDataset } from '../sdk.ts'
import type { Paint } from './paint.ts'
import { count } from './problems.ts'
import { facts, table } from './table.ts'

/** The fields of a dataset with their types, as an import inferred them or was told. */
export function describeFields({ fields, key_field: key }: ManagedDataset, paint: Paint): string[] {
  const rows = fields.map(({ name, type, hidden }) => [
    name,
    type,
    [name === key ? 'key' : '', hidden ? 'hidden' : ''].filter(Boolean).join(', '),
  ])
  return table(['field', 'type', ''], rows, paint)
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
        ['items', count(items, 'item')],
        ['imported', importedAt ?? 'never'],
      ],
      paint,
    ),
    '',
    ...describeFields(dataset, paint),
  ]
}
