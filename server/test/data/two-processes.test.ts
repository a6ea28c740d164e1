import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ChangeFeed,
  type Database,
  openChangeFeed,
  openDatabase,
} from '../../src/database/index.ts'
import { type Datasets, type ListRequest, openDatasets } from '../../src/datasets/index.ts'
import type { AccountId, DatasetId, DatasetItemId } from '../../src/kernel/index.ts'
import { demoAccount } from '../builders/credentials.ts'
import { changeItems, itemsOf, sharedCompanies } from '../builders/dataset.ts'
import { importerOn } from '../builders/importer.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import type { Entry } from './reader.ts'

/** A second process has connections, a feed and memories of its own. */
interface OtherProcess {
  readonly db: Database
  readonly datasets: Datasets
  close(): Promise<void>
}

let platform: TestPlatform
let other: OtherProcess
let insurerId: AccountId
let companies: DatasetId
beforeAll(async () => {
  platform = await openTestPlatform()
  insurerId = (await demoAccount(platform, 'demo-insurance')).id
  companies = await sharedCompanies(platform)
  other = await openOther()
})
afterAll(async () => {
  await other.close()
  await platform.close()
})

async function openOther(): Promise<OtherProcess> {
  const onError = (error: unknown) => void platform.logLines.push(String(error))
  const db = openDatabase({
    connection: { ...platform.db.connection },
    connectionsMax: 2,
    onConnectionError: onError,
  })
  const feed: ChangeFeed = await openChangeFeed(db, onError)
  const datasets = openDatasets({ db, feed, onError })
  const close = async () => {
    await datasets.close()
    await feed.close()
    await db.close()
  }
  return { db, datasets, close }
}

/** What the other process knows of the first company, by every way it can be asked. */
async function knownThere(id: DatasetItemId) {
  const open = await other.datasets.open(companies, null)
  if (open === undefined) return null
  const asked: ListRequest = {
    language: 'en',
    fields: ['name'],
    limit: 100,
    cursor: null,
    query: [{ kind: 'in', field: 'company_number', search: ['C-0001'] }],
    sort: [],
  }
  const namesIn = ({ json }: { readonly json: string }) =>
    (JSON.parse(json) as Entry[]).map(({ value }) => value['name']) // As the contract has them.
  const { items } = await other.datasets.lookUp(
    { insurerId, versionId: null },
    [{ id, field: 'company' }],
    [],
  )
  return {
    listed: namesIn(await other.datasets.items(open, asked)),
    distinct: namesIn(await other.datasets.distinctValues(open, asked)),
    shown: [(await other.datasets.item(id, null))?.values['name']],
    priced: [items.get(id)?.values['name']],
  }
}

const everywhere = (name: unknown) => {
  return { listed: [name], distinct: [name], shown: [name], priced: [name] }
}

describe('an import in one process', () => {
  it('is known in the others at once, be it a replacement or a merge', async () => {
    const [company] = await itemsOf(platform, 'firms')
    if (company === undefined) throw new Error('there are five hundred')
    expect(await knownThere(company.id)).toEqual(everywhere(company.values['name']))
    await changeItems(platform, 'firms', ([first, ...rest]) => {
      if (first === undefined) return rest
      return [{ ...first, values: { ...first.values, name: 'Replaced' } }, ...rest]
    })
    await expect.poll(() => knownThere(company.id)).toEqual(everywhere('Replaced'))
    const importer = importerOn(platform)
    const lines = (await importer.export('firms', 'csv')).body.split('\n')
    const text = `${lines[0]}\n${lines[1]?.replace('Replaced', 'Merged')}\n`
    const merged = await importer.csv('firms', text, { mode: 'merge' })
    expect(merged.json()).toMatchObject({ changed: 1, kept: 499 })
    await expect.poll(() => knownThere(company.id)).toEqual(everywhere('Merged'))
  })

  it('that locks a dataset locks it in the others', async () => {
    expect((await other.datasets.open(companies, null))?.dataset.access).toBe('public')
    const importer = importerOn(platform)
    const text = (await importer.export('firms', 'csv')).body
    await importer.csv('firms', text, { access: 'locked' })
    await expect
      .poll(async () => (await other.datasets.open(companies, null))?.dataset.access)
      .toBe('locked')
  })
})
