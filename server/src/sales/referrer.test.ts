import { describe, expect, it } from 'vitest'
import { matchReferrer } from './referrer.ts'

const allowed = ['https://shop.example', 'http://localhost:3000']

describe('the page on which a customer bought', () => {
  it.each([
    ['https://shop.example/checkout?step=2', 'https://shop.example'],
    ['https://shop.example', 'https://shop.example'],
    ['HTTPS://SHOP.example/', 'https://shop.example'],
    ['http://localhost:3000/#form', 'http://localhost:3000'],
  ])('%s is on the list', (referrer, origin) => {
    expect(matchReferrer(referrer, allowed)).toBe(origin)
  })

  it.each([
    'http://shop.example/',
    'https://shop.example.evil.example/',
    'https://shop.example@evil.example/',
    'https://evil.example/?https://shop.example',
    'https://shop.example:8443/',
    'http://localhost/',
    'shop.example',
    'not an address',
    '',
    null,
  ])('%s is not', (referrer) => {
    expect(matchReferrer(referrer, allowed)).toBeNull()
  })
})
