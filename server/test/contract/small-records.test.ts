import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoAccount, foreignInsurer, newKey } from '../builders/credentials.ts'
import { type Seller, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { answer, refused } from './words.ts'

let platform: TestPlatform
let seller: Seller
beforeAll(async () => {
  platform = await openTestPlatform()
  seller = sellerOn(platform)
})
afterAll(() => platform.close())

/** The small records of a sale, by path, with what they must say. */
async function records(): Promise<
  { path: string; id: string; name: string; what: string; code: string }[]
> {
  const { id } = await demoAccount(platform, 'alpine-brokers')
  const demo = platform.demo.products['cyber']
  const item = demo?.item_id ?? ''
  const touchpoint = demo?.integration_id ?? ''
  return [
    {
      path: `/distributors/${id}`,
      id,
      name: 'Alpine Brokers',
      what: 'Distributor',
      code: 'distributor_not_found',
    },
    {
      path: `/items/${item}`,
      id: item,
      name: 'Cyber Protect',
      what: 'Item',
      code: 'item_record_not_found',
    },
    {
      path: `/touchpoints/${touchpoint}`,
      id: touchpoint,
      name: 'Alpine Brokers web shop',
      what: 'Touchpoint',
      code: 'touchpoint_not_found',
    },
  ]
}

describe('the links of a policy', () => {
  it('all lead somewhere', async () => {
    const policy = await soldPolicy(seller)
    for (const view of [`/policies/${policy.id}`, `/offers/${policy.id}`]) {
      const { _links: links } = (await seller.get(view)).json<{
        _links: Record<string, { href: string; method?: 'POST' | 'PATCH' }>
      }>()
      for (const { href, method = 'GET' } of Object.values(links)) {
        const url = new URL(href).pathname
        const headers = { authorization: `Bearer ${platform.demo.keys.test.secret}` }
        const { statusCode } = await platform.app.inject({ method, url, headers })
        // An empty request is refused, but the policy was found.
        expect({ href, found: statusCode !== 404, isRead: statusCode === 200 }).toEqual({
          href,
          found: true,
          isRead: method === 'GET',
        })
      }
    }
  })
})

describe('a small record', () => {
  it.each([
    ['the distributor', () => platform.demo.keys.test.secret],
    ['the distributor in earnest', () => platform.demo.keys.live.secret],
    ['the insurer', () => platform.demo.insurer.test.secret],
  ])('shows %s an id and a name, and nothing else', async (_who, secretKey) => {
    const reader = sellerOn(platform, { secretKey: secretKey() })
    for (const { path, id, name } of await records()) {
      expect(answer(await reader.get(path))).toStrictEqual({ code: 200, body: { id, name } })
    }
  })

  it('of an item is shown to the sellers of the product; of a distributor or touchpoint only to itself', async () => {
    const other = sellerOn(platform, { secretKey: platform.demo.other.test.secret })
    for (const { path, id, name, what, code } of await records()) {
      expect(answer(await other.get(path))).toStrictEqual(
        what === 'Item'
          ? { code: 200, body: { id, name } }
          : refused(404, code, `${what} ${id} was not found.`),
      )
    }
  })

  it('does not exist for an insurer who has nothing to do with it: 404 that names it', async () => {
    const { key } = await newKey(platform, await foreignInsurer(platform))
    const stranger = sellerOn(platform, { secretKey: key })
    for (const { path, id, what, code } of await records()) {
      expect(answer(await stranger.get(path))).toStrictEqual(
        refused(404, code, `${what} ${id} was not found.`),
      )
    }
  })

  it.each(['nonsense', '%00', '0'.repeat(28)])('with the id %s does not exist', async (id) => {
    for (const { path, what, code } of await records()) {
      const parent = path.slice(0, path.lastIndexOf('/'))
      expect(answer(await seller.get(`${parent}/${id}`))).toStrictEqual(
        refused(404, code, `${what} ${decodeURIComponent(id)} was not found.`),
      )
    }
  })

  it('is not shown to a public key: 401', async () => {
    const shop = sellerOn(platform, { publicKey: platform.demo.keys.test.public })
    for (const { path } of await records()) {
      expect(answer(await shop.get(path))).toStrictEqual(
        refused(401, 'secret_key_required', expect.stringMatching(/^Authentication is required/)),
      )
    }
  })
})
