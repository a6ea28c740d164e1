import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ProductVersionId } from '../../src/kernel/index.ts'
import { publishProduct } from '../../src/products/index.ts'
import { demoAccount, foreignInsurer, newKey } from '../builders/credentials.ts'
import { itemsOf } from '../builders/dataset.ts'
import { pushedDraft } from '../builders/draft.ts'
import { sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { type Entry, linkTo, readerOn } from './reader.ts'

let platform: TestPlatform
let companies: string
let draft: ProductVersionId
let gone: string
beforeAll(async () => {
  platform = await openTestPlatform()
  companies = platform.demo.datasets?.public ?? ''
  gone = (await itemsOf(platform, 'companies'))[0]?.id ?? ''
  draft = await pushedDraft(platform, 'cyber', {
    'datasets/companies.csv': (text) =>
      text.replace(/^C-0001.*\n/m, '').replace('Hellwasser Bauträger GmbH', 'Renamed'),
    'datasets/companies.yaml': (text) =>
      text
        .replace('name: Companies', 'name: Firms')
        .replace('{ name: city, type: text }', '{ name: city, type: text, hidden: true }'),
    'datasets/towns.yaml': () =>
      'name: Towns\naccess: public\nkey_field: code\nfields: [{ name: code, type: text }]\n',
    'datasets/towns.csv': () => 'code\nCGN\n',
    'quote.json': (text) =>
      text.replace(
        '"validation": "optional|in_dataset:companies" }',
        '"validation": "optional|in_dataset:companies" },\n{ "name": "town", "path": "data", "validation": "optional|in_dataset:towns" }',
      ),
  })
})
afterAll(() => platform.close())

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const names = { language: 'en', fields: ['name'], limit: 1 }
const tester = () => readerOn(platform, bearer(platform.demo.keys.test.secret))
const everybody = () => readerOn(platform)

async function firstName(reader: ReturnType<typeof readerOn>, changes = {}) {
  const page = await reader.items(companies, { ...names, ...changes })
  return page.json<Entry[]>()[0]?.value['name']
}

describe('with product_version_id', () => {
  it('a test key sees the rows, the name and the fields of a draft; everybody else what is live', async () => {
    const ofDraft = { product_version_id: draft }
    expect(await firstName(tester(), ofDraft)).toBe('Renamed')
    expect(await firstName(tester())).toBe('Habichtswald Steuerberatung AG')
    expect(await firstName(everybody())).toBe('Habichtswald Steuerberatung AG')

    const distinct = await tester().distinct(companies, {
      ...names,
      ...ofDraft,
      query: [{ field: 'name', search: 'Renam%' }],
    })
    expect(distinct.json<Entry[]>().map(({ value }) => value['name'])).toEqual(['Renamed'])
    const shown = await tester().get(`/datasets/${companies}?product_version_id=${draft}`)
    expect(shown.json()).toMatchObject({ name: 'Firms' })
    expect((await everybody().get(`/datasets/${companies}`)).json()).toMatchObject({
      name: 'Companies',
    })
    const cities = { ...names, fields: ['city'] }
    expect((await tester().items(companies, { ...cities, ...ofDraft })).statusCode).toBe(400)
    expect((await everybody().items(companies, cities)).statusCode).toBe(200)

    const item = `/dataset_items/${gone}?language=en`
    expect((await tester().get(`${item}&product_version_id=${draft}`)).statusCode).toBe(404)
    expect((await everybody().get(item)).statusCode).toBe(200)
  })

  it('pages lead on within the version, with a public key in the address', async () => {
    const { public: key } = platform.demo.keys.test
    const reader = everybody()
    const asked = { ...names, product_version_id: draft, key }
    const page = await reader.items(companies, asked)
    expect(page.headers['cache-control']).toBe('no-store')
    const next = linkTo('next', page) ?? ''
    const second = await reader.get(next)
    expect(second.json<Entry[]>()[0]?.value['name']).toBe('Falkenried Logistik GmbH')
  })

  it('a dataset that the version is not bound to is shown live, and a locked one to its tokens', async () => {
    const locked = platform.demo.datasets?.locked ?? ''
    const asked = { language: 'en', fields: ['agreement'], product_version_id: draft }
    expect((await tester().items(locked, asked)).statusCode).toBe(401)
    const owner = readerOn(platform, {
      ...bearer(platform.demo.keys.test.secret),
      authentication: `Bearer ${platform.demo.access_token}`,
    })
    expect((await owner.items(locked, asked)).statusCode).toBe(200)
  })

  it('nobody sees a draft without a key that may sell it', async () => {
    const statusFor = async (headers: Record<string, string>, version: string = draft) => {
      const reader = readerOn(platform, headers)
      const page = await reader.items(companies, { ...names, product_version_id: version })
      return page.statusCode
    }
    const foreign = await newKey(platform, await foreignInsurer(platform))
    const { demo } = platform
    expect(await statusFor({})).toBe(401)
    expect(await statusFor({ authentication: `Bearer ${demo.access_token}` })).toBe(401)
    expect(await statusFor(bearer('sk_test_unknown'))).toBe(401)
    expect(await statusFor(bearer(demo.keys.live.secret))).toBe(400)
    expect(await statusFor(bearer(demo.other.test.secret))).toBe(200)
    expect(await statusFor(bearer(demo.insurer.test.secret))).toBe(200)
    expect(await statusFor(bearer(foreign.key))).toBe(404)
    for (const version of ['prv_x', "prv_'", 'prv_0123456789abcdef0123456789ab']) {
      expect(await statusFor(bearer(demo.insurer.test.secret), version)).toBe(404)
    }
  })
})

describe('a dataset that only a draft has', () => {
  it('is in the form and the data of the draft, and there for nobody else until it is published', async () => {
    const page = sellerOn(platform, { publicKey: platform.demo.keys.test.public })
    const form = `/integrations/${platform.demo.products['cyber']?.integration_id}/form`
    const questions = async (path: string) =>
      (await page.get(path)).json<{
        items: { quote: { name: string; dataset_id: string | null }[] }[]
      }>().items[0]?.quote
    const inDraft = await questions(`${form}?live_product=false`)
    const id = inDraft?.find(({ name }) => name === 'town')?.dataset_id ?? ''
    expect(id).toMatch(/^dat_/)
    expect((await questions(form))?.some(({ name }) => name === 'town')).toBe(false)

    const asked = { language: 'en', fields: ['code'] }
    const found = await tester().items(id, { ...asked, product_version_id: draft })
    expect(found.json<Entry[]>().map(({ value }) => value)).toEqual([{ code: 'CGN' }])
    expect((await tester().items(id, asked)).statusCode).toBe(404)
    expect((await everybody().get(`/datasets/${id}`)).statusCode).toBe(404)

    await publishProduct(platform, await demoAccount(platform, 'demo-insurance'), draft)
    await vi.waitFor(async () =>
      expect((await everybody().items(id, asked)).json<Entry[]>()).toHaveLength(1),
    )
    expect(await firstName(everybody())).toBe('Renamed')
  })
})

describe('a page with a public key', () => {
  const shop = 'https://shop.alpine-brokers.example' // As the cyber product lists it.
  const elsewhere = 'https://elsewhere.example'
  const ask = (origin: string | null, version: string, url?: string) => {
    const reader = readerOn(platform, origin === null ? {} : { origin })
    const { public: key } = platform.demo.keys.test
    const asked = { product_version_id: version, key }
    return url === undefined
      ? reader.items(companies, { ...names, ...asked })
      : reader.get(`${url}?language=en&product_version_id=${version}&key=${key}`)
  }

  it('reads the rows of a version where an integration of its account lists it', async () => {
    const live = await pushedDraft(platform, 'bike', {
      'product.yaml': (text) => text.replace('commission_rate: 0.18', 'commission_rate: 0.19'),
    })
    expect((await ask(shop, draft)).statusCode).toBe(200)
    expect((await ask(null, draft)).statusCode).toBe(200)
    expect((await ask('http://bindery.test', draft)).statusCode).toBe(200)
    expect((await ask(shop, live)).statusCode).toBe(403)
    expect((await ask('https://velo.alpine-brokers.example', live)).statusCode).toBe(200)
    const secret = readerOn(platform, {
      ...bearer(platform.demo.keys.test.secret),
      origin: elsewhere,
    })
    const asked = { ...names, product_version_id: draft }
    expect((await secret.items(companies, asked)).statusCode).toBe(200)
  })

  it('of another origin is refused, by every call, and can read why', async () => {
    const item = `/dataset_items/${(await itemsOf(platform, 'companies'))[1]?.id}`
    const list = `/datasets/${companies}`
    for (const url of [undefined, item, list, `${list}/items_distinct_values`]) {
      const refused = await ask(elsewhere, draft, url)
      expect(refused.statusCode).toBe(403)
      expect(refused.json()).toStrictEqual({
        status: 'Forbidden',
        code: 'page_not_allowed',
        message: `The origin ${elsewhere} is not in allowed_origins of integration ${platform.demo.products['cyber']?.integration_id}, so its pages may not use the integration.`,
      })
      expect(refused.headers['access-control-allow-origin']).toBe('*')
    }
    // What is live is public, and names no version.
    const open = readerOn(platform, { origin: elsewhere })
    expect((await open.items(companies, names)).statusCode).toBe(200)
  })

  it('is held to the list of a draft on the draft, and to the live one on what was published', async () => {
    const moved = await pushedDraft(platform, 'cyber', {
      'product.yaml': (text) => text.replaceAll(shop, elsewhere),
    })
    expect((await ask(elsewhere, moved)).statusCode).toBe(200)
    expect((await ask(shop, moved)).statusCode).toBe(403)
    expect((await ask(shop, draft)).statusCode).toBe(200)
    await publishProduct(platform, await demoAccount(platform, 'demo-insurance'), moved)
    expect((await ask(shop, draft)).statusCode).toBe(403)
    expect((await ask(elsewhere, draft)).statusCode).toBe(200)
  })
})
