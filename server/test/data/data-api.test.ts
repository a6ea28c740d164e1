import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { changeItems, itemsOf, sharedCompanies } from '../builders/dataset.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { type Entry, linkTo, readerOn } from './reader.ts'

let platform: TestPlatform
let companies: string
let reader: ReturnType<typeof readerOn>
beforeAll(async () => {
  platform = await openTestPlatform()
  companies = platform.demo.datasets?.public ?? ''
  reader = readerOn(platform)
})
afterAll(() => platform.close())

const basics = { language: 'en', fields: ['name', 'city'] }

describe('a dataset', () => {
  it('shows its name and languages, and nothing else', async () => {
    const response = await reader.get(`/datasets/${companies}`)
    expect(response.json()).toEqual({ id: companies, name: 'Companies', languages: ['en', 'de'] })
    expect(response.statusCode).toBe(200)
  })

  it.each(['dat_0123456789abcdef0123456789ab', 'dat_x', "dat_'; drop table datasets", '%00'])(
    'that nobody knows, %s, is not found',
    async (id) => {
      for (const path of ['', '/dataset_items', '/items_distinct_values']) {
        const response = await reader.get(`/datasets/${encodeURIComponent(id)}${path}`)
        expect(response.statusCode).toBe(404)
        expect(response.json()).toMatchObject({ status: 'Not Found' })
      }
    },
  )
})

describe('the list of items', () => {
  it('shows the asked fields only, twenty to a page, as they were imported', async () => {
    const response = await reader.items(companies, basics)
    const entries = response.json<Entry[]>()
    const items = await itemsOf(platform, 'companies')
    expect(entries).toEqual(
      items.slice(0, 20).map(({ id, values }) => ({
        id,
        value: { name: values['name'], city: values['city'] },
      })),
    )
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  it('speaks the language that was asked for', async () => {
    const industries = async (language: string) => {
      const response = await reader.items(companies, { language, fields: ['industry'], limit: 1 })
      return response.json<Entry[]>()[0]?.value['industry']
    }
    expect(await industries('en')).toBe('Professional services')
    expect(await industries('de')).toBe('Freiberufliche Dienstleistungen')
  })

  it('leads through all pages and back, every item once', async () => {
    const all = (await itemsOf(platform, 'companies')).map(({ id }) => id)
    const walked: string[] = []
    let page = await reader.items(companies, { ...basics, limit: 77 })
    expect(linkTo('prev', page)).toBeNull()
    for (;;) {
      walked.push(...page.json<Entry[]>().map(({ id }) => id))
      const next = linkTo('next', page)
      if (next === null) break
      page = await reader.get(next)
    }
    expect(walked).toEqual(all)
    const back: string[] = []
    for (;;) {
      back.unshift(...page.json<Entry[]>().map(({ id }) => id))
      const previous = linkTo('prev', page)
      if (previous === null) break
      page = await reader.get(previous)
    }
    expect(back).toEqual(all)
  })

  it('keeps on every page what was asked for on the first', async () => {
    const asked = {
      language: 'de',
      fields: ['city', 'industry'],
      limit: 3,
      query: [
        { field: 'city', search: 'b%' },
        { field: 'employees', search: '20', operator: '>' },
      ],
      sort: [
        { field: 'industry', dir: 'desc' },
        { field: 'city', dir: 'asc' },
      ],
    }
    const whole = await reader.items(companies, { ...asked, limit: 100 })
    expect(linkTo('next', whole)).toBeNull()
    const all = whole.json<Entry[]>()
    expect(all.length).toBeGreaterThan(9)
    const walked: Entry[] = []
    let page = await reader.items(companies, asked)
    for (;;) {
      const entries = page.json<Entry[]>()
      expect(entries.length).toBeLessThanOrEqual(3)
      walked.push(...entries)
      const next = linkTo('next', page)
      if (next === null) break
      page = await reader.get(next)
    }
    expect(walked).toEqual(all)
  })

  it('finds by the beginning of a word, whatever its case and accents', async () => {
    const response = await reader.items(companies, {
      ...basics,
      query: [{ field: 'city', search: 'MUN%' }],
      sort: [{ field: 'city', dir: 'asc' }],
      limit: 100,
    })
    const cities = new Set(response.json<Entry[]>().map(({ value }) => value['city']))
    expect([...cities]).toEqual(['München', 'Münster'])
  })

  it('compares numbers as numbers and dates as dates', async () => {
    const response = await reader.items(companies, {
      language: 'en',
      fields: ['employees', 'founded_on'],
      query: [
        { field: 'employees', search: '9', operator: '>' },
        { field: 'employees', search: '100', operator: '<=' },
        { field: 'founded_on', search: '2000-01-01', operator: '<' },
      ],
      sort: [
        { field: 'employees', dir: 'desc' },
        { field: 'founded_on', dir: 'asc' },
      ],
      limit: 100,
    })
    const found = response.json<Entry[]>().map(({ value }) => value)
    const items = await itemsOf(platform, 'companies')
    const expected = items
      .map(({ values }) => ({
        employees: Number(values['employees']),
        founded_on: JSON.stringify(values['founded_on']).replaceAll('"', ''),
      }))
      .filter((one) => one.employees > 9 && one.employees <= 100)
      .filter((one) => one.founded_on < '2000-01-01')
      .sort((a, b) => b.employees - a.employees || (a.founded_on < b.founded_on ? -1 : 1))
    expect(found.length).toBeGreaterThan(10)
    expect(found).toEqual(expected.slice(0, 100))
  })

  it('takes one of several values', async () => {
    const response = await reader.items(companies, {
      ...basics,
      query: [{ field: 'city', search: ['bremen', 'Dortmund'], operator: 'IN' }],
      limit: 100,
    })
    const cities = response.json<Entry[]>().map(({ value }) => value['city'])
    expect(new Set(cities)).toEqual(new Set(['Bremen', 'Dortmund']))
  })
})

describe('the distinct values', () => {
  it('come once each, sorted, with an item that has them', async () => {
    const response = await reader.distinct(companies, { language: 'en', fields: ['industry'] })
    const entries = response.json<Entry[]>()
    const items = await itemsOf(platform, 'companies')
    const industries = [
      ...new Set(items.map(({ translations }) => translations['en']?.['industry'])),
    ]
    expect(entries.map(({ value }) => value['industry'])).toEqual(
      industries.map(String).sort(new Intl.Collator('en').compare),
    )
    const [first] = entries
    const item = items.find(({ id }) => id === first?.id)
    expect(item?.translations['en']?.['industry']).toBe(first?.value['industry'])
  })

  it('lead through all pages and back by the header Link, every value once', async () => {
    const request = { language: 'de', fields: ['city'], sort: [{ field: 'city', dir: 'desc' }] }
    let page = await reader.distinct(companies, { ...request, limit: 7 })
    expect(page.headers['link']).toMatch(
      /^<http:\/\/bindery\.test\/datasets\/dat_\w+\/items_distinct_values\?language=de&.*limit=7.*&starting_after=dai_\w{28}>; rel="next"$/,
    )
    const whole = await reader.distinct(companies, { ...request, limit: 100 })
    const all = whole.json<Entry[]>().map(({ value }) => value['city'])
    const items = await itemsOf(platform, 'companies')
    const cities = [...new Set(items.map(({ values }) => values['city'] as string))] // All have one.
    expect(all).toEqual(cities.sort(new Intl.Collator('de').compare).reverse())
    const walked: unknown[] = []
    for (;;) {
      walked.push(...page.json<Entry[]>().map(({ value }) => value['city']))
      const next = linkTo('next', page)
      if (next === null) break
      page = await reader.get(next)
    }
    expect(walked).toEqual(all)
    const back: unknown[] = []
    for (;;) {
      back.unshift(...page.json<Entry[]>().map(({ value }) => value['city']))
      const previous = linkTo('prev', page)
      if (previous === null) break
      page = await reader.get(previous)
    }
    expect(back).toEqual(all)
  })

  it('cannot be sorted by a field that is not asked for', async () => {
    const response = await reader.distinct(companies, {
      language: 'en',
      fields: ['industry'],
      sort: [{ field: 'name', dir: 'asc' }],
    })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ errors: [{ field: 'sort' }] })
  })
})

describe('an item', () => {
  it('shows all its public fields', async () => {
    const [item] = await itemsOf(platform, 'companies')
    const response = await reader.get(`/dataset_items/${item?.id}?language=de`)
    const { risk_score: _, ...visible } = item?.values ?? {}
    expect(response.json()).toEqual({
      id: item?.id,
      data: { ...visible, industry: 'Freiberufliche Dienstleistungen' },
    })
  })

  it('needs a language that the dataset has', async () => {
    const [item] = await itemsOf(platform, 'companies')
    for (const query of ['', '?language=', '?language=xx', '?language=en&language=de']) {
      const response = await reader.get(`/dataset_items/${item?.id}${query}`)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({
        status: 'Bad Request',
        message: expect.stringMatching(/^language: /) as string,
      })
    }
  })

  it.each(['dai_0123456789abcdef0123456789ab', 'dai_x', 'x%00'])(
    'that nobody knows, %s, is not found',
    async (id) => {
      const response = await reader.get(`/dataset_items/${id}?language=en`)
      expect(response.statusCode).toBe(404)
    },
  )
})

const good = { ...basics, limit: 5 }
const wrongParameters: readonly (readonly [string, Record<string, unknown>, string])[] = [
  ['no language', { language: undefined }, 'language'],
  ['a language it does not have', { language: 'fr' }, 'language'],
  ['no fields', { fields: undefined }, 'fields'],
  ['fields that are not JSON', { fields: 'name' }, 'fields'],
  ['fields that are no list', { fields: '"name"' }, 'fields'],
  ['an empty list of fields', { fields: '[]' }, 'fields'],
  ['a field that is no name', { fields: '[1]' }, 'fields'],
  ['an unknown field', { fields: '["nme"]' }, 'fields'],
  ['a field of every object', { fields: '["constructor"]' }, 'fields'],
  ['a limit of zero', { limit: '0' }, 'limit'],
  ['a limit above a hundred', { limit: '101' }, 'limit'],
  ['a limit that is no number', { limit: '1e1' }, 'limit'],
  ['an empty limit', { limit: '' }, 'limit'],
  ['a query that is not JSON', { query: '[{' }, 'query'],
  ['a query that is no list', { query: '{"field":"name","search":"x"}' }, 'query'],
  ['a term without a field', { query: '[{"search":"x"}]' }, 'query'],
  ['a term that is nothing', { query: '[null]' }, 'query'],
  ['a search that is a number', { query: '[{"field":"name","search":1}]' }, 'query'],
  ['an unknown operator', { query: '[{"field":"name","search":"x","operator":"="}]' }, 'query'],
  ['IN without a list', { query: '[{"field":"name","search":"x","operator":"IN"}]' }, 'query'],
  ['IN of objects', { query: '[{"field":"name","search":[{}],"operator":"IN"}]' }, 'query'],
  ['IN of lists', { query: '[{"field":"name","search":[["x"]],"operator":"IN"}]' }, 'query'],
  ['IN of nothing', { query: '[{"field":"name","search":[null],"operator":"IN"}]' }, 'query'],
  ['IN in small letters', { query: '[{"field":"name","search":["x"],"operator":"in"}]' }, 'query'],
  [
    'IN of too many values',
    { query: JSON.stringify([{ field: 'name', search: Array(101).fill('x'), operator: 'IN' }]) },
    'query',
  ],
  ['a list without IN', { query: '[{"field":"name","search":["x"]}]' }, 'query'],
  ['an operator that is SQL', { query: '[{"field":"name","search":"x","operator":"~"}]' }, 'query'],
  [
    'a search that is too long',
    { query: `[{"field":"name","search":"${'x'.repeat(401)}"}]` },
    'query',
  ],
  ['a field of SQL', { fields: '["name; drop table datasets"]' }, 'fields'],
  ['a search of SQL fields', { query: `[{"field":"f1_t' --","search":"x"}]` }, 'query'],
  ['a search by an inner column', { query: '[{"field":"f1_t","search":"x"}]' }, 'query'],
  ['a sort by SQL', { sort: '[{"field":"name desc; --","dir":"asc"}]' }, 'sort'],
  ['a language of SQL', { language: "en' or true --" }, 'language'],
  ['a cursor of SQL', { starting_after: "dai_' or '1'='1" }, 'starting_after'],
  [
    'eleven fields to sort by',
    {
      sort: JSON.stringify(
        Array.from({ length: 11 }, (_, at) => ({ field: `f${at}`, dir: 'asc' })),
      ),
    },
    'sort',
  ],
  ['an empty query', { query: '' }, 'query'],
  [
    'text above a number',
    { query: '[{"field":"employees","search":"x","operator":">"}]' },
    'query',
  ],
  ['a search of an unknown field', { query: '[{"field":"x","search":"x"}]' }, 'query'],
  [
    'a hundred terms',
    { query: JSON.stringify(Array.from({ length: 100 }, () => ({ field: 'name', search: 'x' }))) },
    'query',
  ],
  ['a sort that is not JSON', { sort: 'name' }, 'sort'],
  ['a sort without a direction', { sort: '[{"field":"name"}]' }, 'sort'],
  ['a direction that is none', { sort: '[{"field":"name","dir":"ASC"}]' }, 'sort'],
  ['a sort by an unknown field', { sort: '[{"field":"x","dir":"asc"}]' }, 'sort'],
  [
    'a field sorted by twice',
    { sort: '[{"field":"name","dir":"asc"},{"field":"name","dir":"desc"}]' },
    'sort',
  ],
  ['a cursor that is no id', { starting_after: 'x' }, 'starting_after'],
  ['a cursor that nobody knows', { ending_before: `dai_${'0'.repeat(28)}` }, 'ending_before'],
  [
    'two cursors',
    { starting_after: `dai_${'0'.repeat(28)}`, ending_before: `dai_${'0'.repeat(28)}` },
    'ending_before',
  ],
]

describe('a list with', () => {
  it.each(wrongParameters)(
    '%s is refused by the name of the parameter',
    async (_, changes, name) => {
      const request = Object.fromEntries(
        Object.entries({ ...good, ...changes }).filter(([, value]) => value !== undefined),
      )
      for (const response of [
        await reader.items(companies, request),
        await reader.distinct(companies, request),
      ]) {
        expect(response.json()).toMatchObject({
          status: 'Bad Request',
          message: expect.stringMatching(new RegExp(`^${name}: `)) as string,
          errors: [{ field: name }],
        })
        expect(response.statusCode).toBe(400)
      }
    },
  )

  it('a cursor of another dataset is refused', async () => {
    const [foreign] = await itemsOf(platform, 'broker-rates')
    for (const name of ['starting_after', 'ending_before']) {
      const request = { ...good, sort: [{ field: 'city', dir: 'asc' }], [name]: foreign?.id ?? '' }
      for (const list of [reader.items, reader.distinct]) {
        const response = await list(companies, { ...request, fields: ['city'] })
        expect(response.statusCode).toBe(400)
        expect(response.json()).toMatchObject({ errors: [{ field: name }] })
      }
    }
  })

  it('a cursor whose item was deleted is refused, and its neighbours lead on', async () => {
    const firms = await sharedCompanies(platform)
    const before = await itemsOf(platform, 'firms')
    const [first, gone, next] = before
    await changeItems(platform, 'firms', (items) => items.filter(({ id }) => id !== gone?.id))
    try {
      for (const list of [reader.items, reader.distinct]) {
        // A moment passes until the process learns of the import.
        const refused = await vi.waitFor(async () => {
          const response = await list(firms, { ...good, starting_after: gone?.id ?? '' })
          expect(response.statusCode).toBe(400)
          return response
        })
        expect(refused.json()).toMatchObject({ errors: [{ field: 'starting_after' }] })
      }
      const after = await reader.items(firms, { ...good, starting_after: first?.id ?? '' })
      expect(after.json<Entry[]>()[0]?.id).toBe(next?.id)
      expect((await reader.get(`/dataset_items/${gone?.id}?language=en`)).statusCode).toBe(404)
    } finally {
      await changeItems(platform, 'firms', () => before)
    }
    const back = await itemsOf(platform, 'firms')
    expect(back.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  })

  it('a parameter sent twice is refused', async () => {
    const response = await reader.get(
      `/datasets/${companies}/dataset_items?language=en&fields=["name"]&limit=1&limit=2`,
    )
    expect(response.json()).toMatchObject({ errors: [{ field: 'limit' }] })
  })

  it.each(["'; drop table datasets; --", '.*', '\\', '_', '"', '\0', '\ud800', '(', '%_%', '\\%'])(
    'the letters %j in a search is answered with data',
    async (search) => {
      const query = [
        { field: 'name', search },
        { field: 'city', search, operator: '>' },
        { field: 'industry', search: [search], operator: 'IN' },
      ]
      const response = await reader.items(companies, { ...good, query })
      expect(response.statusCode).toBe(200)
    },
  )
})
