import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sql } from '../../src/database/index.ts'
import {
  type Dataset,
  type ItemRow,
  type ListRequest,
  importDataset,
} from '../../src/datasets/index.ts'
import { selectDatasetContent } from '../../src/datasets/dataset-store.ts'
import {
  combinationsMax,
  isCombination,
  isServedByOne,
  readShape,
} from '../../src/datasets/item-index.ts'
import { distinctSearch, listSearch } from '../../src/datasets/list-store.ts'
import type { Search } from '../../src/datasets/readers.ts'
import { selectAccountByKey } from '../../src/identity/index.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { type Entry, type ListChanges, readerOn } from './reader.ts'

let platform: TestPlatform
let dataset: Dataset
beforeAll(async () => {
  platform = await openTestPlatform()
  dataset = await imported(6_000)
})
afterAll(() => platform.close())

async function imported(count: number): Promise<Dataset> {
  const insurer = await selectAccountByKey(platform.db, 'demo-insurance')
  if (insurer === undefined) throw new Error('the demo has an insurer')
  const definition: Omit<Dataset, 'id'> = {
    accountId: insurer.id,
    key: 'vehicles',
    name: 'Vehicles',
    languages: ['en'],
    access: 'public',
    keyField: 'code',
    fields: [
      { name: 'code', type: 'text', hidden: false },
      { name: 'make', type: 'text', hidden: false },
      { name: 'power', type: 'number', hidden: false },
      { name: 'price', type: 'number', hidden: true },
    ],
  }
  const items = Array.from({ length: count }, (_, at): ItemRow => {
    const values = { code: `V${at}`, make: `Make ${at % 37}`, power: (at * 7) % 1_000, price: at }
    return { key: values.code, values, translations: {} }
  })
  return platform.db.transaction((tx) => importDataset(tx, definition, items, platform.clock()))
}

async function stored() {
  const content = (await selectDatasetContent(platform.db, dataset.id))?.content
  if (content == null) throw new Error('it was imported')
  return content
}

/** The plan of a search, in the words of the database. */
async function planOf({ text, values }: Search): Promise<string> {
  const rows = await platform.db.query<{ 'QUERY PLAN': string }>({
    text: `explain (costs off) ${text}`,
    values: [...values],
  })
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const asked: ListRequest = {
  language: 'en',
  fields: ['make'],
  limit: 20,
  cursor: null,
  query: [],
  sort: [],
}
const list = async (request: ListRequest) => {
  const content = await stored()
  const isSteady = isServedByOne(content, request, request.sort)
  return planOf(listSearch(content, request, { columns: 'id, item_values', isSteady }))
}

describe('the index of a way to search or sort', () => {
  const ways: readonly (readonly [string, ListChanges, ListRequest, RegExp])[] = [
    [
      'a sort',
      { sort: [{ field: 'power', dir: 'desc' }] },
      { ...asked, sort: [{ field: 'power', dir: 'desc' }] },
      /^Limit\n +-> +Index Scan Backward using (\w+) on/,
    ],
    [
      'the page after an item',
      { sort: [{ field: 'make', dir: 'asc' }] },
      {
        ...asked,
        sort: [{ field: 'make', dir: 'asc' }],
        cursor: { id: `dai_${'0'.repeat(28)}`, side: 'after' },
      },
      / -> +Index Scan using (\w+) on dataset_content_\d+\n +Index Cond: \(ROW\(/,
    ],
    [
      'the beginning of a word, in its own order',
      {
        sort: [{ field: 'make', dir: 'asc' }],
        query: [{ field: 'make', search: 'make 1%' }],
      },
      {
        ...asked,
        sort: [{ field: 'make', dir: 'asc' }],
        query: [{ kind: 'match', field: 'make', search: 'make 1%' }],
      },
      /Index Scan using (\w+) on/,
    ],
    [
      'a range in the order of another field, in the index alone',
      {
        sort: [{ field: 'make', dir: 'asc' }],
        query: [{ field: 'power', search: '500', operator: '<' }],
      },
      {
        ...asked,
        sort: [{ field: 'make', dir: 'asc' }],
        query: [{ kind: 'compare', field: 'power', operator: '<', search: '500' }],
      },
      /Index Only Scan using (\w+) on/,
    ],
  ]

  it.each(ways)(
    'is built when %s is first asked for, and used',
    async (_, changes, request, plan) => {
      await readerOn(platform).items(dataset.id, { language: 'en', fields: ['make'], ...changes })
      await platform.datasets.settled()
      // As long as somebody still looks at an older state, vacuum cannot vouch for the pages.
      await vi.waitFor(async () => {
        await platform.db.pool.query(`vacuum analyze dataset_content_${(await stored()).id}`)
        const [, index] = plan.exec(await list(request)) ?? []
        const [built] = await platform.db.query<{ count: number }>(sql`
        select count(*) as count from pg_indexes where indexname = ${index ?? ''}`)
        expect([index, built?.count]).toEqual([expect.stringMatching(/_[0-9a-f]{16}$/), 1])
      })
    },
  )

  it('of distinct values leads from one to the next', async () => {
    await readerOn(platform).distinct(dataset.id, { language: 'en', fields: ['make'] })
    await platform.datasets.settled()
    const plan = { columns: 'id, item_values', isSteady: true, canLeap: true }
    const text = await planOf(distinctSearch(await stored(), asked, plan))
    expect(text).toContain('Recursive Union')
    expect(text).not.toContain('Seq Scan')
  })

  it('is there from the start when the dataset is imported anew', async () => {
    const before = await definitions()
    expect(before.length).toBeGreaterThan(2)
    await imported(6_001)
    expect(await definitions()).toEqual(before)
  })

  it('is not built for a field that front ends must not see', async () => {
    expect((await definitions()).join()).not.toContain('item_values')
  })

  it('is limited to a dozen combinations, whatever callers make up', async () => {
    const fields = ['code', 'make', 'power']
    const reader = readerOn(platform)
    const pairs = fields.flatMap((first) =>
      fields.filter((one) => one !== first).map((second) => [first, second]),
    )
    for (const [first = '', second = ''] of pairs) {
      for (const dir of ['asc', 'desc']) {
        const sort = [
          { field: first, dir: 'asc' },
          { field: second, dir },
        ]
        const query = [{ field: 'make', search: ['x'], operator: 'IN' }]
        const request = { language: 'en', fields, sort }
        for (const one of [request, { ...request, query }]) {
          expect((await reader.items(dataset.id, one)).statusCode).toBe(200)
        }
      }
    }
    await platform.datasets.settled()
    const { indexes } = await stored()
    const combinations = indexes.map(readShape).filter(isCombination)
    expect(combinations).toHaveLength(combinationsMax)
  })
})

async function definitions(): Promise<string[]> {
  const rows = await platform.db.query<{ indexdef: string }>(sql`
    select indexdef from pg_indexes
    where tablename = ${`dataset_content_${(await stored()).id}`}
      and indexname !~ '_(id|key|position)$'`)
  return rows.map(({ indexdef }) => indexdef.replace(/^.* USING /, '').toLowerCase()).sort()
}

describe('a search that takes too long', () => {
  it('is answered with 503, and others are served meanwhile', async () => {
    const client = new pg.Client(platform.db.connection)
    await client.connect()
    const reader = readerOn(platform)
    const page = { language: 'en', fields: ['make'], limit: 1 }
    try {
      // A reader of the items waits now: as long as a search may take, and no longer.
      await client.query('begin')
      await client.query(`lock table dataset_content_${(await stored()).id}`)
      const slow = await Promise.all([
        reader.items(dataset.id, page),
        reader.distinct(dataset.id, { ...page, fields: ['make', 'power'] }),
        reader.items(dataset.id, { ...page, query: [{ field: 'make', search: '%7%' }] }),
      ])
      for (const response of slow) {
        expect(response.statusCode).toBe(503)
        expect(response.json()).toEqual({
          status: 'Service Unavailable',
          code: 'slow_search',
          message: 'This search takes too long. Narrow the search, or try again in a moment.',
        })
      }
      const companies = platform.demo.datasets?.public ?? ''
      const other = await reader.items(companies, { ...page, fields: ['name'] })
      expect(other.statusCode).toBe(200)
    } finally {
      await client.end()
    }
    const again = await reader.items(dataset.id, page)
    expect(again.json<Entry[]>()).toHaveLength(1)
  })

  it('is answered with 503 also where many wait for their turn, and for a single item', async () => {
    const client = new pg.Client(platform.db.connection)
    await client.connect()
    const reader = readerOn(platform)
    const page = { language: 'en', fields: ['make'], limit: 1 }
    const [item] = (await reader.items(dataset.id, page)).json<Entry[]>()
    try {
      await client.query('begin')
      await client.query(`lock table dataset_content_${(await stored()).id}`)
      const waiting = Array.from({ length: 12 }, (_, at) => [
        reader.items(dataset.id, { ...page, query: [{ field: 'make', search: `%${at}%` }] }),
        reader.distinct(dataset.id, { ...page, query: [{ field: 'make', search: `make ${at}` }] }),
        reader.get(`/dataset_items/${item?.id}?language=en`),
      ])
      const answers = await Promise.all(waiting.flat())
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([503]))
    } finally {
      await client.end()
    }
    expect((await reader.items(dataset.id, page)).statusCode).toBe(200)
  })
})
