import { selectDatasets, importDataset, type ItemRow } from '../../src/datasets/index.ts'
import { sql } from '../../src/database/index.ts'
import type { DatasetId, DatasetItemId } from '../../src/kernel/index.ts'
import type { TestPlatform } from '../support/platform.ts'
import { demoAccount } from './credentials.ts'

export interface KnownItem extends ItemRow {
  readonly id: DatasetItemId
}

/** All items of one of the demo insurer's datasets, with everything that is kept of them. */
export async function itemsOf(platform: TestPlatform, key: string): Promise<KnownItem[]> {
  const [dataset] = await platform.db.query<{ content_id: number }>(sql`
    select content_id from datasets where key = ${key}`)
  return platform.db.query<KnownItem>({
    name: '',
    text: `select id, key, item_values as values, translations
      from dataset_content_${dataset?.content_id} order by position`,
    values: [],
  })
}

/** A dataset with the items of the demo's companies, imported on its own: it belongs to no product. */
export async function sharedCompanies(platform: TestPlatform, key = 'firms'): Promise<DatasetId> {
  const insurer = await demoAccount(platform, 'demo-insurance')
  const datasets = await selectDatasets(platform.db, insurer.id)
  const companies = datasets.find((one) => one.key === 'companies')
  if (companies === undefined) throw new Error('the demo has companies')
  const items = await itemsOf(platform, 'companies')
  const { id } = await platform.db.transaction((tx) =>
    importDataset(tx, { ...companies, key }, items.map(withoutId), platform.clock()),
  )
  return id
}

function withoutId({ key, values, translations }: ItemRow): ItemRow {
  return { key, values, translations }
}

/** Imports a shared dataset anew, with its items changed. */
export async function changeItems(
  platform: TestPlatform,
  key: string,
  change: (items: KnownItem[]) => readonly ItemRow[],
): Promise<void> {
  const insurer = await demoAccount(platform, 'demo-insurance')
  const datasets = await selectDatasets(platform.db, insurer.id)
  const dataset = datasets.find((one) => one.key === key)
  if (dataset === undefined) throw new Error(`there is no dataset ${key}`)
  const items = change(await itemsOf(platform, key)).map(withoutId)
  await platform.db.transaction((tx) => importDataset(tx, dataset, items, platform.clock()))
}
