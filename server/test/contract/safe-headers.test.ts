import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { madeOffer, offerAssets, sellerOn, soldPolicy } from '../builders/sale.ts'
import { managerOn } from '../builders/manager.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { routesOf } from '../support/routes.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

const get = (url: string, headers = {}) => platform.app.inject({ url, headers })

describe('what no cache may keep', () => {
  it.each([
    ['a policy', async () => sellerOn(platform).get(`/policies/${(await sold()).id}`)],
    ['an offer', async () => sellerOn(platform).get(`/offers/${(await sold()).id}`)],
    ['a payment', async () => sellerOn(platform).get(`/payments/${(await sold()).payment_id}`)],
    ['the portfolio', () => managerOn(platform).get('/manage/policies')],
    ['a new key', () => managerOn(platform).post('/manage/keys', newKey)],
    ['a quote', () => sellerOn(platform).quote()],
    ['a refusal', () => get('/policies/tpol_1')],
    ['an unknown address', () => get('/nothing')],
    ['an address that cannot be read', () => get('/offers/%E0%A4%A')],
    ['the metrics', () => get('/metrics')],
  ])('is %s', async (_what, ask) => {
    expect((await ask()).headers['cache-control']).toBe('no-store')
  })

  it('is a list of documents, and the documents themselves', async () => {
    const list = await get(offerAssets(await madeOffer(sellerOn(platform))))
    expect(list.headers['cache-control']).toBe('private, no-store')
    const [document] = list.json<{ documents: { href: string }[] }>().documents
    expect((await get(document?.href ?? '')).headers['cache-control']).toBe('private, no-store')
  })

  it('is a locked dataset, and a public one that is refused', async () => {
    const found = await managerOn(platform).get('/manage/datasets')
    const datasets = found.json<{ id: string; access: string }[]>()
    const shown = datasets.find(({ access }) => access === 'public')
    expect((await get(`/datasets/${shown?.id}`)).headers['cache-control']).toMatch(/^public/)
    const refused = await get(`/datasets/${shown?.id}/dataset_items?language=xx`)
    expect(refused.statusCode).toBe(400)
    expect(refused.headers['cache-control']).toBe('no-store')
  })
})

it.each(['/offers/%E0%A4%A', `/offers/${'x'.repeat(2_000)}`, '/nothing'])(
  'so does the answer where there is no route: %s',
  async (url) => {
    expect((await get(url)).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
  },
)

it('every answer of every route forbids guessing its type and passing on its address', async () => {
  for (const route of routesOf(platform.app)) {
    const [method = '', path = ''] = route.split(' ', 2)
    const answered = await platform.app.inject({
      method: method as 'GET', // One of those that the server itself names.
      url: path.replaceAll('*', 'x').replaceAll(/:\w+/g, 'x'),
    })
    expect(answered.headers, route).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-request-id': expect.any(String),
      'cache-control': expect.any(String),
    })
  }
})

const newKey = { kind: 'secret', livemode: false, name: 'for a test' }
const sold = () => soldPolicy(sellerOn(platform))
