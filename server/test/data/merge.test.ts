import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import {
  type Dataset,
  type FileImport,
  exportItems,
  importFile,
  selectDatasets,
} from '../../src/datasets/index.ts'
import { selectAccountByKey } from '../../src/identity/index.ts'
import type { AccountId } from '../../src/kernel/index.ts'
import { itemsOf, sharedCompanies } from '../builders/dataset.ts'
import { importerOn } from '../builders/importer.ts'
import { sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { type Entry, readerOn } from './reader.ts'

let platform: TestPlatform
let accountId: AccountId
beforeAll(async () => {
  platform = await openTestPlatform()
  const insurer = await selectAccountByKey(platform.db, 'demo-insurance')
  if (insurer === undefined) throw new Error('the demo has an insurer')
  accountId = insurer.id
})
afterAll(() => platform.close())

type Row = readonly [code: string, make: string, power: number]

async function* linesOf(rows: readonly Row[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(['code,make,power', ...rows.map((row) => row.join(','))].join('\n'))
}

function importRows(
  key: string,
  rows: readonly Row[],
  mode: FileImport['mode'],
  changes: Partial<FileImport> = {},
) {
  const task: FileImport = {
    accountId,
    key,
    name: 'Vehicles',
    languages: ['en'],
    access: 'public',
    keyField: 'code',
    fields: null,
    hiddenFields: [],
    mode,
    format: 'csv',
    source: linesOf(rows),
    file: 'vehicles.csv',
    ...changes,
  }
  return importFile(platform.db, task, platform.clock())
}

const vehicles = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => [`V${at}`, `Make ${at % 37}`, (at * 7) % 1_000])

async function contentOf(key: string) {
  const [row] = await platform.db.query<{ id: number; items: number; indexes: string[] }>(sql`
    select content_id as id, items, array(select indexname::text from pg_indexes
      where tablename = 'dataset_content_' || content_id order by 1) as indexes
    from datasets join dataset_contents on dataset_contents.id = content_id where key = ${key}`)
  if (row === undefined) throw new Error(`${key} was imported`)
  return row
}

async function rowsOf(key: string): Promise<Row[]> {
  const items = await itemsOf(platform, key)
  return items.map(({ values }) => [values['code'], values['make'], values['power']] as Row) // As imported.
}

/** What a merge must come to: changed in their places, new ones behind. */
function mergedInMemory(old: readonly Row[], brought: readonly Row[]): Row[] {
  const rows = new Map([...old, ...brought].map((row) => [row[0], row]))
  return [...rows.values()]
}

describe('a merge into a large dataset', () => {
  const page = { language: 'en', fields: ['make'], limit: 100 }
  const ofMake = (make: string) => ({
    ...page,
    query: [{ field: 'make', search: make }],
    sort: [{ field: 'power', dir: 'desc' }],
  })

  async function searched(key: string): Promise<Dataset> {
    const { dataset } = await importRows(key, vehicles(6_000), 'replace')
    const reader = readerOn(platform)
    await reader.items(dataset.id, ofMake('make 1'))
    await reader.distinct(dataset.id, page)
    await platform.datasets.settled()
    return dataset
  }

  it('changes some items where they lie, and leaves the others and their indexes alone', async () => {
    await searched('few')
    const [before, itemsBefore] = [await contentOf('few'), await itemsOf(platform, 'few')]
    const brought: Row[] = [
      ['V17', 'Fiat', 5],
      ['N1', 'Lada', 6],
      ['V5999', 'Fiat', 7],
      ['V3', 'Make 3', 21],
    ]
    const merged = await importRows('few', brought, 'merge')
    expect(merged).toMatchObject({ items: 6_001, isNew: true, added: 1, changed: 2, kept: 5_998 })
    expect(await contentOf('few')).toEqual({ ...before, items: 6_001 })
    expect(before.indexes.length).toBeGreaterThan(4)
    expect(await rowsOf('few')).toEqual(mergedInMemory(vehicles(6_000), brought))
    const ids = (await itemsOf(platform, 'few')).map(({ id }) => id)
    expect(ids.slice(0, 6_000)).toEqual(itemsBefore.map(({ id }) => id))
  })

  it('of many items comes to the same in a content of its own', async () => {
    await searched('many')
    const [before, itemsBefore] = [await contentOf('many'), await itemsOf(platform, 'many')]
    const brought = [...vehicles(8_000)].slice(4_500).map(([code]): Row => [code, 'Fiat', 5])
    const merged = await importRows('many', brought, 'merge')
    expect(merged).toMatchObject({ items: 8_000, added: 2_000, changed: 1_500, kept: 4_500 })
    const after = await contentOf('many')
    expect(after.id).not.toBe(before.id)
    expect(after.indexes).toHaveLength(before.indexes.length)
    expect(await rowsOf('many')).toEqual(mergedInMemory(vehicles(6_000), brought))
    const ids = (await itemsOf(platform, 'many')).map(({ id }) => id)
    expect(ids.slice(0, 6_000)).toEqual(itemsBefore.map(({ id }) => id))
  })

  it('is seen by every list, also by pages that were just looked at', async () => {
    const { id } = await searched('seen')
    const reader = readerOn(platform)
    const makes = async () => {
      const found = (await reader.distinct(id, page)).json<Entry[]>()
      return found.map(({ value }) => value['make'])
    }
    expect(await makes()).not.toContain('Lada')
    await importRows('seen', [['V17', 'Lada', 5_000]], 'merge')
    await expect.poll(makes).toContain('Lada')
    const found = await reader.items(id, { ...ofMake('lada'), fields: ['code', 'power'] })
    expect(found.json<Entry[]>().map(({ value }) => value)).toEqual([{ code: 'V17', power: 5_000 }])
    const old = await reader.items(id, { ...ofMake('make 17'), fields: ['code'] })
    expect(old.json<Entry[]>().map(({ value }) => value['code'])).not.toContain('V17')
  })

  it('is seen by nobody before it is done, and then whole', async () => {
    const { id } = await searched('whole')
    const ladas = async () => {
      const asked = { ...ofMake('lada'), fields: ['code'] }
      const found = (await readerOn(platform).items(id, asked)).json<Entry[]>()
      return found.map(({ value }) => value['code'])
    }
    const brought: Row[] = [
      ['V1', 'Lada', 3],
      ['N1', 'Lada', 2],
      ['V5999', 'Lada', 1],
    ]
    const seenBefore: unknown[] = []
    const finish = async () => void seenBefore.push(...(await ladas()))
    await importRows('whole', brought, 'merge', { finish })
    expect(seenBefore).toEqual([])
    expect(await ladas()).toEqual(['V1', 'N1', 'V5999'])
  })

  it('and the indexes that searches ask for meanwhile wait for each other', async () => {
    const { dataset } = await importRows('busy', vehicles(6_000), 'replace')
    const reader = readerOn(platform)
    const merges: Promise<unknown>[] = []
    for (const [at, field] of ['code', 'make', 'power'].entries()) {
      const sort = [{ field, dir: 'desc' }]
      const query = [{ field: 'make', search: `%ake ${at}%` }]
      const asked = await reader.items(dataset.id, { ...page, sort, query })
      expect(asked.statusCode).toBe(200)
      merges.push(importRows('busy', [[`V${at}`, 'Lada', at]], 'merge'))
    }
    await Promise.all(merges)
    await platform.datasets.settled()
    expect((await contentOf('busy')).indexes.length).toBeGreaterThan(5)
    const found = await reader.items(dataset.id, { ...ofMake('lada'), fields: ['code'] })
    expect(found.json<Entry[]>().map(({ value }) => value['code'])).toEqual(['V2', 'V1', 'V0'])
  })

  it('that brings nothing new changes nothing', async () => {
    await searched('same')
    const known = await importRows('same', vehicles(6_000).slice(10, 20), 'merge')
    expect(known).toMatchObject({ items: 6_000, isNew: false, added: 0, changed: 0, kept: 6_000 })
    expect(await rowsOf('same')).toEqual(vehicles(6_000))
  })

  it('is undone whole when what goes with it cannot be done', async () => {
    await searched('undone')
    const [before, itemsBefore] = [await contentOf('undone'), await itemsOf(platform, 'undone')]
    const finish = async () => {
      throw new Error('the audit log is full')
    }
    const brought: Row[] = [
      ['V1', 'Fiat', 1],
      ['N1', 'Fiat', 1],
    ]
    const failing = importRows('undone', brought, 'merge', { finish })
    await expect(failing).rejects.toThrow('the audit log is full')
    expect(await contentOf('undone')).toEqual(before)
    expect(await itemsOf(platform, 'undone')).toEqual(itemsBefore)
  })

  it('with a key that stands twice is refused with both lines', async () => {
    await searched('twice')
    const brought: Row[] = [
      ['V1', 'Fiat', 1],
      ['N1', 'Fiat', 1],
      ['V1', 'Fiat', 2],
    ]
    await expect(importRows('twice', brought, 'merge')).rejects.toThrow(
      /line 4, code.*"V1" is used in line 2 already/,
    )
    expect(await rowsOf('twice')).toEqual(vehicles(6_000))
  })

  it('of texts too long for an index does without that index', async () => {
    const { id } = await searched('long')
    const reader = readerOn(platform)
    const sort = [
      { field: 'make', dir: 'asc' },
      { field: 'code', dir: 'asc' },
    ]
    const query = [{ field: 'make', search: ['x'], operator: 'IN' }]
    await reader.items(id, { ...page, query, sort })
    await platform.datasets.settled()
    const before = await contentOf('long')
    const brought: Row[] = [[signs(300), signs(400), 5]]
    expect(await importRows('long', brought, 'merge')).toMatchObject({ added: 1, kept: 6_000 })
    expect(await rowsOf('long')).toEqual(mergedInMemory(vehicles(6_000), brought))
    const after = await contentOf('long')
    expect(after.indexes.length).toBeLessThan(before.indexes.length)
    expect(after.indexes.length).toBeGreaterThan(3)
  })

  /** Letters that no compression makes short. */
  const signs = (count: number) =>
    String.fromCodePoint(
      ...Array.from({ length: count }, (_, at) => 0x4e00 + ((at * 7_919 + count) % 20_000)),
    )

  it('leaves an export that is under way as it was', async () => {
    const dataset = await searched('exported')
    const pieces = exportItems(platform.db, dataset, 'csv')
    let text = (await pieces.next()).value as string // There are items.
    await importRows('exported', [['V5999', 'Lada', 5]], 'merge')
    for await (const piece of pieces) text += piece
    expect(text).not.toContain('Lada')
    expect(text.trimEnd().split('\n')).toHaveLength(6_001)
    expect((await rowsOf('exported')).at(-1)).toEqual(['V5999', 'Lada', 5])
  })

  it('of an item that had left brings it back under its old id', async () => {
    await importRows('returned', vehicles(3), 'replace')
    const before = await itemsOf(platform, 'returned')
    await importRows('returned', vehicles(2), 'replace')
    await importRows('returned', [['V2', 'Lada', 5]], 'merge')
    const after = await itemsOf(platform, 'returned')
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    const removed = await platform.db.query(sql`
      select from removed_dataset_items join datasets on datasets.id = dataset_id
      where datasets.key = 'returned'`)
    expect(removed).toHaveLength(0)
  })

  it('leaves it to the database to vacuum early, for searches in an index alone', async () => {
    await importRows('vacuumed', vehicles(3), 'replace')
    const { id } = await contentOf('vacuumed')
    const [table] = await platform.db.query<{ reloptions: string[] }>(sql`
      select reloptions from pg_class where relname = ${`dataset_content_${id}`}`)
    expect(table?.reloptions).toContain('autovacuum_vacuum_scale_factor=0.002')
  })

  it('is noted with the day it was done', async () => {
    await importRows('noted', vehicles(3), 'replace')
    platform.clock.advance({ hours: 30 })
    const [dataset] = (await selectDatasets(platform.db, accountId)).filter(
      ({ key }) => key === 'noted',
    )
    await importRows('noted', [['V2', 'Lada', 5]], 'merge')
    const shown = await platform.app.inject({
      url: `/manage/datasets/${dataset?.id}`,
      headers: { authorization: `Bearer ${platform.demo.insurer.test.secret}` },
    })
    const { imported_at: importedAt } = shown.json<{ imported_at: string }>()
    expect(Temporal.Instant.from(importedAt).equals(platform.clock())).toBe(true)
  })
})

describe('a policy sold with an item that is then merged', () => {
  it('keeps the values it was sold with, while new quotes take the new ones', async () => {
    await sharedCompanies(platform)
    const [company] = await itemsOf(platform, 'firms')
    const id = company?.id ?? ''
    const seller = sellerOn(platform)
    const sold = async () => {
      const token = (await seller.quote({ data: { firm: id } })).json<{ token: string }>().token
      const data = platform.demo.products['cyber']?.policy['data'] as object // It is one.
      const offer = await seller.offer(token, { data: { ...data, insured_company: id } })
      return offer.json<{ id: string }>().id
    }
    const nameIn = async (policyId: string) => {
      const view = await seller.get(`/policies/${policyId}`)
      return view.json<{ data: { insured_company: { name: string } } }>().data.insured_company.name
    }
    const old = await sold()
    const importer = importerOn(platform)
    const file = (await importer.export('firms', 'csv')).body.split('\n')
    const name = company?.values['name'] as string // All companies have one.
    const line = file.find((one) => one.includes(name))
    const changed = `${file[0]}\n${line?.replace(name, 'Renamed')}\n`
    const merged = await importer.csv('firms', changed, { mode: 'merge' })
    expect(merged.json()).toMatchObject({ changed: 1, added: 0 })
    await expect.poll(async () => nameIn(await sold())).toBe('Renamed')
    expect(await nameIn(old)).toBe(name)
  })
})
