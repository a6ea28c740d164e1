import { createHash } from 'node:crypto'
import type { DatasetId, DatasetItemId, Json, JsonObject } from '../../kernel/index.ts'
import type { LiteralLookup } from '../../rules/index.ts'
import type { DatasetDefinition, ParsedProduct } from '../product-definition.ts'
import type { CompiledProduct, CompileProductOptions } from './compile-product.ts'
import { type DatasetItemRow, parseDatasetItems } from './dataset-items.ts'

/**
 * Datasets for compiling a folder where no server has given them ids yet, such as in a local test
 * run: the ids are made from the keys.
 */
export function datasetsByKey(product: ParsedProduct): CompileProductOptions['dataset'] {
  const datasets = new Map(
    product.definition.datasets.map(({ key, fields }) => [
      key,
      { id: idOf('dat', key), fields: fields.map((field) => field.name) },
    ]),
  )
  return (key) => datasets.get(key)
}

/** What the datasets of a folder hold, read from their files when a case first asks. */
export class FolderDatasets {
  readonly #product: ParsedProduct
  readonly #compiled: CompiledProduct
  readonly #rows = new Map<string, ReadonlyMap<string, DatasetItemRow>>()
  readonly #items = new Map<string, { datasetId: DatasetId; values: JsonObject }>()

  constructor(product: ParsedProduct, compiled: CompiledProduct) {
    this.#product = product
    this.#compiled = compiled
  }

  /** The item of `companies/C-0001` with an id to stand for it, or null. */
  itemOf(reference: string): { id: DatasetItemId; values: JsonObject } | null {
    const slash = reference.indexOf('/')
    const definition = this.#definition(reference.slice(0, slash))
    const datasetId = this.#compiled.datasetIds.get(reference.slice(0, slash))
    if (definition === undefined || datasetId === undefined) return null
    const row = this.#rowsOf(definition).get(reference.slice(slash + 1))
    if (row === undefined) return null
    const id = idOf('dai', reference)
    this.#items.set(id, { datasetId, values: row.values })
    return { id, values: row.values }
  }

  /** Whether the folder brings this dataset. */
  has(datasetId: DatasetId): boolean {
    return [...this.#compiled.datasetIds.values()].includes(datasetId)
  }

  /** Lets an id that the server has given stand for the row with that key, if the folder has one. */
  place(id: DatasetItemId, datasetId: DatasetId, key: string): void {
    for (const [name, ofName] of this.#compiled.datasetIds) {
      const definition = ofName === datasetId ? this.#definition(name) : undefined
      const row = definition && this.#rowsOf(definition).get(key)
      if (row !== undefined) this.#items.set(id, { datasetId, values: { id, ...row.values } })
    }
  }

  item(id: DatasetItemId): { datasetId: DatasetId; values: JsonObject } | undefined {
    return this.#items.get(id)
  }

  hasLiteral({ datasetId, field, value }: LiteralLookup): boolean {
    // Before a first push several datasets may share a placeholder for an id, so all are asked.
    const keys = [...this.#compiled.datasetIds].filter(([, id]) => id === datasetId)
    return keys.some(([key]) => {
      const definition = this.#definition(key)
      return definition !== undefined && this.#holds(definition, field, value)
    })
  }

  #holds(definition: DatasetDefinition, field: string | null, value: Json): boolean {
    const visible = definition.fields.filter(({ hidden }) => !hidden).map(({ name }) => name)
    const names = field === null ? visible : [field]
    const rows = this.#rowsOf(definition).values()
    return rows.some((row) => names.some((name) => holds(row, name, value)))
  }

  #definition(key: string): DatasetDefinition | undefined {
    return this.#product.definition.datasets.find((dataset) => dataset.key === key)
  }

  #rowsOf(definition: DatasetDefinition): ReadonlyMap<string, DatasetItemRow> {
    return this.#rows.getOrInsertComputed(definition.key, () => {
      const csv = this.#compiled.files.get(definition.file)
      const result = csv === undefined ? null : parseDatasetItems(definition, csv)
      // A folder that parsed has a good CSV file for each dataset.
      if (result === null || !result.ok) throw new Error(`${definition.file} cannot be read`)
      return new Map(result.items.map((row) => [row.key, row]))
    })
  }
}

function holds(row: DatasetItemRow, field: string, value: Json): boolean {
  if (row.values[field] === value) return true
  return Object.values(row.translations).some((translated) => translated[field] === value)
}

function idOf<Prefix extends 'dat' | 'dai'>(prefix: Prefix, name: string): `${Prefix}_${string}` {
  return `${prefix}_${createHash('sha256').update(name).digest('hex').slice(0, 28)}`
}
