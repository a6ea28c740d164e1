import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Dataset,
  type ItemRow,
  type ListRequest,
  type OpenDataset,
  importDataset,
} from '../../src/datasets/index.ts'
import { selectDatasetContent } from '../../src/datasets/dataset-store.ts'
import { distinctSearch, listSearch } from '../../src/datasets/list-store.ts'
import type { Search } from '../../src/datasets/readers.ts'
import { selectAccountByKey } from '../../src/identity/index.ts'
import type { AccountId } from '../../src/kernel/index.ts'
import { itemsOf } from '../builders/dataset.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { type ModelItem, distinctInMemory, listInMemory } from './list-model.ts'
import type { Entry } from './reader.ts'
import { draws } from '../support/draws.ts'

let platform: TestPlatform
let accountId: AccountId
let stranger: string
beforeAll(async () => {
  platform = await openTestPlatform()
  const insurer = await selectAccountByKey(platform.db, 'demo-insurance')
  if (insurer === undefined) throw new Error('the demo has an insurer')
  accountId = insurer.id
  stranger = (await itemsOf(platform, 'companies'))[0]?.id ?? ''
})
afterAll(() => platform.close())

const fields = [
  { name: 'name', type: 'text', hidden: false },
  { name: 'size', type: 'text', hidden: false },
  { name: 'count', type: 'number', hidden: false },
  { name: 'day', type: 'date', hidden: false },
  { name: 'flag', type: 'boolean', hidden: false },
  { name: 'title', type: 'text', hidden: false },
  { name: 'secret', type: 'text', hidden: true },
] as const
const visible = fields.filter(({ hidden }) => !hidden).map(({ name }) => name)
const languages = ['en', 'sv', 'de'] as const

/** Few letters, so that ties, prefixes and near misses are common. */
const letters = [
  'a',
  'b',
  'A',
  'ä',
  'å',
  'Ö',
  'o',
  'z',
  'é',
  '1',
  '0',
  ' ',
  '-',
  '_',
  '%',
  '\\',
  "'",
]
const word = fc
  .array(fc.constantFrom(...letters), { minLength: 0, maxLength: 4 })
  .map((some) => some.join(''))
const size = fc.oneof(
  fc.integer({ min: -12, max: 12 }).map(String),
  fc.constantFrom('01', '1.0', '2.50'),
  word,
)
const count = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(0.5, -0.25, 1e21, 10))
const day = fc.constantFrom('2020-01-01', '2020-02-01', '1999-12-31')
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 4 })

const item = fc.record({
  values: fc.record({
    name: maybe(word),
    size: maybe(size),
    count: maybe(count),
    day: maybe(day),
    flag: maybe(fc.boolean()),
    title: maybe(word),
    secret: word,
  }),
  translations: fc.record({
    en: fc.record({ title: maybe(word) }),
    sv: fc.record({ title: maybe(word) }),
  }),
})

const search = fc.oneof(
  word,
  word.map((text) => `${text}%`),
  word.map((text) => `%${text}%`),
  size,
  day,
)
const operator = fc.constantFrom('>', '>=', '<', '<=')
const term = fc.oneof(
  fc.record({ kind: fc.constant('match'), field: fc.constantFrom(...visible), search }),
  fc.record({
    kind: fc.constant('in'),
    field: fc.constantFrom(...visible),
    search: fc.array(search),
  }),
  fc.record({
    kind: fc.constant('compare'),
    field: fc.constantFrom('name', 'size', 'day', 'flag', 'title'),
    operator,
    search: fc.oneof(word, size, day),
  }),
  fc.record({
    kind: fc.constant('compare'),
    field: fc.constant('count'),
    operator,
    search: count.map(String),
  }),
) as fc.Arbitrary<ListRequest['query'][number]> // The kinds are those of a term.

const request: fc.Arbitrary<ListRequest> = fc.record({
  language: fc.constantFrom(...languages),
  fields: fc.subarray(visible, { minLength: 1 }),
  limit: fc.integer({ min: 1, max: 7 }),
  cursor: fc.constant(null),
  query: fc.array(term, { maxLength: 2 }),
  sort: fc
    .shuffledSubarray(visible, { maxLength: 3 })
    .chain((some) =>
      fc.tuple(
        ...some.map((field) =>
          fc.constantFrom('asc' as const, 'desc' as const).map((dir) => ({ field, dir })),
        ),
      ),
    ),
})

let datasetsMade = 0

async function imported(items: readonly Omit<ItemRow, 'key'>[]) {
  const definition = {
    accountId,
    key: `random-${datasetsMade++}`,
    name: 'Random',
    languages,
    access: 'public',
    keyField: 'name',
    fields,
  } satisfies Omit<Dataset, 'id'>
  const rows = items.map((one, at) => ({ ...one, key: `k${at}` }))
  const dataset = await platform.db.transaction((tx) =>
    importDataset(tx, definition, rows, platform.clock()),
  )
  const found = await selectDatasetContent(platform.db, dataset.id)
  if (found === undefined) throw new Error('it was just imported')
  const ids = await platform.db.query<{ id: string }>({
    name: '',
    text: `select id from dataset_content_${found.content.id} order by position`,
    values: [],
  })
  const model: ModelItem[] = rows.map((row, at) => ({ ...row, id: ids[at]?.id ?? '' }))
  return { ...found, open: found, model }
}

type Find = (
  open: OpenDataset,
  request: ListRequest,
) => ReturnType<TestPlatform['datasets']['items']>

async function walk(find: Find, open: OpenDataset, first: ListRequest, side: 'after' | 'before') {
  const walked: Entry[] = []
  let { cursor } = first
  for (;;) {
    const page = await find(open, { ...first, cursor })
    const entries = JSON.parse(page.json) as Entry[] // As the contract has them.
    walked[side === 'after' ? 'push' : 'unshift'](...entries)
    expect([page.firstId, page.lastId]).toEqual([
      entries[0]?.id ?? null,
      entries.at(-1)?.id ?? null,
    ])
    const edge = side === 'after' ? page.lastId : page.firstId
    if (edge === null || !(side === 'after' ? page.hasNext : page.hasPrevious)) return walked
    cursor = { id: edge, side }
  }
}

/** An item of another dataset leads nowhere, whatever is asked. */
async function expectStrangersRefused(find: Find, open: OpenDataset, request: ListRequest) {
  for (const side of ['after', 'before'] as const) {
    const asked = find(open, { ...request, cursor: { id: stranger, side } })
    await expect(asked).rejects.toMatchObject({
      kind: 'validation_failed',
      errors: [{ field: side === 'after' ? 'starting_after' : 'ending_before' }],
    })
  }
}

/** The ids that a search finds: the first page from each of the places, whole. */
async function idsFrom(
  expected: readonly { id: string }[],
  request: ListRequest,
  searchFor: (whole: ListRequest) => Search,
) {
  const cursors: ListRequest['cursor'][] = [
    null,
    { id: expected[0]?.id ?? '', side: 'after' },
    { id: expected.at(-1)?.id ?? '', side: 'before' },
  ]
  const pages = cursors.map(async (cursor) => {
    const { text, values } = searchFor({ ...request, cursor, limit: 100 })
    const rows = await platform.db.query<{ id: string }>({ text, values: [...values] })
    return rows.map(({ id }) => id)
  })
  return Promise.all(pages)
}

const runs = { numRuns: draws(12) }

describe('whatever is imported and asked', () => {
  it('all pages of a list hold what a list in memory would, forwards and backwards', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(item, { maxLength: 25 }),
        fc.array(request, { minLength: 5, maxLength: 5 }),
        async (items, requests) => {
          const { dataset, content, open, model } = await imported(items)
          for (const one of requests) {
            const expected = listInMemory(dataset, model, one)
            const find: Find = (...asked) => platform.datasets.items(...asked)
            expect(await walk(find, open, one, 'after')).toEqual(expected)
            await expectStrangersRefused(find, open, one)
            const last = expected.at(-1)
            if (last === undefined) continue
            const cursor = { id: last.id, side: 'before' } as const
            const before = await walk(find, open, { ...one, cursor }, 'before')
            expect(before).toEqual(expected.slice(0, -1))
            const ids = expected.map(({ id }) => id)
            for (const isSteady of [true, false]) {
              const search = (whole: ListRequest) =>
                listSearch(content, whole, { columns: 'id', isSteady })
              expect(await idsFrom(expected, one, search)).toEqual([
                ids,
                ids.slice(1),
                ids.slice(0, -1).reverse(),
              ])
            }
          }
        },
      ),
      runs,
    )
  })

  it('all pages of distinct values hold what a list in memory would, whichever way they are found', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(item, { maxLength: 25 }),
        fc.array(request, { minLength: 5, maxLength: 5 }),
        async (items, requests) => {
          const { dataset, content, open, model } = await imported(items)
          for (const asked of requests) {
            const one = {
              ...asked,
              sort: asked.sort.filter(({ field }) => asked.fields.includes(field)),
            }
            const expected = distinctInMemory(dataset, model, one)
            const find: Find = (...given) => platform.datasets.distinctValues(...given)
            expect(await walk(find, open, one, 'after')).toEqual(expected)
            await expectStrangersRefused(find, open, one)
            const last = expected.at(-1)
            if (last === undefined) continue
            const cursor = { id: last.id, side: 'before' } as const
            const before = await walk(find, open, { ...one, cursor }, 'before')
            expect(before).toEqual(expected.slice(0, -1))
            const ids = expected.map(({ id }) => id)
            for (const canLeap of [true, false]) {
              const search = (whole: ListRequest) =>
                distinctSearch(content, whole, { columns: 'id', isSteady: false, canLeap })
              expect(await idsFrom(expected, one, search)).toEqual([
                ids,
                ids.slice(1),
                ids.slice(0, -1).reverse(),
              ])
            }
          }
        },
      ),
      runs,
    )
  })
})
