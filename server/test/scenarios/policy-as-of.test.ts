import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import { type Seller, madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { managerOn } from '../builders/manager.ts'
import { answer, invalid, refused, textAt, wrong } from '../contract/words.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { testStart } from '../support/test-start.ts'

let platform: TestPlatform
let insurer: Seller
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  insurer = sellerOn(platform, { product: 'bike', secretKey: platform.demo.insurer.test.secret })
})
afterEach(() => platform.clock.set(testStart))
afterAll(() => platform.close())

const at = (moment: string) => platform.clock.set(Temporal.Instant.from(moment))
const view = (id: string, query: Record<string, string> = {}, by = insurer) =>
  by.get(`/policies/${id}?${new URLSearchParams(query)}`)
const viewed = async (id: string, query?: Record<string, string>) => {
  const response = await view(id, query)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<JsonObject & { data: JsonObject }>()
}
const cityOn = async (id: string, query: Record<string, string>) =>
  (await viewed(id, query)).data['city']

/** Sold on 1 March 2027 for a year from 1 April on, in Lausanne. */
const sold = () => soldPolicy(insurer, { quote: { data: { start_date: '2027-04-01' } } })

async function carriedOut(
  id: string,
  action: 'endorse' | 'cancel',
  body: JsonObject,
): Promise<string> {
  const version = textAt(await viewed(id), 'version_id')
  const response = await insurer[action](id, version, body)
  expect(response.statusCode, response.body).toBe(202)
  await platform.runDue()
  return textAt(await viewed(id), 'version_id')
}

describe('a policy as of a day', () => {
  it('says what holds then: before the first day the first, after the last the last', async () => {
    const { id } = await sold()
    await carriedOut(id, 'endorse', { data: { city: 'Basel' }, effective_date: '2027-05-01' })
    await carriedOut(id, 'endorse', { data: { city: 'Bern' }, effective_date: '2027-09-15' })
    const cities = await Promise.all(
      ['2020-01-01', '2027-04-30', '2027-05-01', '2027-09-14', '2027-09-15', '2040-01-01'].map(
        (as_of) => cityOn(id, { as_of }),
      ),
    )
    expect(cities).toEqual(['Lausanne', 'Lausanne', 'Basel', 'Basel', 'Bern', 'Bern'])
    expect(await viewed(id, { as_of: '2028-03-31' })).toMatchObject({
      status: 'paid',
      expired: false,
    })
    expect(await viewed(id, { as_of: '2028-04-01' })).toMatchObject({
      status: 'expired',
      expired: true,
    })
  })

  it('of today is the policy as it is, without what a policy transaction needs', async () => {
    const { id } = await sold()
    await carriedOut(id, 'endorse', { data: { city: 'Basel' }, effective_date: '2027-05-01' })
    at('2027-06-10T12:00:00Z')
    const now = await view(id)
    const today = await view(id, { as_of: '2027-06-10' })
    const {
      endorsement: _,
      cancel: __,
      renewal: ___,
      preview: ____,
      withdraw: _____,
      ...links
    } = now.json<{ _links: JsonObject }>()._links
    // Transactions start from the current policy, so no other view links to them.
    expect(today.json()).toEqual({ ...now.json<JsonObject>(), _links: links })
    expect(now.headers.etag).toBe(`"${textAt(now.json<JsonObject>(), 'version_id')}"`)
    expect(today.headers.etag).toBeUndefined()
  })

  it('is found in lists as it is, also before any job has come by', async () => {
    const { id } = await sold()
    await carriedOut(id, 'endorse', { email: 'new@example.com', effective_date: '2027-05-01' })
    const listed = async () =>
      (await managerOn(platform).get(`/manage/policies?id=${id}`)).json<JsonObject[]>()
    at('2027-04-30T21:59:59Z')
    expect(await listed()).toMatchObject([{ email: 'luc.favre@example.com' }])
    at('2027-04-30T22:00:00Z')
    expect(await listed()).toMatchObject([{ email: 'new@example.com' }])
  })
})

describe('a policy as it was known at a moment', () => {
  it('knows nothing that was requested later', async () => {
    const { id, version_id: first } = await sold()
    at('2027-04-10T12:00:00Z')
    const second = await carriedOut(id, 'endorse', {
      data: { city: 'Basel' },
      effective_date: '2027-05-01',
    })
    at('2027-05-20T12:00:00Z')
    // A correction: Bern from a day that has been.
    const third = await carriedOut(id, 'endorse', {
      data: { city: 'Bern' },
      effective_date: '2027-05-10',
    })
    const known = async (known_at: string, as_of: string) => {
      const { version_id, data } = await viewed(id, { known_at, as_of })
      return [version_id, data['city']]
    }
    expect(await known('2027-04-10T11:59:59Z', '2027-05-15')).toEqual([first, 'Lausanne'])
    expect(await known('2027-04-10T12:00:00Z', '2027-05-15')).toEqual([second, 'Basel'])
    expect(await known('2027-05-20T11:59:59Z', '2027-05-15')).toEqual([second, 'Basel'])
    expect(await known('2027-05-20T12:00:00Z', '2027-05-15')).toEqual([third, 'Bern'])
    expect(await known('2027-05-20T12:00:00Z', '2027-05-05')).toEqual([third, 'Basel'])
    // Without a day it is that of the moment.
    expect(await cityOn(id, { known_at: '2027-05-02T12:00:00+02:00' })).toBe('Basel')
  })

  it('was an offer before it was paid for, and not cancelled before it was', async () => {
    const offer = await madeOffer(insurer, { quote: { data: { start_date: '2027-04-01' } } })
    at('2027-03-02T12:00:00Z')
    await insurer.pay(offer)
    at('2027-06-01T12:00:00Z')
    await carriedOut(offer.id, 'cancel', { termination_date: '2027-06-30' })
    const known = (known_at: string) => viewed(offer.id, { known_at })
    expect(await known('2027-03-02T11:00:00Z')).toMatchObject({
      status: 'ready',
      accepted_at: null,
    })
    const before = { status: 'paid', termination_date: null, cancelled_by: '', cancelled_at: null }
    expect(await known('2027-05-31T12:00:00Z')).toMatchObject(before)
    expect(await known('2027-06-01T12:00:00Z')).toMatchObject({
      status: 'cancelled',
      termination_date: '2027-06-30T21:59:59+00:00',
      cancellation_reason: 'The customer moved.',
      cancelled_by: 'insurer',
      cancelled_at: '2027-06-01T12:00:00+00:00',
    })
  })

  it('was not there before it was offered, nor is what will be known known yet', async () => {
    const { id } = await sold()
    expect(answer(await view(id, { known_at: '2027-02-28T12:00:00Z' }))).toEqual(
      refused(404, 'policy_not_found', `Policy ${id} was not found.`),
    )
    expect(answer(await view(id, { known_at: '2027-03-01T09:00:01Z', as_of: 'now' }))).toEqual(
      invalid(wrong('as_of', 'iso_date'), {
        ...wrong('known_at', 'before_or_equal'),
        params: { before_or_equal: ['2027-03-01T09:00:00+00:00'] },
      }),
    )
    expect(answer(await view(id, { known_at: '2027-02-30T12:00:00Z' }))).toEqual(
      invalid(wrong('known_at', 'iso_datetime')),
    )
  })
})

it('a public key sees a policy only as it is', async () => {
  const { id } = await sold()
  const customer = sellerOn(platform, { publicKey: platform.demo.keys.test.public })
  expect((await view(id, { as_of: '2027-05-01' }, customer)).statusCode).toBe(401)
  expect((await view(id, { known_at: '2027-03-01T09:00:00Z' }, customer)).statusCode).toBe(401)
  expect((await view(id, {}, customer)).statusCode).toBe(200)
})

describe('the links of a policy', () => {
  const linksOf = async (id: string, by: Seller) => {
    const { _links } = (await by.get(`/policies/${id}`)).json<{ _links: JsonObject }>()
    const { _self, distributor: _, item: __, touchpoint: ___, ...transactions } = _links
    return transactions
  }
  const at = (id: string, path = '') => ({
    href: expect.stringMatching(new RegExp(`/policies/${id}${path}$`)),
    method: path === '' ? 'PATCH' : 'POST',
  })

  /** Every transaction that is allowed can be previewed. */
  const looked = (id: string) => ({ preview: at(id, '/previews') })

  it('name the transactions that are allowed now, and for whom', async () => {
    const cyber = sellerOn(platform)
    const offer = await madeOffer(cyber)
    expect(await linksOf(offer.id, cyber)).toEqual({})
    await cyber.pay(offer)
    // Nobody knows that its documents arrived.
    const withdrawal = (one: string) => ({ withdraw: at(one, '/withdraw') })
    const renewal = (one: string) => ({ renewal: { href: at(one, '/renewal').href } })
    const open = {
      endorsement: at(offer.id),
      cancel: at(offer.id, '/cancel'),
      ...withdrawal(offer.id),
      ...renewal(offer.id),
      ...looked(offer.id),
    }
    expect(await linksOf(offer.id, cyber)).toEqual(open)
    // The bicycle's policies are changed by their insurer alone.
    const { id, version_id: version } = await sold()
    const broker = sellerOn(platform, { product: 'bike' })
    expect(await linksOf(id, broker)).toEqual({
      cancel: at(id, '/cancel'),
      ...withdrawal(id),
      ...renewal(id),
      ...looked(id),
    })
    expect(await linksOf(id, insurer)).toEqual({
      endorsement: at(id),
      cancel: at(id, '/cancel'),
      ...withdrawal(id),
      ...renewal(id),
      ...looked(id),
    })
    await insurer.cancel(id, version, { termination_date: '2027-06-30' })
    expect(await linksOf(id, insurer)).toEqual({})
    await platform.runDue()
    // Until its last day is over it is in force.
    expect(await linksOf(id, broker)).toEqual({
      move_end: at(id, '/move-end'),
      ...withdrawal(id),
      ...looked(id),
    })
    expect(await linksOf(id, insurer)).toEqual({
      endorsement: at(id),
      move_end: at(id, '/move-end'),
      reactivate: at(id, '/reactivate'),
      ...withdrawal(id),
      ...looked(id),
    })
    // The product gives 30 days.
    platform.clock.set(Temporal.Instant.from('2027-07-30T21:59:59Z'))
    expect(await linksOf(id, insurer)).toEqual({
      reactivate: at(id, '/reactivate'),
      ...withdrawal(id),
      ...looked(id),
    })
    platform.clock.set(Temporal.Instant.from('2027-07-30T22:00:00Z'))
    expect(await linksOf(id, insurer)).toEqual({ ...withdrawal(id), ...looked(id) })
  })
})
