import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayPattern, readDay, showDay, writeDay } from './dates.ts'

const locales = ['de-CH', 'de-DE', 'fr-FR', 'en-GB', 'en-US', 'sv-SE', 'ar-EG', 'he', 'ja-JP']

describe('a day that people write', () => {
  it.each([
    ['1.3.25', 'de-CH', '2025-03-01'],
    ['01.03.2025', 'de-DE', '2025-03-01'],
    ['17.9.88', 'fr-CH', '1988-09-17'],
    ['3/1/2025', 'en-US', '2025-03-01'],
    ['1/3/2025', 'en-GB', '2025-03-01'],
    ['01032025', 'de-CH', '2025-03-01'],
    ['2025-03-01', 'de-CH', '2025-03-01'],
    ['1 3 2025', 'fr-FR', '2025-03-01'],
    ['31.2.2027', 'de-CH', null],
    ['29.2.2028', 'de-CH', '2028-02-29'],
    ['1.3', 'de-CH', null],
    ['tomorrow', 'en-GB', null],
    ['1.3.20255', 'de-CH', null],
  ])('%s in %s is %s', (text, locale, day) => {
    expect(readDay(text, locale, 2027)).toBe(day)
  })

  it('is read again as it was written, wherever', () => {
    const days = fc.date({
      min: new Date('1900-01-01'),
      max: new Date('2099-12-31'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(days, fc.constantFrom(...locales), (date, locale) => {
        const day = date.toISOString().slice(0, 10)
        expect(readDay(writeDay(day, locale), locale, 2027)).toBe(day)
      }),
    )
  })

  it('is said in words, the first of a month in French by its ordinal', () => {
    expect(showDay('2027-01-01', 'fr-CH')).toBe('1er janvier 2027')
    expect(showDay('2027-01-11', 'fr-FR')).toBe('11 janvier 2027')
    expect(showDay('2027-01-01', 'de-CH')).toBe('1. Januar 2027')
    expect(showDay('2027-01-01', 'en-GB')).toBe('1 January 2027')
  })

  it('has a pattern in the letters of the language', () => {
    expect(dayPattern('de-CH', { day: 'T', month: 'M', year: 'J' })).toBe('TT.MM.JJJJ')
    expect(dayPattern('en-US', { day: 'D', month: 'M', year: 'Y' })).toBe('MM/DD/YYYY')
  })
})
