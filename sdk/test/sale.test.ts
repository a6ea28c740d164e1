import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Shop, failureOf, makeOffer, openShop, quoteOf, sell } from './support.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.platform.close())

describe('a sale', () => {
  it('goes from quote to paid policy with a secret key', async () => {
    const client = shop.client()
    const { offer, payment } = await sell(shop, client)
    expect(payment).toMatchObject({ object: 'payment', status: 'ok', livemode: false })
    expect(await client.policies.get(offer.id)).toMatchObject({ id: offer.id, status: 'paid' })
    expect(await client.payments.get(payment.id)).toMatchObject({ policy_id: offer.id })
    expect(await client.offers.get(offer.id)).toMatchObject({ email: 'ada@example.com' })
  })

  it('goes from quote to payment with a public key, which then sees the status alone', async () => {
    const { public: publicKey } = shop.platform.demo.keys.test
    const client = shop.client({ secretKey: undefined, publicKey })
    const { offer } = await sell(shop, client)
    const seen = await client.policies.status(offer.id)
    expect(seen).toEqual({
      id: offer.id,
      insurer_policy_id: offer.insurer_policy_id,
      insurer_external_policy_id: '',
      status: 'paid',
      _links: { _self: { href: expect.any(String) } },
    })
    expect(await failureOf(client.policies.get(offer.id))).toMatchObject({
      kind: 'authentication',
    })
  })

  it('can be asked for by a page that knows nothing but the integration', async () => {
    const { public: publicKey } = shop.platform.demo.keys.test
    const client = shop.client({ secretKey: undefined, publicKey })
    const { integration_id, item_id } = shop.product
    const form = await client.forms.get(integration_id)
    expect(form.items.map((item) => item.id)).toContain(item_id)
    expect(await client.forms.get(integration_id, { live_product: 'false' })).toEqual(form)
  })

  it('sends the secret key alone where both are known', async () => {
    const { test } = shop.platform.demo.keys
    const { offer } = await sell(shop, shop.client({ publicKey: test.public }))
    const client = shop.client({ publicKey: shop.platform.demo.other.test.public })
    expect(await client.policies.get(offer.id)).toMatchObject({ status: 'paid' })
  })

  it('happens once for one idempotency key, however often it is requested', async () => {
    const client = shop.client()
    const offer = await makeOffer(shop.product, client)
    const request = {
      token: offer.payment_token,
      policy_id: offer.id,
      provider: 'invoice',
      method: 'invoice',
    }
    const first = await client.payments.create(request, { idempotencyKey: offer.id })
    expect(await client.payments.create(request, { idempotencyKey: offer.id })).toEqual(first)
    const again = await failureOf(client.payments.create(request))
    expect(again).toMatchObject({ kind: 'validation', status: 400 })
  })

  it('is found in the logs by the request id that the seller chose', async () => {
    await shop.client().quotes.create(quoteOf(shop.product), { requestId: 'till-7' })
    expect(shop.platform.logLines.some((line) => line.includes('till-7'))).toBe(true)
  })
})

describe('a cancellation', () => {
  it('is waited for until its version is active', async () => {
    const client = shop.client()
    const { offer } = await sell(shop, client)
    const policy = await client.policies.get(offer.id)
    const accepted = await client.policies.cancel(policy, cancellation)
    const waiting = client.policies.waitForVersion(accepted)
    await shop.platform.runDue()
    expect(await waiting).toMatchObject({ policy_id: policy.id, status: 'active' })
    expect(await client.policies.get(offer.id)).toMatchObject({ status: 'cancelled' })
  })

  it('that nobody works on is not waited for longer than asked', async () => {
    const client = shop.client()
    const { offer } = await sell(shop, client)
    const accepted = await client.policies.cancel(await client.policies.get(offer.id), cancellation)
    const wait = client.policies.waitForVersion(accepted, { timeoutSeconds: 0 })
    expect(await failureOf(wait)).toMatchObject({ kind: 'timeout' })
    await shop.platform.runDue()
  })

  it('of a policy that has changed since is a version mismatch', async () => {
    const client = shop.client()
    const { offer } = await sell(shop, client)
    const stale = { id: offer.id, version_id: 'tpv_01b0acc58e200b72bfdc34a115db' }
    expect(await failureOf(client.policies.cancel(stale, cancellation))).toMatchObject({
      kind: 'versionMismatch',
      status: 412,
    })
  })

  it('comes one at a time and once', async () => {
    const client = shop.client()
    const { offer } = await sell(shop, client)
    const policy = await client.policies.get(offer.id)
    await client.policies.cancel(policy, cancellation)
    const second = await failureOf(client.policies.cancel(policy, cancellation))
    expect(second).toMatchObject({ kind: 'conflict', status: 409 })
    await shop.platform.runDue()
    const cancelled = await client.policies.get(offer.id)
    expect(await failureOf(client.policies.cancel(cancelled, cancellation))).toMatchObject({
      kind: 'refused',
      status: 422,
    })
  })
})

const cancellation = {
  cancellation_reason: 'The customer moved.',
  termination_date: '2027-12-31',
}
