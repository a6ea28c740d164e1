import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Queryable, sql } from '../../src/database/index.ts'
import { type Dataset, type ItemRow, importDataset, lookUp } from '../../src/datasets/index.ts'
import { selectAccountByKey } from '../../src/identity/index.ts'
import type { AccountId, DatasetItemId, Json } from '../../src/kernel/index.ts'
import { itemsOf } from '../builders/dataset.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let insurerId: AccountId
let parts: Dataset
beforeAll(async () => {
  platform = await openTestPlatform()
  const insurer = await selectAccountByKey(platform.db, 'demo-insurance')
  if (insurer === undefined) throw new Error('the demo has an insurer')
  insurerId = insurer.id
  parts = await imported('parts', 6_000)
})
afterAll(() => platform.close())

async function imported(key: string, count: number): Promise<Dataset> {
  const definition: Omit<Dataset, 'id'> = {
    accountId: insurerId,
    key,
    name: 'Parts',
    languages: ['en', 'de'],
    access: 'public',
    keyField: 'code',
    fields: [
      { name: 'code', type: 'text', hidden: false },
      { name: 'name', type: 'text', hidden: false },
      { name: 'weight', type: 'number', hidden: false },
      { name: "maker's price", type: 'text', hidden: true },
    ],
  }
  const items = Array.from({ length: count }, (_, at): ItemRow => {
    const code = `P-${at}`
    const values = { code, name: `Bölt ${at}`, weight: at / 4, "maker's price": `£${at}` }
    return {
      key: code,
      values,
      translations: { en: { name: `Bölt ${at}` }, de: { name: `Bolzen ${at}` } },
    }
  })
  return platform.db.transaction((tx) => importDataset(tx, definition, items, platform.clock()))
}

const live = () => ({ insurerId, versionId: null })

async function holds(dataset: Dataset, field: string | null, value: Json) {
  const literal = { datasetId: dataset.id, field, value }
  return (await platform.datasets.lookUp(live(), [], [literal])).hasLiteral(literal)
}

const questions: readonly (readonly [string | null, Json, boolean])[] = [
  ['code', 'P-17', true],
  ['code', 'p-17', false],
  ['name', 'Bölt 17', true],
  ['name', 'Bolzen 17', true],
  ['name', 'Bolt 17', false],
  ['name', 'Bölt 6000', false],
  ['weight', 4.25, true],
  ['weight', '4.25', true],
  ['weight', '4.250', false],
  ['weight', 'Infinity', false],
  ["maker's price", '£17', true],
  ["maker's price", '£6000', false],
  [null, 'Bolzen 17', true],
  [null, 4.25, true],
  [null, '£17', false],
  ['name', "'; drop table datasets; --", false],
  ['name', 'a\0b', false],
  ['name', '\ud800', false],
  ['name', '', false],
]

describe('a literal', () => {
  it.each(questions)(
    'in the field %j, %j, is found or not alike in small and large datasets',
    async (field, value, expected) => {
      const few = await imported('few-parts', 100)
      expect(await holds(few, field, value)).toBe(expected)
      expect(await holds(parts, field, value)).toBe(expected)
    },
  )

  it('is looked for in an index, which the first to ask has built', async () => {
    const bolts = await imported('bolts', 6_000)
    expect(await indexesOf('bolts')).toEqual([])
    await holds(bolts, 'name', 'Bölt 1')
    await holds(bolts, 'weight', 1)
    await holds(bolts, "maker's price", '£1')
    expect(await indexesOf('bolts')).toEqual([
      "(\"left\"((item_values ->> 'maker''s price'::text), 400))",
      '(f1_l0_s, "position")',
      '(f1_l1_s, "position")',
      '(f2_n, "position")',
    ])
  })

  it('of a dataset that was imported anew has its index from the start', async () => {
    const nuts = await imported('nuts', 6_000)
    await holds(nuts, "maker's price", '£1')
    await imported('nuts', 7_000)
    expect(await indexesOf('nuts')).toEqual([
      "(\"left\"((item_values ->> 'maker''s price'::text), 400))",
    ])
    expect(await holds(nuts, "maker's price", '£6999')).toBe(true)
  })
})

/** What the indexes beside those of ids, keys and positions are on. */
async function indexesOf(key: string): Promise<string[]> {
  const rows = await platform.db.query<{ indexdef: string }>(sql`
    select indexdef from pg_indexes join datasets on tablename = 'dataset_content_' || content_id
    where key = ${key} and indexname !~ '_(id|key|position)$' order by 1`)
  return rows.map(({ indexdef }) => indexdef.replace(/^.* USING btree /, '')).sort()
}

describe('what a request names', () => {
  it('is looked up in one round trip, however many ids and literals there are', async () => {
    const few = await imported('few-parts', 100)
    const known = [...(await itemsOf(platform, 'few-parts')), ...(await itemsOf(platform, 'parts'))]
    const references = known.slice(90, 120).map(({ id }, at) => ({ id, field: `f${at}` }))
    const literals = [few, parts].flatMap(({ id: datasetId }) => [
      ...['Bölt 1', 'Bölt 2', 'Bölt -1'].map((value) => ({ datasetId, field: 'name', value })),
      { datasetId, field: 'code', value: 'P-3' },
      { datasetId, field: null, value: 0.75 },
    ])
    let trips = 0
    const counting: Queryable = {
      query: (statement) => {
        trips += 1
        return platform.db.query(statement)
      },
    }
    const found = await lookUp({ db: counting }, live(), references, literals)
    expect(trips).toBe(1)
    expect([...found.items.keys()].sort()).toEqual(references.map(({ id }) => id).sort())
    const ofOne = [true, true, false, true, true]
    expect(literals.map((literal) => found.hasLiteral(literal))).toEqual(ofOne.concat(ofOne))
  })

  it('is not asked of the database where an id cannot be one', async () => {
    const nobody: Queryable = {
      query: () => Promise.reject(new Error('there is nothing to ask')),
    }
    const id: DatasetItemId = 'dai_x'
    const found = await lookUp({ db: nobody }, live(), [{ id, field: 'part' }], [])
    expect(found.items.size).toBe(0)
  })
})
