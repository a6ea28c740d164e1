import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import { type Seller, madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { testStart } from '../support/test-start.ts'
import { answer, idOf, quoteOfCyber, refused, textAt } from './words.ts'

let platform: TestPlatform
let seller: Seller
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  seller = sellerOn(platform)
})
afterEach(() => platform.clock.set(testStart))
afterAll(() => platform.close())

const viewed = async (id: string) => (await seller.get(`/offers/${id}`)).json<JsonObject>()

describe('an offer, viewed', () => {
  it('shows every field of the contract, as it was sent and decided, and no other', async () => {
    const sent = {
      metadata: { campaign: 'spring', nested: { a: [1, null] } },
      media: [{ kind: 'photo', url: 'https://example.com/1.jpg' }],
      distributor_traffic_source: 'newsletter',
      referrer_url: 'https://shop.alpine-brokers.example/cyber?x=1',
    }
    const offer = await madeOffer(seller, { offer: { ...sent, sensitive_data: { iban: 'DE1' } } })
    const demo = platform.demo.products['cyber']
    const response = await seller.get(`/offers/${offer.id}`)
    expect(answer(response)).toStrictEqual({
      code: 200,
      body: {
        ...sent,
        id: offer.id,
        version_id: idOf('tpv'),
        distributor_id: idOf('acc'),
        insurer_id: idOf('acc'),
        item_id: demo?.item_id,
        product_version_id: idOf('prv'),
        touchpoint_id: demo?.integration_id,
        product_id: demo?.product_id,
        integration_version_id: idOf('inv'),
        subscription_plan_id: demo?.subscription_plan_id,
        insurer_policy_id: expect.stringMatching(/^CYB-/),
        first_name: 'Hanna',
        last_name: 'Brandt',
        email: 'hanna.brandt@example.com',
        currency: 'eur',
        language: 'en',
        flow: 'standard',
        status: 'ready',
        quote: quoteOfCyber(platform),
        data: demo?.policy['data'],
        assets: expect.any(Array),
        cancellation_reason: null,
        cancelled_by: '',
        cancelled_at: null,
        payment_token: offer.payment_token,
        whitelisted_referrer_url: 'https://shop.alpine-brokers.example',
        linked_policy_id: null,
        customer_id: idOf('tcu'),
        accepted_at: null,
        created_at: '2027-03-01T09:00:00+00:00',
        contains_sensitive_data: true,
        is_version_assembled: true,
        _links: {
          _self: { href: `http://bindery.test/offers/${offer.id}` },
          item: { href: `http://bindery.test/items/${demo?.item_id}` },
          touchpoint: { href: `http://bindery.test/touchpoints/${demo?.integration_id}` },
        },
      },
    })
  })

  it('shows null, an empty object or an empty list for what was not sent', async () => {
    expect(await viewed((await madeOffer(seller)).id)).toMatchObject({
      metadata: {},
      media: [],
      distributor_traffic_source: null,
      referrer_url: null,
      whitelisted_referrer_url: null,
      contains_sensitive_data: false,
    })
  })

  it('names no allowed origin for a referrer that is none of them', async () => {
    const referrer = { referrer_url: 'https://shop.alpine-brokers.example.evil.test/' }
    const offer = await madeOffer(seller, { offer: referrer })
    expect(await viewed(offer.id)).toMatchObject({ ...referrer, whitelisted_referrer_url: null })
  })

  it('carries its version as ETag', async () => {
    const offer = await madeOffer(seller)
    const response = await seller.get(`/offers/${offer.id}`)
    expect(response.headers['etag']).toBe(`"${textAt(response.json(), 'version_id')}"`)
  })

  it("keeps the customer's answers as they were sent, where the policy has the whole item", async () => {
    const company = platform.demo.products['cyber']?.dataset_item ?? ''
    const offer = await madeOffer(seller, { quote: { data: { company } } })
    expect(await viewed(offer.id)).toMatchObject({ quote: { customer_input: { company } } })
  })

  it('is shown to the insurer as well', async () => {
    const offer = await madeOffer(seller)
    const insurer = sellerOn(platform, { secretKey: platform.demo.insurer.test.secret })
    expect((await insurer.get(`/offers/${offer.id}`)).json()).toStrictEqual(await viewed(offer.id))
  })
})

describe('the status of an offer', () => {
  it('is accepted, with the moment, from when a payment was started', async () => {
    const offer = await madeOffer(seller)
    platform.clock.advance({ hours: 1 })
    await seller.pay(offer, card('pending'))
    expect(await viewed(offer.id)).toMatchObject({
      status: 'accepted',
      accepted_at: '2027-03-01T10:00:00+00:00',
    })
  })

  it('is ready again when the payment failed', async () => {
    const offer = await madeOffer(seller)
    await seller.pay(offer, card('failed'))
    expect(await viewed(offer.id)).toMatchObject({ status: 'ready', accepted_at: null })
  })

  it('is paid once it is a policy', async () => {
    const policy = await soldPolicy(seller)
    expect(await viewed(policy.id)).toMatchObject({
      status: 'paid',
      accepted_at: '2027-03-01T09:00:00+00:00',
    })
  })

  it('is expired after the days for which the product holds it, and not a second earlier', async () => {
    const offer = await madeOffer(seller)
    platform.clock.set(testStart.add({ hours: 30 * 24 }).subtract({ seconds: 1 }))
    expect(await viewed(offer.id)).toMatchObject({ status: 'ready' })
    platform.clock.advance({ seconds: 1 })
    expect(await viewed(offer.id)).toMatchObject({ status: 'expired' })
  })

  it('is cancelled with its policy, and says why, by whom and when', async () => {
    const policy = await soldPolicy(seller)
    await seller.cancel(policy.id, policy.version_id, { cancellation_reason: 'Sold the company.' })
    expect(await viewed(policy.id)).toMatchObject({ status: 'paid', is_version_assembled: false })
    platform.clock.advance({ minutes: 1 })
    await platform.runDue()
    expect(await viewed(policy.id)).toMatchObject({
      status: 'cancelled',
      cancellation_reason: 'Sold the company.',
      cancelled_by: 'distributor',
      cancelled_at: '2027-03-01T09:01:00+00:00',
      is_version_assembled: true,
    })
  })
})

describe('an offer is not shown', () => {
  it.each([`tpol_${'0'.repeat(28)}`, 'tpol_1', 'nonsense', '%00'])(
    'when there is none with the id %s: 404 with the id',
    async (id) => {
      const named = decodeURIComponent(id)
      const response = await seller.get(`/offers/${id}`)
      expect(answer(response)).toStrictEqual(
        refused(404, 'offer_not_found', `Offer ${named} was not found.`),
      )
    },
  )

  it('to another distributor: 403, and the body has only the status', async () => {
    const offer = await madeOffer(seller)
    const other = sellerOn(platform, { secretKey: platform.demo.other.test.secret })
    expect(answer(await other.get(`/offers/${offer.id}`))).toStrictEqual({
      code: 403,
      body: { status: 'Forbidden' },
    })
  })

  it('to a public key: 401, and the message says that authentication is required', async () => {
    const offer = await madeOffer(seller)
    const shop = sellerOn(platform, { publicKey: platform.demo.keys.test.public })
    expect(answer(await shop.get(`/offers/${offer.id}`))).toStrictEqual(
      refused(401, 'secret_key_required', expect.stringMatching(/^Authentication is required/)),
    )
  })

  it('to a live key, for which a test offer does not exist: 404', async () => {
    const offer = await madeOffer(seller)
    const live = sellerOn(platform, { secretKey: platform.demo.keys.live.secret })
    expect(answer(await live.get(`/offers/${offer.id}`))).toStrictEqual(
      refused(404, 'offer_not_found', `Offer ${offer.id} was not found.`),
    )
  })
})

function card(outcome: string): JsonObject {
  return { provider: 'sandbox', method: 'card', sandbox: { outcome } }
}
