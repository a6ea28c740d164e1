import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readProductFolder } from '../../src/products/index.ts'
import { leaveMails } from '../builders/folder.ts'
import { type Manager, encodeFiles, managerOn } from '../builders/manager.ts'
import { sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

const examples = fileURLToPath(new URL('../../../examples/', import.meta.url))

let platform: TestPlatform
let manager: Manager
beforeAll(async () => {
  platform = await openTestPlatform()
  manager = managerOn(platform)
})
afterAll(() => platform.close())

interface Keyed {
  readonly key: string
}
const keysOf = (rows: readonly Keyed[]) => rows.map(({ key }) => key)

describe('a product', () => {
  it('is found by its key as by its id, and by nobody else', async () => {
    const { product_id: id } = platform.demo.products['cyber'] ?? { product_id: '' }
    const byKey = await manager.get('/manage/products/cyber')
    expect(byKey.statusCode).toBe(200)
    expect(byKey.json()).toEqual((await manager.get(`/manage/products/${id}`)).json())
    expect((await manager.get('/manage/products/cyber-')).statusCode).toBe(404)
  })

  it('filters what was sold by its key as by its id', async () => {
    const quoted = await sellerOn(platform, { product: 'bike' }).quote()
    expect(quoted.statusCode).toBe(200)
    const quotes = (await manager.get('/manage/quotes?product_id=bike')).json<unknown[]>()
    expect(quotes).toHaveLength(1)
    expect((await manager.get('/manage/quotes?product_id=cyber')).json()).toEqual([])
    expect((await manager.get('/manage/quotes?product_id=none')).json()).toEqual([])
  })

  it('lists items, plans and integrations in the order of its folder', async () => {
    const files = new Map(await readProductFolder(`${examples}bike`))
    const text = Buffer.from(files.get('product.yaml') ?? '').toString()
    const [, city = '', electric = ''] =
      /( {2}- key: city-bike\n.*\n)( {2}- key: e-bike\n.*\n)/.exec(text) ?? []
    const [, shop = '', partner = ''] =
      /( {2}- key: bike-shop\n(?: {4}.*\n)+)( {2}- key: partner\n(?: {4}.*\n)+)/.exec(text) ?? []
    const [, plan = ''] = /( {2}- key: once\n(?: {4}.*\n)+)/.exec(text) ?? []
    const turned = text
      .replace(/^key: bike$/m, 'key: turned-bike')
      .replace(city + electric, electric + city)
      .replace(shop + partner, partner + shop)
      .replace(plan, plan.replace('once', 'zebra') + plan + plan.replace('once', 'apple'))
    files.set('product.yaml', Buffer.from(turned))
    leaveMails(files) // They carry documents.
    // Cases, documents and the demo mean the first item where they name none.
    for (const path of files.keys())
      if (/^(tests\/|documents\/(?!logo)|demo)/.test(path)) files.delete(path)
    const pushed = await manager.push(files)
    expect(pushed.json()).toMatchObject({ is_new: true })
    const shown = (await manager.get('/manage/products/turned-bike')).json<
      Record<'items' | 'payment_plans' | 'integrations', Keyed[]>
    >()
    expect(keysOf(shown.items)).toEqual(['e-bike', 'city-bike'])
    expect(keysOf(shown.payment_plans)).toEqual(['zebra', 'once', 'apple', 'monthly'])
    expect(keysOf(shown.integrations)).toEqual(['partner', 'bike-shop'])
  })

  it('is priced with items of its folder, written as its test cases write them', async () => {
    const files = await readProductFolder(`${examples}cyber`)
    const { quote } = platform.demo.products['cyber'] ?? { quote: {} }
    const request = (reference: string) => ({
      files: encodeFiles(files),
      data: { ...quote, company: { dataset_item: reference } },
    })
    const priced = await manager.post('/manage/products/price', request('companies/C-0001'))
    expect(priced.json()).toMatchObject({ outcome: 'priced', steps: expect.any(Array) })
    const unknown = await manager.post('/manage/products/price', request('companies/nobody'))
    expect(unknown.statusCode).toBe(404)
    expect(unknown.json()).toMatchObject({
      message: 'The folder has no dataset item companies/nobody.',
    })
  })
})
