import { isJsonObject, type Json, type JsonObject } from '../../kernel/index.ts'
import type { FolderDatasets } from './folder-datasets.ts'

export interface PlacedInput {
  /** As a client would send it, with ids of dataset items. */
  readonly sent: JsonObject
  /** As pricing sees it, with the items themselves. */
  readonly expanded: JsonObject
  readonly hasReferences: boolean
  readonly unknown: readonly string[]
}

/** A case cannot know the id of a dataset item, so it writes `{dataset_item: companies/C-0001}`. */
export function placeDatasetItems(input: JsonObject, datasets: FolderDatasets): PlacedInput {
  const unknown: string[] = []
  let hasReferences = false
  const sent: JsonObject = {}
  const expanded: JsonObject = {}
  for (const [name, value] of Object.entries(input)) {
    const reference = referenceIn(value)
    const item = reference === null ? null : datasets.itemOf(reference)
    if (reference !== null && item === null) unknown.push(reference)
    hasReferences ||= reference !== null
    sent[name] = item === null ? value : item.id
    expanded[name] = item === null ? value : item.values
  }
  return { sent, expanded, hasReferences, unknown }
}

/** Whether any of the answers is an item of the dataset. */
export function namesDataset(input: JsonObject, key: string): boolean {
  return Object.values(input).some((value) => referenceIn(value)?.startsWith(`${key}/`) === true)
}

function referenceIn(value: Json): string | null {
  if (!isJsonObject(value)) return null
  const { dataset_item: reference, ...others } = value
  return typeof reference === 'string' && Object.keys(others).length === 0 ? reference : null
}
