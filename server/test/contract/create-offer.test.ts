import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import { type Seller, madeOffer, offerMedia, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { testStart } from '../support/test-start.ts'
import { aMessage, answer, idOf, invalid, missing, refused, token, wrong } from './words.ts'

let platform: TestPlatform
let seller: Seller
beforeAll(async () => {
  platform = await openTestPlatform()
  seller = sellerOn(platform)
})
afterEach(() => platform.clock.set(testStart))
afterAll(() => platform.close())

const quoteToken = async (data: JsonObject = {}) =>
  (await seller.quote({ data })).json<{ token: string }>().token

interface Created {
  id: string
  insurer_policy_id: string
  _links: { assets: { offer: { href: string }; policy: { href: string } } }
}

describe('an offer', () => {
  it('answers with its id, its number, the payment token and the links, and with nothing else', async () => {
    const response = await seller.offer(await quoteToken())
    const { id } = response.json<Created>()
    const assets = (kind: string): unknown =>
      expect.stringMatching(
        new RegExp(`^http://bindery\\.test/policies/${kind}/${id}/assets\\?token=[0-9a-f]{64}$`),
      )
    expect(answer(response)).toStrictEqual({
      code: 200,
      body: {
        id: idOf('tpol'),
        insurer_policy_id: expect.stringMatching(/^CYB-[A-HJKMNP-Z2-9]{8}$/),
        payment_token: token,
        _links: {
          _self: { href: `http://bindery.test/policies/${id}` },
          assets: { offer: { href: assets('offers') }, policy: { href: assets('policies') } },
        },
      },
    })
    expect(id).toHaveLength(33)
  })

  it('can be made with the public key alone', async () => {
    const shop = sellerOn(platform, { publicKey: platform.demo.keys.test.public })
    const offer = await shop.offer(await quoteToken())
    expect(Object.keys(offer.json<Created>())).toStrictEqual([
      'id',
      'insurer_policy_id',
      'payment_token',
      '_links',
    ])
  })

  it('can be made more than once from one quote, each with an id and a number of its own', async () => {
    const quote = await quoteToken()
    const [first, second] = [await seller.offer(quote), await seller.offer(quote)]
    expect(second.statusCode).toBe(200)
    expect(first.json<Created>().id).not.toBe(second.json<Created>().id)
    expect(first.json<Created>().insurer_policy_id).not.toBe(
      second.json<Created>().insurer_policy_id,
    )
  })

  it('has asset links that lead to its documents, and nowhere with another token', async () => {
    const { _links: links } = (await seller.offer(await quoteToken())).json<Created>()
    for (const { href } of [links.assets.offer, links.assets.policy]) {
      const { pathname, search } = new URL(href)
      const accept = { accept: 'application/json' }
      const documents = await platform.app.inject({ url: pathname + search, headers: accept })
      expect(documents.statusCode).toBe(200)
      for (const query of ['', '?token=', `?token=${'0'.repeat(64)}`]) {
        const nothing = await platform.app.inject({ url: pathname + query, headers: accept })
        expect(answer(nothing)).toStrictEqual(refused(404, 'assets_not_found', aMessage))
      }
    }
  })

  it('says from when to when it covers, and that it does once it is paid and the first day has come', async () => {
    const quote = await seller.quote({ data: { policy_start_date: '2027-06-01' } })
    const days = { start_date: '2027-06-01', end_date: null }
    expect(quote.json()).toMatchObject({ cover: days })
    const { token } = quote.json<{ token: string }>()
    const offer = (await seller.offer(token)).json<Created & { payment_token: string }>()
    const coverNow = async () => {
      const { pathname, search } = new URL(offer._links.assets.policy.href)
      const accept = { accept: 'application/json' }
      const list = await platform.app.inject({ url: pathname + search, headers: accept })
      return list.json<{ cover: object }>().cover
    }
    await seller.pay(offer)
    expect(await coverNow()).toEqual({ ...days, in_force: false })
    // Midnight in Berlin, where the product is sold.
    platform.clock.set(Temporal.Instant.from('2027-05-31T21:59:59Z'))
    expect(await coverNow()).toMatchObject({ in_force: false })
    platform.clock.set(Temporal.Instant.from('2027-05-31T22:00:00Z'))
    expect(await coverNow()).toMatchObject({ in_force: true })
  })

  it('keeps whole dataset items where the policy data names them', async () => {
    const item = platform.demo.products['cyber']?.dataset_item ?? ''
    const policy = platform.demo.products['cyber']?.policy['data'] as JsonObject // It is an object.
    const { id } = await madeOffer(seller, { offer: { data: { ...policy, supplier: item } } })
    const { data } = (await seller.get(`/offers/${id}`)).json<{ data: { supplier: JsonObject } }>()
    expect(data.supplier).toMatchObject({ industry_code: 'professional_services' })
  })
})

describe('an offer is refused with 400', () => {
  it.each(['x', '0'.repeat(76), 'f'.repeat(500)])('for the quote token %s', async (given) => {
    expect(answer(await seller.offer(given))).toStrictEqual(
      refused(400, 'unknown_quote_token', 'The quote token is invalid.'),
    )
  })

  it('for a quote token with one digit changed', async () => {
    const quote = await quoteToken()
    const forged = quote.slice(0, -1) + (quote.endsWith('0') ? '1' : '0')
    expect(answer(await seller.offer(forged))).toStrictEqual(
      refused(400, 'unknown_quote_token', 'The quote token is invalid.'),
    )
  })

  it('when the quote is 30 days old, and not a second earlier', async () => {
    const quote = await quoteToken()
    platform.clock.set(testStart.add({ hours: 30 * 24 }).subtract({ seconds: 1 }))
    expect((await seller.offer(quote)).statusCode).toBe(200)
    platform.clock.advance({ seconds: 1 })
    expect(answer(await seller.offer(quote))).toStrictEqual(
      refused(400, 'expired_quote_token', expect.stringContaining('quote token is invalid')),
    )
  })

  it('when the quote is 14 days old, where the product says so', async () => {
    const bikes = sellerOn(platform, { product: 'bike' })
    const { token: quote } = (await bikes.quote()).json<{ token: string }>()
    platform.clock.set(testStart.add({ hours: 14 * 24 }).subtract({ seconds: 1 }))
    expect((await bikes.offer(quote)).statusCode).toBe(200)
    platform.clock.advance({ seconds: 1 })
    expect((await bikes.offer(quote)).statusCode).toBe(400)
  })

  it('when the quoted start of cover has meanwhile passed', async () => {
    const quote = await quoteToken({ policy_start_date: '2027-03-02' })
    platform.clock.advance({ days: 1 })
    expect(answer(await seller.offer(quote))).toStrictEqual(
      refused(400, 'overtaken_quote_token', expect.stringContaining('policy_start_date')),
    )
  })

  it('for a language that the product does not speak', async () => {
    const offer = await seller.offer(await quoteToken(), { language: 'fr' })
    expect(answer(offer)).toStrictEqual(
      refused(
        400,
        'unsupported_language',
        'The language fr is not supported. This product supports en, de.',
      ),
    )
  })

  it('and every member that the body lacks', async () => {
    const offer = await seller.post('/policies', {}, { accept: offerMedia })
    expect(answer(offer)).toStrictEqual(
      invalid(
        missing('first_name'),
        missing('last_name'),
        missing('email'),
        missing('language'),
        missing('data'),
        missing('quote_token'),
      ),
    )
  })

  it('and all failing fields at once: of the body, then of the product in its order', async () => {
    const offer = await seller.offer(await quoteToken(), {
      first_name: '',
      last_name: 5,
      email: 'nobody',
      language: 7,
      media: {},
      sales_lead_id: 3,
      data: { salutation: 'dr', phone: '1', terms_accepted: false, previous_cyber_losses: true },
    })
    const inData = (field: string) => missing(field, 'data')
    expect(answer(offer)).toStrictEqual(
      invalid(
        wrong('language', 'string'),
        wrong('media', 'array'),
        wrong('sales_lead_id', 'string'),
        missing('first_name'),
        wrong('last_name', 'string'),
        wrong('email', 'email'),
        wrong('salutation', 'in', 'data'),
        wrong('phone', 'phone_number', 'data'),
        inData('company_name'),
        inData('legal_form'),
        inData('company_street'),
        inData('company_house_number'),
        inData('company_zip'),
        inData('company_city'),
        { ...inData('previous_losses_count'), rules: ['required_if'] },
        wrong('terms_accepted', 'required_true', 'data'),
      ),
    )
  })

  it('for a dataset item that does not exist, anywhere in the policy data', async () => {
    const policy = platform.demo.products['cyber']?.policy['data'] as JsonObject // It is an object.
    const data = { ...policy, supplier: `dai_${'0'.repeat(28)}` }
    expect(answer(await seller.offer(await quoteToken(), { data }))).toMatchObject({
      code: 400,
      body: { errors: [{ code: 'invalid_value', field: 'supplier', path: 'data' }] },
    })
  })

  it.each(['distributor_traffic_source', 'referrer_url', 'sales_lead_id'])(
    'for a %s of more than 2000 characters',
    async (member) => {
      const quote = await quoteToken()
      const longest = await seller.offer(quote, { [member]: 'x'.repeat(2000) })
      expect(longest.statusCode).toBe(200)
      const longer = await seller.offer(quote, { [member]: 'x'.repeat(2001) })
      expect(answer(longer)).toStrictEqual(invalid(wrong(member, 'max')))
    },
  )

  it('but not for optional members that are null', async () => {
    const offer = await seller.offer(await quoteToken(), {
      sensitive_data: null,
      metadata: null,
      media: null,
      distributor_traffic_source: null,
      referrer_url: null,
      sales_lead_id: null,
    })
    expect(offer.statusCode).toBe(200)
    const { id } = offer.json<Created>()
    expect((await seller.get(`/offers/${id}`)).json()).toMatchObject({
      metadata: {},
      media: [],
      contains_sensitive_data: false,
    })
  })
})
