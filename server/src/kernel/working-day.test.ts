import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { easterSunday, workingDayFrom } from './working-day.ts'

const someDay = fc
  .integer({ min: 0, max: 73_000 })
  .map((days) => Temporal.PlainDate.from('1990-01-01').add({ days }))
const someCountry = fc.constantFrom('de', 'ch')

describe('the end of a legal period', () => {
  it.each([
    ['2027-01-12', 'de', '2027-01-12'],
    // Saturday and Sunday.
    ['2027-01-16', 'de', '2027-01-18'],
    ['2027-01-17', 'ch', '2027-01-18'],
    // From Good Friday to the Tuesday after Easter.
    ['2027-03-26', 'de', '2027-03-30'],
    ['2027-03-26', 'ch', '2027-03-30'],
    ['2026-05-01', 'de', '2026-05-04'],
    ['2026-05-01', 'ch', '2026-05-01'],
    ['2027-05-06', 'de', '2027-05-07'],
    ['2027-05-17', 'ch', '2027-05-18'],
    ['2028-08-01', 'ch', '2028-08-02'],
    ['2028-08-01', 'de', '2028-08-01'],
    ['2028-10-03', 'de', '2028-10-04'],
    // Saturday, Sunday, and no holiday on the Monday.
    ['2027-12-25', 'de', '2027-12-27'],
    ['2026-12-25', 'de', '2026-12-28'],
  ] as const)('%s under %s is %s', (day, country, end) => {
    expect(workingDayFrom(Temporal.PlainDate.from(day), country).toString()).toBe(end)
  })

  it('moves on over holidays of a region', () => {
    const end = workingDayFrom(Temporal.PlainDate.from('2027-01-06'), 'de', ['2027-01-06'])
    expect(end.toString()).toBe('2027-01-07')
  })

  it('is never earlier, at most five days later, and stays where it is a working day', () => {
    fc.assert(
      fc.property(someDay, someCountry, (day, country) => {
        const end = workingDayFrom(day, country)
        const moved = day.until(end, { largestUnit: 'days' }).days
        expect(moved).toBeGreaterThanOrEqual(0)
        expect(moved).toBeLessThanOrEqual(5)
        expect(end.dayOfWeek).toBeLessThanOrEqual(5)
        expect(workingDayFrom(end, country)).toEqual(end)
        const next = workingDayFrom(day.add({ days: 1 }), country)
        expect(Temporal.PlainDate.compare(end, next)).toBeLessThanOrEqual(0)
      }),
    )
  })
})

describe('Easter', () => {
  it.each([
    '1818-03-22',
    '1943-04-25',
    '2000-04-23',
    '2008-03-23',
    '2024-03-31',
    '2027-03-28',
    '2038-04-25',
    '2049-04-18',
    '2076-04-19',
  ])('%s', (day) => {
    const easter = Temporal.PlainDate.from(day)
    expect(easterSunday(easter.year)).toEqual(easter)
  })

  it('is the Sunday after the first full moon of spring, as the calendar counts the moon', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1900, max: 2199 }), (year) => {
        // The table of full moons that holds for these years.
        const moon = (19 * (year % 19) + 24) % 30
        const isLate = moon === 29 || (moon === 28 && year % 19 > 10)
        const fullMoon = new Temporal.PlainDate(year, 3, 21).add({ days: moon - (isLate ? 1 : 0) })
        const sunday = fullMoon.add({ days: 7 - (fullMoon.dayOfWeek % 7) })
        expect(easterSunday(year)).toEqual(sunday)
      }),
    )
  })
})
