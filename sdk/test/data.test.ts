import { pushedDraft } from '@bindery/server/test/builders/draft.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Shop, failureOf, openShop, quoteOf } from './support.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.platform.close())

describe('a dataset', () => {
  it('is read without any key, page by page, each item once', async () => {
    const { datasets } = shop.client({ secretKey: undefined })
    const { id, fields, count } = demoDatasets()
    expect(await datasets.get(id)).toMatchObject({ id, languages: expect.arrayContaining(['en']) })
    const ids = new Set<string>()
    for await (const item of datasets.items(id, { language: 'en', fields, limit: 100 })) {
      ids.add(item.id)
      expect(Object.keys(item.value)).toEqual(fields)
    }
    expect(ids.size).toBe(count)
  })

  it('is searched and sorted', async () => {
    const { id } = demoDatasets()
    const list = shop.client().datasets.items(id, {
      language: 'en',
      fields: ['name'],
      query: [{ field: 'name', search: 'a%' }],
      sort: [{ field: 'name', dir: 'desc' }],
      limit: 5,
    })
    const { rows, next } = await list.page()
    expect(rows).toHaveLength(5)
    expect(rows.every(({ value }) => /^a/i.test(String(value['name'])))).toBe(true)
    expect(next).toMatchObject({ sort: '[{"field":"name","dir":"desc"}]' })
  })

  it('fills a dropdown with its distinct values', async () => {
    const { id, category } = demoDatasets()
    const list = shop.client().datasets.distinctValues(id, {
      language: 'en',
      fields: [category],
      limit: 100,
    })
    const { rows } = await list.page()
    const names = rows.map(({ value }) => value[category])
    expect(names.length).toBeGreaterThan(1)
    expect(new Set(names).size).toBe(names.length)
  })

  it('that is locked opens to the access token of its account alone', async () => {
    const { locked } = demoDatasets()
    const { access_token: accessToken, other } = shop.platform.demo
    expect(await shop.client({ accessToken }).datasets.get(locked)).toMatchObject({ id: locked })
    expect(await failureOf(shop.client().datasets.get(locked))).toMatchObject({
      kind: 'authentication',
    })
    const foreign = shop.client({ accessToken: other.access_token })
    expect(await failureOf(foreign.datasets.get(locked))).toMatchObject({ kind: 'notFound' })
  })

  it('is read as a draft has it, with a test key', async () => {
    const { id } = demoDatasets()
    const draft = await pushedDraft(shop.platform, 'cyber', {
      'datasets/companies.yaml': (text) => text.replace('name: Companies', 'name: Firms'),
      'datasets/companies.csv': (text) => text.replace('Habichtswald Steuerberatung AG', 'Renamed'),
    })
    const { datasets, items } = shop.client()
    expect(await datasets.get(id)).toMatchObject({ name: 'Companies' })
    expect(await datasets.get(id, { productVersionId: draft })).toMatchObject({ name: 'Firms' })
    const query = { language: 'en', fields: ['name'], limit: 1, product_version_id: draft }
    const { rows, next } = await datasets.items(id, query).page()
    expect(rows[0]?.value).toEqual({ name: 'Renamed' })
    expect(next).toMatchObject({ product_version_id: draft })
    const item = rows[0]?.id ?? ''
    const nameOf = async (options = {}) => (await items.get(item, 'en', options)).data['name']
    expect(await nameOf({ productVersionId: draft })).toBe('Renamed')
    expect(await nameOf()).toBe('Habichtswald Steuerberatung AG')
  })

  it('is asked for at its own address where it has one', async () => {
    const asked: string[] = []
    const client = shop.client({
      dataUrl: 'http://data.bindery.test/v1/',
      fetch: (url) => {
        asked.push(new Request(url).url)
        return Promise.resolve(Response.json({ policy_id: 'tpol_1' }))
      },
    })
    await client.datasets.get('dat_1')
    await client.items.get('dai_1', 'en')
    await client.payments.get('t1')
    expect(asked).toEqual([
      'http://data.bindery.test/v1/datasets/dat_1',
      'http://data.bindery.test/v1/dataset_items/dai_1?language=en',
      `${shop.baseUrl}/payments/t1`,
    ])
  })

  it('has items that stand for their values in a quote', async () => {
    const { dataset_field: field, dataset_item: itemId } = shop.product
    if (field === null || itemId === null) throw new Error('the demo has a dataset item')
    const client = shop.client()
    expect(await client.items.get(itemId, 'en')).toMatchObject({ id: itemId })
    const quote = await client.quotes.create(quoteOf(shop.product, { [field]: itemId }))
    expect(quote.gross_payment_amount).toBeGreaterThan(0)
  })
})

function demoDatasets() {
  const { datasets } = shop.platform.demo
  if (datasets?.public == null || datasets.locked === null || datasets.category_field === null) {
    throw new Error('the demo has datasets')
  }
  return {
    id: datasets.public,
    locked: datasets.locked,
    category: datasets.category_field,
    fields: datasets.fields,
    count: datasets.count,
  }
}
