import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  readMoney,
  readNumber,
  readPercent,
  showMoney,
  showPercent,
  writeMoney,
  writeNumber,
  writePercent,
} from './numbers.ts'

const locales = [
  'de-CH',
  'de-DE',
  'de-AT',
  'fr-FR',
  'fr-CH',
  'it-IT',
  'en-GB',
  'en-IN',
  'en-ZA',
  'es-ES',
  'pt-PT',
  'pl-PL',
  'sv-SE',
  'he',
  'ar-EG',
  'ja-JP',
]
const locale = fc.constantFrom(...locales)

describe('a number that people write', () => {
  it.each([
    ['1’234.50', 'de-CH', 1234.5],
    ["1'234", 'de-CH', 1234],
    ['1.234,5', 'de-DE', 1234.5],
    ['1.234', 'de-DE', 1234],
    ['12.345', 'de-DE', 12_345],
    ['1 234,5', 'fr-FR', 1234.5],
    ['1\u202f234,5', 'fr-FR', 1234.5],
    ['1\u00a0234,5', 'fr-FR', 1234.5],
    ['1,234', 'en-GB', 1234],
    ['1,234,567.8', 'en-GB', 1_234_567.8],
    ['1 234', 'en-GB', 1234],
    ['12,34,567', 'en-IN', 1_234_567],
    ['500000', 'en-GB', 500_000],
    ['.5', 'en-GB', 0.5],
    ['-3', 'en-GB', -3],
    ['−3', 'en-GB', -3],
    ['12.50', 'fr-CH', 12.5],
    ['12,50', 'fr-CH', 12.5],
    ['12 pieces', 'en-GB', null],
    ['1e5', 'en-GB', null],
    ['', 'en-GB', null],
    ['.', 'en-GB', null],
  ])('%s in %s is %s', (text, place, number) => {
    expect(readNumber(text, place)).toBe(number)
  })

  it.each([
    ['500000,00', 'en-GB'],
    ['12,5', 'en-GB'],
    ['1,23,456', 'en-GB'],
    ['1234,567', 'en-GB'],
    ['0,125', 'en-GB'],
    ['1,234,', 'en-GB'],
    [',123', 'en-GB'],
    ['1,,234', 'en-GB'],
    ['1.234,56', 'en-GB'],
    ['1.234.567', 'en-GB'],
    ['1.5', 'de-DE'],
    ['1.23,4', 'de-DE'],
    ['0.125', 'de-DE'],
    ['1.234.56', 'de-DE'],
    ['1,234.56', 'de-DE'],
    ['1’23', 'de-CH'],
    ['1,5', 'de-CH'],
    ['12 34', 'fr-FR'],
    ['12.5', 'fr-FR'],
    ['1.234', 'fr-CH'],
    ['1 234 567', 'en-IN'],
    ['1’234,567', 'en-GB'],
  ])('%s in %s is grouped as nobody does there, and is none', (text, place) => {
    expect(readNumber(text, place)).toBeNull()
  })

  it('is read again as it was written, wherever', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(3), locale, (whole, digits, place) => {
        const number = whole / 10 ** digits
        expect(readNumber(writeNumber(number, place), place)).toBe(number)
      }),
    )
  })

  it('is refused where marks stand elsewhere than between groups, wherever', () => {
    const digits = fc.stringMatching(/^\d{1,12}$/)
    const isCut = fc.array(fc.boolean(), { minLength: 11, maxLength: 11 })
    fc.assert(
      fc.property(digits, isCut, locale, (written, cuts, place) => {
        const mark = markOf(place, 'group')
        const text = written.replaceAll(/\d/g, (digit, at) => (cuts[at - 1] ? mark : '') + digit)
        const grouping = { numberingSystem: 'latn', useGrouping: 'always' } as const
        const isFine =
          text === written || text === Intl.NumberFormat(place, grouping).format(Number(written))
        expect(readNumber(text, place)).toBe(isFine ? Number(written) : null)
      }),
      { numRuns: 1_000 },
    )
  })

  it('never is ten, a hundred or a thousand times what it says', () => {
    const piece = fc.oneof(fc.stringMatching(/^\d{1,4}$/), fc.constantFrom(',', '.', ' ', '’'))
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), locale, (pieces, place) => {
        const text = pieces.join('')
        const number = readNumber(text, place)
        if (number === null) return
        const decimal = place === 'fr-CH' && !text.includes(',') ? '.' : markOf(place, 'decimal')
        const [whole = '', fraction = ''] = text.split(decimal)
        expect(number).toBe(Number(`${whole.replaceAll(/\D/g, '')}.${fraction}`))
      }),
      { numRuns: 2_000 },
    )
  })
})

function markOf(place: string, type: 'group' | 'decimal'): string {
  const parts = Intl.NumberFormat(place, { numberingSystem: 'latn' }).formatToParts(12_345_678.9)
  return parts.find((part) => part.type === type)?.value ?? ''
}

describe('an amount', () => {
  it('is written in francs and meant in Rappen, to the last of them', () => {
    const currencies = fc.constantFrom('chf', 'eur', 'jpy', 'kwd')
    const amounts = fc.integer({ min: -1e12, max: 1e12 })
    fc.assert(
      fc.property(amounts, currencies, locale, (minor, currency, place) => {
        expect(readMoney(writeMoney(minor, place, currency), place, currency)).toBe(minor)
        // As it stands in a sentence too, which may have been copied; but in the digits of keyboards.
        if (place === 'ar-EG') return
        const amount = Math.abs(minor)
        expect(readMoney(showMoney(amount, place, currency), place, currency)).toBe(amount)
      }),
    )
  })

  it('has no more digits than its currency, and reads as people read it', () => {
    expect(readMoney('10.005', 'en-GB', 'eur')).toBeNull()
    expect(readMoney('10.5', 'en-GB', 'jpy')).toBeNull()
    expect(readMoney('500000,00', 'en-GB', 'eur')).toBeNull()
    expect(writeMoney(250_000, 'en-GB', 'eur')).toBe('2,500')
    expect(writeMoney(123_450, 'fr-CH', 'chf')).toMatch(/^1.234\.50$/) // As in prices there.
    expect(showMoney(22_730, 'en-GB', 'eur')).toBe('€227.30')
    expect(showMoney(10_000, 'en-GB', 'eur', { isShort: true })).toBe('€100')
  })

  it.each([
    ['CHF 1’200.–', 'de-CH', 'chf', 120_000],
    ['1200.--', 'de-CH', 'chf', 120_000],
    ['1 200 €', 'fr-FR', 'eur', 120_000],
    ['€1,200.50', 'en-GB', 'eur', 120_050],
    ['$1,200', 'en-GB', 'eur', null],
  ])('%s in %s is %s', (text, place, currency, minor) => {
    expect(readMoney(text, place, currency)).toBe(minor)
  })
})

describe('a percent', () => {
  it('is written as percents and meant as a fraction, wherever', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e6, max: 1e6 }),
        fc.nat(4),
        locale,
        (whole, digits, place) => {
          const fraction = Number(`${whole}e-${digits + 2}`)
          expect(readPercent(writePercent(fraction, place), place)).toBe(fraction)
        },
      ),
    )
  })

  it.each([
    ['2', 'en-GB', 0.02],
    ['2 %', 'en-GB', 0.02],
    ['7%', 'en-GB', 0.07],
    ['2,5 %', 'de-DE', 0.025],
    ['0.02', 'en-GB', 0.0002],
    ['100', 'fr-FR', 1],
    ['12,5', 'en-GB', null],
    ['two', 'en-GB', null],
  ])('%s in %s is %s', (text, place, fraction) => {
    expect(readPercent(text, place)).toBe(fraction)
  })

  it('is read as people read it', () => {
    expect(writePercent(0.07, 'en-GB')).toBe('7')
    expect(writePercent(0.0725, 'de-DE')).toBe('7,25')
    expect(showPercent(0.5, 'de-DE')).toBe('50\u00a0%')
  })
})
