import { describe, expect, it } from 'vitest'
import { readCredentials } from './credentials.ts'

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

describe('the keys that a request shows', () => {
  it.each([
    ['nothing', undefined, {}, null, null],
    ['a public key', undefined, { key: 'pk_1' }, 'pk_1', null],
    ['an empty public key', undefined, { key: '' }, null, null],
    ['an empty header', '', {}, null, null],
    ['a Bearer token', 'Bearer sk_1', {}, null, 'sk_1'],
    ['a Bearer token in any case and spacing', ' bearer   sk_1 ', {}, null, 'sk_1'],
    ['a Basic user name', basic('sk_1:'), {}, null, 'sk_1'],
    ['a Basic user name, whatever the password', basic('sk_1:secret:more'), {}, null, 'sk_1'],
    ['a Basic user name alone', basic('sk_1'), {}, null, 'sk_1'],
    ['both', 'Bearer sk_1', { key: 'pk_1' }, 'pk_1', 'sk_1'],
  ])('%s', (_, authorization, query, publicKey, secretKey) => {
    const headers = authorization === undefined ? {} : { authorization }
    expect(readCredentials(headers, query)).toEqual({ publicKey, secretKey })
  })

  it.each([
    ['a scheme without a key', 'Bearer', {}],
    ['a key without a scheme', 'sk_1', {}],
    ['a scheme that we do not speak', 'Digest sk_1', {}],
    ['two public keys', undefined, { key: ['pk_1', 'pk_2'] }],
  ])('%s is not readable', (_, authorization, query) => {
    const headers = authorization === undefined ? {} : { authorization }
    expect(() => readCredentials(headers, query)).toThrow(/^Authentication is required: /)
  })

  it.each([undefined, null, 'key=pk_1', 5])('a query that is %j holds none', (query) => {
    expect(readCredentials({}, query)).toEqual({ publicKey: null, secretKey: null })
  })
})
