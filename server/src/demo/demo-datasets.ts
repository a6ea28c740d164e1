import type { AccountId } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { type Dataset, selectDatasets, summarizeDataset } from '../datasets/index.ts'
import type { DemoDatasets } from './demo-file.ts'

const fieldsShownMax = 2

/**
 * The first public and the first locked dataset, with fields that show what the Data API can do.
 */
export async function describeDatasets(
  db: Database,
  insurerId: AccountId,
): Promise<DemoDatasets | null> {
  const datasets = await selectDatasets(db, insurerId)
  const shown = datasets.find((dataset) => dataset.access === 'public')
  const locked = datasets.find((dataset) => dataset.access === 'locked')
  if (shown === undefined && locked === undefined) return null
  const visible = visibleFields(shown)
  const { count, fewestValues } =
    shown === undefined
      ? { count: 0, fewestValues: null }
      : await summarizeDataset(db, shown.id, visible)
  return {
    public: shown?.id ?? null,
    fields: visible.filter((name) => name !== shown?.keyField).slice(0, fieldsShownMax),
    category_field: fewestValues,
    hidden_field: shown?.fields.find((field) => field.hidden)?.name ?? null,
    count,
    locked: locked?.id ?? null,
  }
}

function visibleFields(dataset: Dataset | undefined): string[] {
  return (dataset?.fields ?? [])
    .filter((field) => !field.hidden && field.type === 'text')
    .map((field) => field.name)
}
