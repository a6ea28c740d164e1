import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../test/builders/any-character.ts'
import { isSigned, readSigningSecret, signatureHeaders } from './signatures.ts'

const now = Temporal.Instant.from('2027-03-01T09:00:00Z')
const key = Buffer.from('a secret of thirty-two bytes, yes')
const other = Buffer.from('another secret, of as many bytes.')
const message = { id: 'msg_1', at: now, body: '{"payment_id":"t1"}' }

describe('a signature', () => {
  it('is the one that Standard Webhooks describes', () => {
    const digest = createHmac('sha256', key)
      .update(`msg_1.${now.epochMilliseconds / 1000}.${message.body}`)
      .digest('base64')
    expect(signatureHeaders(message, [key])).toEqual({
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(now.epochMilliseconds / 1000),
      'webhook-signature': `v1,${digest}`,
    })
  })

  it('holds for the very message that was signed, and for no other', () => {
    const texts = fc.string({ unit: anyCharacter })
    fc.assert(
      fc.property(texts, texts, texts, texts, (id, body, otherId, otherBody) => {
        const headers = signatureHeaders({ id, at: now, body }, [key])
        expect(isSigned(headers, body, [key], now)).toBe(true)
        expect(isSigned(headers, otherBody, [key], now)).toBe(otherBody === body)
        const renamed = { ...headers, 'webhook-id': otherId }
        expect(isSigned(renamed, body, [key], now)).toBe(otherId === id)
      }),
    )
  })

  it('holds by any of the secrets while they are being exchanged, on either side', () => {
    const byBoth = signatureHeaders(message, [key, other])
    expect(isSigned(byBoth, message.body, [other], now)).toBe(true)
    const byOne = signatureHeaders(message, [key])
    expect(isSigned(byOne, message.body, [other, key], now)).toBe(true)
    expect(isSigned(byOne, message.body, [other], now)).toBe(false)
    expect(isSigned(byOne, message.body, [], now)).toBe(false)
  })

  it('holds for five minutes, before and after', () => {
    const headers = signatureHeaders(message, [key])
    const at = (seconds: number) => isSigned(headers, message.body, [key], now.add({ seconds }))
    expect([-301, -300, 300, 301].map(at)).toEqual([false, true, true, false])
  })

  it.each([
    ['without a signature', { 'webhook-signature': undefined }],
    ['without a time', { 'webhook-timestamp': undefined }],
    ['without a name', { 'webhook-id': undefined }],
    ['with an empty signature', { 'webhook-signature': '' }],
    ['with a signature of another kind', { 'webhook-signature': 'v2,AAAA' }],
    ['with a time that is none', { 'webhook-timestamp': 'yesterday' }],
    ['with its headers sent twice', { 'webhook-signature': ['v1,a', 'v1,b'] }],
  ])('does not hold %s', (_, changes) => {
    const headers = { ...signatureHeaders(message, [key]), ...changes }
    expect(isSigned(headers, message.body, [key], now)).toBe(false)
  })
})

describe('a secret', () => {
  it('is whsec_ and bytes in base64', () => {
    expect(readSigningSecret(`whsec_${key.toString('base64')}`)).toEqual(key)
  })

  it.each([
    '',
    'whsec_',
    'hunter2',
    'whsec_not base64',
    'whsec_dG9vIHNob3J0',
    `x whsec_${key.toString('base64')}`,
  ])('is not "%s"', (text) => {
    expect(readSigningSecret(text)).toBeNull()
  })
})
