import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { type Dataset, type ItemRow, importDataset } from '../../src/datasets/index.ts'
import { selectAccountByKey } from '../../src/identity/index.ts'
import type { Json } from '../../src/kernel/index.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { type Entry, type ListChanges, linkTo, readerOn } from './reader.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

let made = 0

async function imported(
  languages: readonly string[],
  type: Dataset['fields'][number]['type'],
  items: readonly Pick<ItemRow, 'values' | 'translations'>[],
  key = `made-${made++}`,
): Promise<Dataset> {
  const insurer = await selectAccountByKey(platform.db, 'demo-insurance')
  if (insurer === undefined) throw new Error('the demo has an insurer')
  const definition: Omit<Dataset, 'id'> = {
    accountId: insurer.id,
    key,
    name: 'Made',
    languages,
    access: 'public',
    keyField: 'is',
    fields: [{ name: 'is', type, hidden: false }],
  }
  const rows = items.map((item, at) => ({ ...item, key: `k${at}` }))
  return platform.db.transaction((tx) => importDataset(tx, definition, rows, platform.clock()))
}

const of = (values: readonly Json[]) => values.map((is) => ({ values: { is }, translations: {} }))

async function listed(dataset: Dataset, changes: ListChanges) {
  const request = { language: dataset.languages[0] ?? '', fields: ['is'], limit: 100, ...changes }
  const response = await readerOn(platform).items(dataset.id, request)
  expect(response.statusCode).toBe(200)
  return response.json<Entry[]>().map(({ value }) => value['is'])
}

describe('a value that is missing in a language', () => {
  it('is taken from the other languages in the order of the dataset, then from what all share', async () => {
    const dataset = await imported(['fr', 'de', 'en'], 'text', [
      { values: { is: 'common' }, translations: { en: { is: 'cat' }, de: { is: 'Katze' } } },
      { values: { is: 'common' }, translations: { en: { is: 'dog' } } },
      { values: { is: 'common' }, translations: {} },
      { values: { is: null }, translations: { de: { is: null } } },
    ])
    expect(await listed(dataset, { language: 'en' })).toEqual(['cat', 'dog', 'common', null])
    expect(await listed(dataset, { language: 'de' })).toEqual(['Katze', 'dog', 'common', null])
    expect(await listed(dataset, { language: 'fr' })).toEqual(['Katze', 'dog', 'common', null])
    const found = { language: 'fr', query: [{ field: 'is', search: 'kat%' }] }
    expect(await listed(dataset, found)).toEqual(['Katze'])
  })
})

describe('a search', () => {
  it.each([
    ['Zurich', 'Zürich'],
    ['ZÜRICH', 'Zürich'],
    ['strasse', 'Straße'],
    ['Łódź', 'Lodz'],
    ['aebleskiver', 'Æbleskiver'],
    ['%ANC%', 'Besançon'],
    ['o_b', 'o_b'],
    ['%o_b', 'o_b'],
    ['o_%', 'o_b'],
    ['100%', '100%'],
    [String.raw`a\b`, String.raw`a\b`],
  ])('for %s finds %s', async (search, value) => {
    const dataset = await imported(['de'], 'text', of([value, 'something else', 'oxb', 'a b']))
    expect(await listed(dataset, { query: [{ field: 'is', search }] })).toEqual([value])
  })

  it('for a beginning finds all that begin so, and nothing that comes after', async () => {
    const letters =
      'a ab b bb ac Äz aa c z { zz 0 1 10 é f \ud7ffx \ue000 😀x 😁 a😀 a😁 a\uffff ßa st'
    const values = letters.split(' ')
    const plain = (text: string) =>
      text
        .toLowerCase()
        .replace('ß', 'ss')
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
    const dataset = await imported(['de'], 'text', of(values))
    for (const prefix of values) {
      const expected = values.filter((value) => plain(value).startsWith(plain(prefix)))
      const query = [{ field: 'is', search: `${prefix}%` }]
      for (const sort of [[], [{ field: 'is', dir: 'asc' }]]) {
        const found = await listed(dataset, { query, sort })
        expect([prefix, new Set(found)]).toEqual([prefix, new Set(expected)])
      }
    }
  })

  it('compares dates as dates and numbers as numbers', async () => {
    const days = await imported(
      ['en'],
      'date',
      of(['2020-02-01', '1999-12-31', null, '2020-01-31']),
    )
    const until = { field: 'is', search: '2020-01-31', operator: '<=' }
    const byDay = [{ field: 'is', dir: 'desc' }]
    expect(await listed(days, { query: [until], sort: byDay })).toEqual([
      '2020-01-31',
      '1999-12-31',
    ])
    const numbers = await imported(['en'], 'number', of([9, 100, -1.5, null, 1e3]))
    const above = { field: 'is', search: '8.5', operator: '>' }
    expect(await listed(numbers, { query: [above] })).toEqual([9, 100, 1000])
    const ascending = { sort: [{ field: 'is', dir: 'asc' }] }
    expect(await listed(numbers, ascending)).toEqual([-1.5, 9, 100, 1000, null])
    const mixed = await imported(['en'], 'text', of(['10', 'n/a', '9', null, '1.5']))
    expect(await listed(mixed, ascending)).toEqual(['1.5', '9', '10', 'n/a', null])
  })
})

describe('a list', () => {
  it.each([
    ['sv', ['Zorn', 'Åre', 'Öland']],
    ['de', ['Åre', 'Öland', 'Zorn']],
    ['es', ['Åre', 'Öland', 'Zorn']],
  ])('in %s follows its alphabet', async (language, expected) => {
    const dataset = await imported([language], 'text', of(['Öland', 'Zorn', 'Åre']))
    expect(await listed(dataset, { sort: [{ field: 'is', dir: 'asc' }] })).toEqual(expected)
  })

  it('that is walked while items are added shows every item that was there once', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `n${String(at).padStart(2, '0')}`)
    const key = 'growing'
    const dataset = await imported(['en'], 'text', of(names), key)
    const reader = readerOn(platform)
    const sort = [{ field: 'is', dir: 'desc' }]
    let page = await reader.items(dataset.id, { language: 'en', fields: ['is'], limit: 7, sort })
    const walked: unknown[] = []
    for (let round = 0; ; round++) {
      walked.push(...page.json<Entry[]>().map(({ value }) => value['is']))
      const next = linkTo('next', page)
      if (next === null) break
      names.push(`n${String(10 + round).padStart(2, '0')} too`)
      await imported(['en'], 'text', of(names), key)
      page = await reader.get(next)
    }
    const first = walked.filter((name) => !String(name).endsWith('too'))
    expect(first).toEqual(names.slice(0, 40).reverse())
    expect(new Set(walked).size).toBe(walked.length)
  })

  it.each(['asc', 'desc'])(
    'of numbers, texts and nothing, walked %s and back while items are added, shows each once',
    async (dir) => {
      const values: Json[] = ['10', 'n/a', null, '9', 'Ähre', '-1.5', null, '9', 'zzz', '', '2e3']
      const key = `mixed-${dir}`
      const dataset = await imported(['de'], 'text', of(values), key)
      const reader = readerOn(platform)
      const ids = async () => {
        const [whole] = await platform.db.query<{ content_id: number }>(sql`
          select content_id from datasets where id = ${dataset.id}`)
        return platform.db.query<{ id: string }>({
          name: '',
          text: `select id from dataset_content_${whole?.content_id} order by position`,
          values: [],
        })
      }
      const before = (await ids()).map(({ id }) => id)
      const added: Json[] = ['0', 'n/b', null, '9.5', 'Zürich', '', '100', 'a', null, '-2']
      const request = { language: 'de', fields: ['is'], limit: 2, sort: [{ field: 'is', dir }] }
      let page = await reader.items(dataset.id, request)
      const walk = async (rel: 'next' | 'prev') => {
        const pages: Entry[][] = []
        for (;;) {
          pages.push(page.json<Entry[]>())
          const following = linkTo(rel, page)
          if (following === null) break
          const more = added.shift()
          if (more !== undefined) values.push(more)
          await imported(['de'], 'text', of(values), key)
          page = await reader.get(following)
        }
        return (rel === 'next' ? pages : pages.toReversed()).flat()
      }
      for (const rel of ['next', 'prev'] as const) {
        const walked = await walk(rel)
        const seen = walked.map(({ id }) => id)
        expect(new Set(seen).size).toBe(seen.length)
        expect(before.filter((id) => !seen.includes(id))).toEqual([])
        const ranks = walked.map(({ value }) => rankOf(value['is'] ?? null))
        expect(ranks).toEqual(ranks.toSorted((a, b) => (dir === 'asc' ? a - b : b - a)))
      }
      expect(values.length).toBeGreaterThan(18)
    },
  )
})

describe('the distinct values', () => {
  it.each(['asc', 'desc'])(
    'of numbers, texts and nothing, walked %s and back while items are added, come once each',
    async (dir) => {
      const values: Json[] = ['10', 'n/a', null, '9', 'Ähre', '9', null, 'n/a', 'zzz', '-1.5', '10']
      const before = new Set(values)
      const key = `kinds-${dir}`
      const dataset = await imported(['de'], 'text', of(values), key)
      const added: Json[] = ['9', '0', 'n/b', null, 'Zürich', 'n/a', '100', '10', 'a', '-2']
      const reader = readerOn(platform)
      const sort = [{ field: 'is', dir }]
      let page = await reader.distinct(dataset.id, {
        language: 'de',
        fields: ['is'],
        limit: 2,
        sort,
      })
      for (const rel of ['next', 'prev'] as const) {
        const seen: (Json | undefined)[] = []
        for (;;) {
          seen.push(...page.json<Entry[]>().map(({ value }) => value['is']))
          const following = linkTo(rel, page)
          if (following === null) break
          values.push(...added.splice(0, 1))
          await imported(['de'], 'text', of(values), key)
          page = await reader.get(following)
        }
        expect(new Set(seen).size).toBe(seen.length)
        expect([...before].filter((value) => !seen.includes(value))).toEqual([])
      }
      expect(values.length).toBeGreaterThan(16)
    },
  )
})

/** Numbers come first, then texts, then nothing. */
function rankOf(value: Json): number {
  if (value === null) return 2
  return /^-?\d+(\.\d+)?$/.test(value as string) ? 0 : 1 // The column holds texts.
}
