import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { demoAccount, newKey } from '../builders/credentials.ts'
import { revokeKey } from '../../src/identity/index.ts'
import { madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { paymentsOf, versionsOf } from './records.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

const harbour = () => sellerOn(platform, { secretKey: platform.demo.other.test.secret })
const insurer = () => sellerOn(platform, { secretKey: platform.demo.insurer.test.secret })
const live = () => sellerOn(platform, { secretKey: platform.demo.keys.live.secret })

describe('a key that nobody was given', () => {
  it.each<[string, Shown, string]>([
    ['no key', {}, 'no_key'],
    ['an unknown secret key', { authorization: 'Bearer sk_test_unknown' }, 'unknown_key'],
    ['a secret key where a public one belongs', { key: 'secret' }, 'unknown_key'],
    ['a public key where a secret one belongs', { bearer: 'public' }, 'unknown_key'],
    ['the keys of two accounts', { key: 'other', bearer: 'secret' }, 'keys_of_two_accounts'],
  ])('opens nothing: %s', async (_, given, code) => {
    const { demo, app } = platform
    const keys = {
      public: demo.keys.test.public,
      secret: demo.keys.test.secret,
      other: demo.other.test.public,
    }
    const policy = await soldPolicy(sellerOn(platform))
    const authorization =
      given.bearer === undefined ? given.authorization : `Bearer ${keys[given.bearer]}`
    const headers = authorization === undefined ? {} : { authorization }
    const query = given.key === undefined ? '' : `?key=${keys[given.key]}`
    for (const path of [`/policies/${policy.id}`, `/offers/${policy.id}`]) {
      const answer = await app.inject({ method: 'GET', url: path + query, headers })
      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toEqual({
        status: 'Unauthorized',
        code,
        message: expect.stringMatching(/^Authentication is required: /),
      })
    }
  })

  it('opens nothing any more once it is revoked', async () => {
    const account = await demoAccount(platform, 'alpine-brokers')
    const { id, key } = await newKey(platform, account)
    const seller = sellerOn(platform, { secretKey: key })
    expect((await seller.quote()).statusCode).toBe(200)
    await revokeKey(platform.db, id, platform.clock())
    await vi.waitFor(async () => expect((await seller.quote()).statusCode).toBe(401))
  })
})

interface Shown {
  readonly key?: 'public' | 'secret' | 'other'
  readonly bearer?: 'public' | 'secret' | 'other'
  readonly authorization?: string
}

describe('a public key', () => {
  it('carries a whole sale, and sees of the policy only what the contract lists', async () => {
    const seller = sellerOn(platform, { publicKey: platform.demo.keys.test.public })
    const offer = await madeOffer(seller)
    expect((await seller.pay(offer)).statusCode).toBe(200)
    const full = (await sellerOn(platform).get(`/policies/${offer.id}`)).json<{
      insurer_policy_id: string
    }>()
    expect((await seller.get(`/policies/${offer.id}`)).json()).toEqual({
      id: offer.id,
      insurer_policy_id: full.insurer_policy_id,
      insurer_external_policy_id: '',
      status: 'paid',
      _links: { _self: { href: `http://bindery.test/policies/${offer.id}` } },
    })
  })

  it('sees neither offers nor payments and cancels nothing', async () => {
    const seller = sellerOn(platform, { publicKey: platform.demo.keys.test.public })
    const policy = await soldPolicy(sellerOn(platform))
    const answers = [
      await seller.get(`/offers/${policy.id}`),
      await seller.get(`/payments/${policy.payment_id}`),
      await seller.cancel(policy.id, policy.version_id),
    ]
    expect(answers.map((answer) => answer.statusCode)).toEqual([401, 401, 401])
    expect(await versionsOf(platform, policy.id)).toHaveLength(1)
  })
})

describe('another distributor', () => {
  it('learns of an offer only that it may not see it', async () => {
    const offer = await madeOffer(sellerOn(platform))
    const answer = await harbour().get(`/offers/${offer.id}`)
    expect([answer.statusCode, answer.json()]).toEqual([403, { status: 'Forbidden' }])
  })

  it('does not learn of a policy, in whichever way it asks', async () => {
    const policy = await soldPolicy(sellerOn(platform))
    const unknown = `Policy ${policy.id} was not found.`
    const notFound = { status: 'Not Found', code: 'policy_not_found', message: unknown }
    const byPublicKey = sellerOn(platform, { publicKey: platform.demo.other.test.public })
    for (const answer of [
      await harbour().get(`/policies/${policy.id}`),
      await byPublicKey.get(`/policies/${policy.id}`),
      await harbour().cancel(policy.id, policy.version_id),
      await harbour().get(`/policies/${policy.id}/versions/${policy.version_id}/status`),
    ]) {
      expect([answer.statusCode, answer.json()]).toEqual([404, notFound])
    }
    expect(await versionsOf(platform, policy.id)).toHaveLength(1)
  })

  it('does not learn of a payment', async () => {
    const policy = await soldPolicy(sellerOn(platform))
    const answer = await harbour().get(`/payments/${policy.payment_id}`)
    expect([answer.statusCode, answer.json()]).toEqual([404, { status: 'Not Found' }])
  })

  it('cannot pay, not even with the right token', async () => {
    const offer = await madeOffer(sellerOn(platform))
    const answer = await harbour().pay(offer)
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({
      status: 'Unauthorized',
      message: expect.stringMatching(/^Not authorized for policy purchase/),
    })
    expect(await paymentsOf(platform, offer.id)).toEqual([])
  })

  it('cannot sell through an integration that is not its own', async () => {
    const id = platform.demo.products['cyber']?.integration_id
    const answer = await harbour().quote()
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      {
        status: 'Not Found',
        code: 'integration_not_found',
        message: `Integration ${id} was not found.`,
      },
    ])
  })
})

describe('the insurer', () => {
  it('sees and cancels what its distributors sold', async () => {
    const policy = await soldPolicy(sellerOn(platform))
    expect((await insurer().get(`/policies/${policy.id}`)).statusCode).toBe(200)
    expect((await insurer().get(`/offers/${policy.id}`)).statusCode).toBe(200)
    expect((await insurer().get(`/payments/${policy.payment_id}`)).statusCode).toBe(200)
    expect((await insurer().cancel(policy.id, policy.version_id)).statusCode).toBe(202)
  })
})

describe('test and live', () => {
  it('never meet: neither sees, pays or cancels what the other sold', async () => {
    for (const [one, other] of [
      [sellerOn(platform), live()],
      [live(), sellerOn(platform)],
    ] as const) {
      const offer = await madeOffer(one)
      expect((await other.get(`/offers/${offer.id}`)).statusCode).toBe(404)
      expect((await other.pay(offer)).statusCode).toBe(401)
      const policy = await soldPolicy(one)
      expect((await other.get(`/policies/${policy.id}`)).statusCode).toBe(404)
      expect((await other.get(`/payments/${policy.payment_id}`)).statusCode).toBe(404)
      expect((await other.cancel(policy.id, policy.version_id)).statusCode).toBe(404)
    }
  })

  it('are distinguished by livemode', async () => {
    for (const [seller, livemode] of [
      [sellerOn(platform), false],
      [live(), true],
    ] as const) {
      const policy = await soldPolicy(seller)
      expect((await seller.get(`/payments/${policy.payment_id}`)).json()).toMatchObject({
        livemode,
      })
      expect((await seller.get(`/policies/${policy.id}`)).json()).toMatchObject({
        quote: { livemode },
      })
    }
  })
})
