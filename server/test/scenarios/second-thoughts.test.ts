import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import { openPlatform } from '../../src/platform.ts'
import { sandboxCallback } from '../builders/sandbox-callback.ts'
import { madeOffer, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform, testSandboxSecret } from '../support/platform.ts'
import { testAddress } from '../support/test-start.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

describe('an offer', () => {
  it('cannot be paid once its first day of cover has passed, however long it was valid', async () => {
    const seller = sellerOn(platform)
    const offer = await madeOffer(seller, { quote: { data: { policy_start_date: '2027-03-03' } } })
    platform.clock.set(Temporal.Instant.from('2027-03-03T22:59:59Z')) // The last second of it in Berlin.
    expect((await seller.get(`/policies/${offer.id}`)).json()).toMatchObject({ status: 'ready' })
    platform.clock.advance({ seconds: 1 })
    expect((await seller.get(`/policies/${offer.id}`)).json()).toMatchObject({ status: 'expired' })
    const late = await seller.pay(offer)
    expect(late.statusCode).toBe(400)
    expect(late.json()).toMatchObject({ message: expect.stringContaining('the offer has expired') })
  })
})

describe('a live key', () => {
  it('may name a published version beside live_product "false": the version wins', async () => {
    const seller = sellerOn(platform, { secretKey: platform.demo.keys.live.secret })
    const published = (await seller.get(`/offers/${(await madeOffer(seller)).id}`)).json<{
      product_version_id: string
      integration_version_id: string
    }>()
    const { product_version_id, integration_version_id } = published
    const drafts = { live_product: 'false', live_integration: 'false' }
    expect((await seller.quote({ body: { ...drafts, product_version_id } })).statusCode).toBe(400)
    const named = await seller.quote({
      body: { ...drafts, product_version_id, integration_version_id },
    })
    expect(named.statusCode).toBe(200)
  })
})

describe('an address', () => {
  it.each(['/manage/offers?email=%00', '/manage/offers?%00=x', '/policies/x?key=%00'])(
    'with a NUL in its query is refused: %s',
    async (url) => {
      const headers = { authorization: `Bearer ${platform.demo.insurer.test.secret}` }
      const { statusCode } = await platform.app.inject({ url, headers })
      expect([400, 401]).toContain(statusCode)
    },
  )

  it('that names no product is not found', async () => {
    const headers = { authorization: `Bearer ${platform.demo.insurer.test.secret}` }
    expect((await platform.app.inject({ url: '/manage/products/%00', headers })).statusCode).toBe(
      404,
    )
  })

  it('that cannot be read is not repeated, for a key may stand in it', async () => {
    const answer = await platform.app.inject({ url: '/policies/%zz?key=pk_test_secret' })
    expect(answer.statusCode).toBe(400)
    expect(answer.body).not.toContain('pk_test_secret')
  })
})

describe('a signed callback', () => {
  it.each<JsonObject>([{}, { payment_id: 'x' }, { payment_id: 'x', status: 'maybe' }])(
    'that says nothing is refused: %j',
    async (body) => {
      expect((await sandboxCallback(platform, body)).statusCode).toBe(400)
    },
  )
})

describe('a cancellation that was refused', () => {
  it('may be sent again with the right version under the same Idempotency-Key', async () => {
    const seller = sellerOn(platform)
    const offer = await madeOffer(seller)
    await seller.pay(offer)
    const { version_id } = (await seller.get(`/policies/${offer.id}`)).json<{
      version_id: string
    }>()
    const cancel = (version: string) =>
      seller.post(
        `/policies/${offer.id}/cancel`,
        { cancellation_reason: 'sold', termination_date: '2027-12-31' },
        { 'if-match': version, 'idempotency-key': 'cancel once' },
      )
    expect((await cancel('tpv_other')).statusCode).toBe(412)
    expect((await cancel(version_id)).statusCode).toBe(202)
  })
})

describe('a process with other encryption keys', () => {
  it('does not start on data that it could not open', async () => {
    await madeOffer(sellerOn(platform), { offer: { sensitive_data: { iban: 'secret' } } })
    const open = (id: string) =>
      openPlatform({
        db: platform.db,
        log: pino({ level: 'silent' }),
        keyRing: [{ id, key: randomBytes(32) }],
        publicUrl: testAddress,
        sandboxSecret: testSandboxSecret,
      })
    await expect(open('another')).rejects.toThrow('sealed with the encryption key "test"')
    await expect(open('test')).rejects.toThrow('Set ENCRYPTION_KEYS')
  })
})
