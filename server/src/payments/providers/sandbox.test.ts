import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { CallbackHeaders } from '../provider.ts'
import { sandbox, signSandboxCallback } from './sandbox.ts'

const secret = `whsec_${Buffer.from('a secret of thirty-two bytes, yes').toString('base64')}`
const now = Temporal.Instant.from('2027-03-01T09:00:00Z')
const sentAt = String(now.epochMilliseconds / 1000)
const body = JSON.stringify({ payment_id: 't1', status: 'ok' })

function signed(changes: CallbackHeaders = {}, signedBody = body): CallbackHeaders {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': sentAt,
    'webhook-signature': signSandboxCallback(secret, 'msg_1', sentAt, signedBody),
    ...changes,
  }
}

const read = (headers: CallbackHeaders, rawBody = body, at = now) =>
  sandbox({ secret }).readCallback?.(headers, rawBody, at)

describe('a callback of the sandbox', () => {
  it('is signed by the Standard Webhooks scheme', () => {
    const key = Buffer.from('a secret of thirty-two bytes, yes')
    const expected = createHmac('sha256', key).update(`msg_1.${sentAt}.${body}`).digest('base64')
    expect(signSandboxCallback(secret, 'msg_1', sentAt, body)).toBe(`v1,${expected}`)
  })

  it('tells of a payment that was made', () => {
    expect(read(signed())).toEqual({
      paymentId: 't1',
      answer: { status: 'ok', chargeId: 'sandbox-charge-t1', reference: null },
    })
  })

  it('tells of a payment that was not', () => {
    const failed = JSON.stringify({ payment_id: 't1', status: 'failed' })
    expect(read(signed({}, failed), failed)?.answer).toEqual({
      status: 'failed',
      errorCode: 'not_confirmed',
      reason: 'The card holder did not confirm.',
    })
  })

  it('may carry several signatures, as while a secret is being changed', () => {
    const good = String(signed()['webhook-signature'])
    expect(read(signed({ 'webhook-signature': `v1,AAAA ${good}` }))).not.toBeNull()
  })

  it.each([
    ['without a signature', { 'webhook-signature': undefined }],
    ['without a time', { 'webhook-timestamp': undefined }],
    ['without an id', { 'webhook-id': undefined }],
    ['with an empty signature', { 'webhook-signature': '' }],
    ['with a signature of another kind', { 'webhook-signature': 'v2,AAAA' }],
    ['signed for another message', { 'webhook-id': 'msg_2' }],
    ['signed for another time', { 'webhook-timestamp': String(Number(sentAt) - 1) }],
    ['with a time that is none', { 'webhook-timestamp': 'yesterday' }],
    ['with its headers sent twice', { 'webhook-signature': ['v1,a', 'v1,b'] }],
  ])('%s is not believed', (_, changes) => {
    expect(read(signed(changes))).toBeNull()
  })

  it('is not believed with another body, or signed with another secret', () => {
    expect(read(signed(), body.replace('t1', 't2'))).toBeNull()
    const forged = signSandboxCallback('whsec_AAAA', 'msg_1', sentAt, body)
    expect(read(signed({ 'webhook-signature': forged }))).toBeNull()
  })

  it('is believed for five minutes, and not if it comes from the future', () => {
    expect(read(signed(), body, now.add({ seconds: 300 }))).not.toBeNull()
    expect(read(signed(), body, now.add({ seconds: 301 }))).toBeNull()
    expect(read(signed(), body, now.subtract({ seconds: 301 }))).toBeNull()
  })

  it.each(['[]', '"ok"', '{}', '{"payment_id":1,"status":"ok"}', '{"payment_id":"t1"}'])(
    'that says %s is refused, although it is signed',
    (text) => {
      expect(() => read(signed({}, text), text)).toThrow('must name a payment_id and a status')
    },
  )
})
