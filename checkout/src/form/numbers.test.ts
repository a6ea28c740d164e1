import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMoney, readNumber, showMoney, writeMoney, writeNumber } from './numbers.ts'

const locales = ['de-CH', 'de-DE', 'fr-FR', 'fr-CH', 'en-GB', 'sv-SE', 'he', 'ar-EG', 'ja-JP']

describe('a number that people write', () => {
  it.each([
    ['1’234.50', 'de-CH', 1234.5],
    ["1'234", 'de-CH', 1234],
    ['1.234,5', 'de-DE', 1234.5],
    ['1.234', 'de-DE', 1234],
    ['1.5', 'de-DE', 1.5],
    ['1 234,5', 'fr-FR', 1234.5],
    ['1,234', 'en-GB', 1234],
    ['-3', 'en-GB', -3],
    ['12 pieces', 'en-GB', null],
    ['1e5', 'en-GB', null],
    ['', 'en-GB', null],
  ])('%s in %s is %s', (text, locale, number) => {
    expect(readNumber(text, locale)).toBe(number)
  })

  it('is read again as it was written, wherever', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(3), fc.constantFrom(...locales), (whole, digits, locale) => {
        const number = whole / 10 ** digits
        expect(readNumber(writeNumber(number, locale), locale)).toBe(number)
      }),
    )
  })
})

describe('an amount', () => {
  it('is written in francs and meant in Rappen, to the last of them', () => {
    const currencies = fc.constantFrom('chf', 'eur', 'jpy', 'kwd')
    const amounts = fc.integer({ min: -1e12, max: 1e12 })
    fc.assert(
      fc.property(amounts, currencies, fc.constantFrom(...locales), (minor, currency, locale) => {
        expect(readMoney(writeMoney(minor, locale, currency), locale, currency)).toBe(minor)
      }),
    )
  })

  it('has no more digits than its currency, and reads as people read it', () => {
    expect(readMoney('10.005', 'en-GB', 'eur')).toBeNull()
    expect(readMoney('10.5', 'en-GB', 'jpy')).toBeNull()
    expect(writeMoney(250_000, 'en-GB', 'eur')).toBe('2,500')
    expect(showMoney(22_730, 'en-GB', 'eur')).toBe('€227.30')
    expect(showMoney(10_000, 'en-GB', 'eur', { isShort: true })).toBe('€100')
  })
})
