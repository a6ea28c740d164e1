import { isDeepStrictEqual } from 'node:util'
import { type DatasetItemRow, parseDatasetItems } from '../folder/index.ts'
import type { DatasetDefinition, ProductDefinition, ProductFiles } from '../product-definition.ts'
import type { Difference } from './difference.ts'

const rowsShownMax = 5

interface Side {
  readonly definition: ProductDefinition
  readonly files: ProductFiles
}

/** Which rows of datasets are new, gone or not the same: how many, and the first of them by key. */
export function compareDatasetRows(before: Side | null, after: Side): Difference[] {
  return after.definition.datasets.flatMap((dataset): Difference[] => {
    const old = before?.definition.datasets.find(({ key }) => key === dataset.key)
    if (before === null || old === undefined) return []
    const [oldRows, newRows] = [rowsOf(old, before.files), rowsOf(dataset, after.files)]
    const changes = changesOf(oldRows, newRows)
    if (changes.length === 0) return []
    const count = (kind: Change['kind']) => changes.filter((one) => one.kind === kind).length
    return [
      {
        area: 'datasets',
        change: 'changed',
        place: `${dataset.key} rows`,
        before: { rows: oldRows.size },
        after: {
          rows: newRows.size,
          added: count('added'),
          changed: count('changed'),
          removed: count('removed'),
          first: changes.slice(0, rowsShownMax).map(({ kind, key }) => ({ change: kind, key })),
        },
      },
    ]
  })
}

interface Change {
  readonly kind: 'added' | 'changed' | 'removed'
  readonly key: string
}

type Rows = ReadonlyMap<string, DatasetItemRow>

function changesOf(before: Rows, after: Rows): Change[] {
  const changes: Change[] = []
  for (const [key, row] of after) {
    const old = before.get(key)
    if (old === undefined) changes.push({ kind: 'added', key })
    else if (!isDeepStrictEqual(old, row)) changes.push({ kind: 'changed', key })
  }
  for (const key of before.keys()) if (!after.has(key)) changes.push({ kind: 'removed', key })
  return changes
}

function rowsOf(dataset: DatasetDefinition, files: ProductFiles): Rows {
  const read = parseDatasetItems(dataset, files.get(dataset.file) ?? new Uint8Array())
  return new Map(read.ok ? read.items.map((row) => [row.key, row]) : [])
}
