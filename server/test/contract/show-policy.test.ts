import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import { type Seller, madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { testStart } from '../support/test-start.ts'
import { answer, idOf, quoteOfCyber, refused, textAt } from './words.ts'

let platform: TestPlatform
let seller: Seller
let shop: Seller
let bikeSeller: Seller
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  seller = sellerOn(platform)
  shop = sellerOn(platform, { publicKey: platform.demo.keys.test.public })
  bikeSeller = sellerOn(platform, { product: 'bike' })
})
afterEach(() => platform.clock.set(testStart))
afterAll(() => platform.close())

const viewed = async (id: string) => (await seller.get(`/policies/${id}`)).json<JsonObject>()

describe('a policy, viewed with a secret key', () => {
  it('shows every field of the contract, and the state of cover', async () => {
    const sent = {
      metadata: { campaign: 'spring' },
      media: ['a', 1],
      distributor_traffic_source: 'newsletter',
      referrer_url: 'http://localhost:3000/buy',
      sales_lead_id: 'lead-77',
    }
    const policy = await soldPolicy(seller, { offer: sent })
    const demo = platform.demo.products['cyber']
    const response = await seller.get(`/policies/${policy.id}`)
    const distributorId = textAt(response.json(), 'distributor_id')
    expect(answer(response)).toStrictEqual({
      code: 200,
      body: {
        ...sent,
        id: policy.id,
        version_id: policy.version_id,
        distributor_id: idOf('acc'),
        distributor_key: 'alpine-brokers',
        touchpoint_id: demo?.integration_id,
        item_id: demo?.item_id,
        product_id: demo?.product_id,
        product_version_id: idOf('prv'),
        integration_version_id: idOf('inv'),
        insurer_policy_id: expect.stringMatching(/^CYB-/),
        insurer_external_policy_id: '',
        first_name: 'Hanna',
        last_name: 'Brandt',
        email: 'hanna.brandt@example.com',
        currency: 'eur',
        language: 'en',
        expired: false,
        policy_created_date: '2027-03-01T09:00:00+00:00',
        start_date: '2027-06-28T22:00:00+00:00',
        end_date: null,
        termination_date: null,
        status: 'paid',
        cover: { state: 'not_begun', first_day: null, last_day: '2027-06-28' },
        data: { ...(demo?.policy['data'] as JsonObject), payment_metadata: [] }, // It is an object.
        quote: quoteOfCyber(platform),
        cancellation_reason: null,
        cancellation_kind: null,
        cancellation_reason_code: null,
        cancelled_by: '',
        cancelled_at: null,
        assets: expect.any(Array),
        is_locked: false,
        localized_dates: {
          policy_created_date: '2027-03-01T10:00:00+01:00',
          start_date: '2027-06-29T00:00:00+02:00',
          end_date: null,
          termination_date: null,
          time_zone: 'Europe/Berlin',
        },
        contains_sensitive_data: false,
        insurer_id: idOf('acc'),
        subscription_plan_id: demo?.subscription_plan_id,
        flow: 'standard',
        payment_token: policy.payment_token,
        whitelisted_referrer_url: 'http://localhost:3000',
        linked_policy_id: null,
        customer_id: idOf('tcu'),
        accepted_at: '2027-03-01T09:00:00+00:00',
        created_at: '2027-03-01T09:00:00+00:00',
        is_version_assembled: true,
        _links: {
          _self: { href: `http://bindery.test/policies/${policy.id}` },
          distributor: { href: `http://bindery.test/distributors/${distributorId}` },
          item: { href: `http://bindery.test/items/${demo?.item_id}` },
          touchpoint: { href: `http://bindery.test/touchpoints/${demo?.integration_id}` },
          endorsement: { href: `http://bindery.test/policies/${policy.id}`, method: 'PATCH' },
          cancel: {
            href: `http://bindery.test/policies/${policy.id}/cancel`,
            method: 'POST',
          },
          withdraw: {
            href: `http://bindery.test/policies/${policy.id}/withdraw`,
            method: 'POST',
          },
          preview: {
            href: `http://bindery.test/policies/${policy.id}/previews`,
            method: 'POST',
          },
          renewal: { href: `http://bindery.test/policies/${policy.id}/renewal` },
        },
      },
    })
  })

  it('carries its version as ETag', async () => {
    const policy = await soldPolicy(seller)
    const response = await seller.get(`/policies/${policy.id}`)
    expect(response.headers['etag']).toBe(`"${policy.version_id}"`)
  })

  it('is the same for the insurer', async () => {
    const policy = await soldPolicy(seller)
    const insurer = sellerOn(platform, { secretKey: platform.demo.insurer.test.secret })
    expect((await insurer.get(`/policies/${policy.id}`)).json()).toStrictEqual(
      await viewed(policy.id),
    )
  })

  it('is there before it is paid: ready, and created when the offer was made', async () => {
    const offer = await madeOffer(seller)
    platform.clock.advance({ days: 1 })
    expect(await viewed(offer.id)).toMatchObject({
      status: 'ready',
      accepted_at: null,
      policy_created_date: '2027-03-01T09:00:00+00:00',
    })
    await seller.pay(offer)
    expect(await viewed(offer.id)).toMatchObject({
      status: 'paid',
      created_at: '2027-03-01T09:00:00+00:00',
      accepted_at: '2027-03-02T09:00:00+00:00',
      policy_created_date: '2027-03-02T09:00:00+00:00',
    })
  })

  it('says livemode of a sale in earnest', async () => {
    const live = sellerOn(platform, { secretKey: platform.demo.keys.live.secret })
    const policy = await soldPolicy(live)
    expect((await live.get(`/policies/${policy.id}`)).json()).toMatchObject({
      id: idOf('tpol'),
      quote: { livemode: true },
    })
  })
})

describe('a policy, viewed with a public key', () => {
  it('shows five fields and no other, and no version', async () => {
    const policy = await soldPolicy(seller, { offer: { sensitive_data: { iban: 'DE1' } } })
    const response = await shop.get(`/policies/${policy.id}`)
    expect(answer(response)).toStrictEqual({
      code: 200,
      body: {
        id: policy.id,
        insurer_policy_id: expect.stringMatching(/^CYB-/),
        insurer_external_policy_id: '',
        status: 'paid',
        _links: { _self: { href: `http://bindery.test/policies/${policy.id}` } },
      },
    })
    expect(response.headers).not.toHaveProperty('etag')
  })
})

describe('the number that the insurer gave a policy in its own system', () => {
  it('is an empty text until there is one, and then shown to every key', async () => {
    const { id } = await soldPolicy(seller)
    await platform.db.query(sql`
      update policies set insurer_external_policy_id = 'X-4711' where id = ${id}`)
    for (const one of [seller, shop]) {
      expect((await one.get(`/policies/${id}`)).json()).toMatchObject({
        insurer_external_policy_id: 'X-4711',
      })
    }
  })
})

describe('the dates of a policy', () => {
  const datesOf = async (id: string) => {
    const { start_date, end_date, termination_date, localized_dates } = await viewed(id)
    return { start_date, end_date, termination_date, localized_dates }
  }

  it('run from the midnight before the first day to the last second of the last, where it is sold', async () => {
    const policy = await soldPolicy(bikeSeller)
    expect(await datesOf(policy.id)).toStrictEqual({
      start_date: '2027-06-28T22:00:00+00:00',
      end_date: '2028-06-28T21:59:59+00:00',
      termination_date: null,
      localized_dates: {
        policy_created_date: '2027-03-01T10:00:00+01:00',
        start_date: '2027-06-29T00:00:00+02:00',
        end_date: '2028-06-28T23:59:59+02:00',
        termination_date: null,
        time_zone: 'Europe/Zurich',
      },
    })
    expect((await viewed(policy.id))['quote']).toMatchObject({
      duration_strategy: 'start_plus_duration',
      billing_cycles: 1,
    })
  })

  it('keep the policy in force on its last day, and expire it when the next begins', async () => {
    const policy = await soldPolicy(bikeSeller)
    platform.clock.set(Temporal.Instant.from('2028-06-28T23:59:59+02:00'))
    expect(await viewed(policy.id)).toMatchObject({ status: 'paid', expired: false })
    platform.clock.set(Temporal.Instant.from('2028-06-29T00:00:00+02:00'))
    expect(await viewed(policy.id)).toMatchObject({ status: 'expired', expired: true })
    expect((await shop.get(`/policies/${policy.id}`)).json()).toMatchObject({ status: 'expired' })
  })

  it('get a termination date when the policy is cancelled', async () => {
    const policy = await soldPolicy(seller)
    await seller.cancel(policy.id, policy.version_id, { termination_date: '2027-12-31' })
    expect(await viewed(policy.id)).toMatchObject({ status: 'paid', is_locked: true })
    await platform.runDue()
    expect(await viewed(policy.id)).toMatchObject({
      status: 'cancelled',
      is_locked: false,
      expired: false,
      end_date: null,
      termination_date: '2027-12-31T22:59:59+00:00',
      localized_dates: { termination_date: '2027-12-31T23:59:59+01:00' },
      cancellation_reason: 'The customer moved.',
      cancelled_by: 'distributor',
      cancelled_at: '2027-03-01T09:00:00+00:00',
    })
    expect((await viewed(policy.id))['version_id']).not.toBe(policy.version_id)
  })
})

describe('a policy is not shown', () => {
  it.each([`tpol_${'0'.repeat(28)}`, 'tpol_1', 'nonsense', '%00'])(
    'when there is none with the id %s: 404 with the id, whichever the key',
    async (id) => {
      const expected = refused(
        404,
        'policy_not_found',
        `Policy ${decodeURIComponent(id)} was not found.`,
      )
      expect(answer(await seller.get(`/policies/${id}`))).toStrictEqual(expected)
      expect(answer(await shop.get(`/policies/${id}`))).toStrictEqual(expected)
    },
  )

  it('to another distributor, with neither of its keys: 404', async () => {
    const { id } = await soldPolicy(seller)
    const { secret, public: publicKey } = platform.demo.other.test
    const expected = refused(404, 'policy_not_found', `Policy ${id} was not found.`)
    for (const other of [
      sellerOn(platform, { secretKey: secret }),
      sellerOn(platform, { publicKey }),
    ]) {
      expect(answer(await other.get(`/policies/${id}`))).toStrictEqual(expected)
    }
  })
})
