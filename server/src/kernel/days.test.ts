import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  daysInclusive,
  endOfDay,
  isEarlier,
  lastDayOf,
  parseDay,
  startOfDay,
  timestamp,
  todayIn,
} from './days.ts'
import { isTimeZone } from './words.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const instant = (text: string) => Temporal.Instant.from(text)

const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
const days = fc
  .integer({ min: -40_000, max: 60_000 })
  .map((n) => day('1999-12-31').add({ days: n }))

describe('a day of cover', () => {
  it('begins and ends with itself in every time zone, and the next day follows at once', () => {
    fc.assert(
      fc.property(days, zones, (date, zone) => {
        // Three zones crossed the date line and skipped a whole day; nobody was covered on it.
        fc.pre(todayIn(zone, startOfDay(date, zone)).equals(date))
        const first = startOfDay(date, zone)
        const last = endOfDay(date, zone)
        expect(todayIn(zone, first.subtract({ nanoseconds: 1 })).equals(date)).toBe(false)
        expect(todayIn(zone, last).toString()).toBe(date.toString())
        expect(todayIn(zone, last.add({ seconds: 1 })).equals(date)).toBe(false)
        expect(last.add({ seconds: 1 }).equals(startOfDay(date.add({ days: 1 }), zone))).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('is that of the calendar for any two moments that follow each other', () => {
    const moments = fc.integer({ min: -4_000_000_000_000, max: 4_000_000_000_000 })
    const between = fc.integer({ min: 0, max: 3_000 })
    fc.assert(
      fc.property(moments, between, zones, (ms, later, zone) => {
        for (const at of [ms, ms + later]) {
          const now = Temporal.Instant.fromEpochMilliseconds(at)
          const shown = now.toZonedDateTimeISO(zone).toPlainDate()
          expect(todayIn(zone, now).toString()).toBe(shown.toString())
        }
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    ['has 23 hours when clocks go forward', '2027-03-28', 'Europe/Berlin', 23],
    ['has 25 hours when clocks go back', '2027-10-31', 'Europe/Berlin', 25],
    ['has 24 hours otherwise', '2027-06-01', 'Europe/Berlin', 24],
    ['may lose its midnight', '2024-04-26', 'Africa/Cairo', 23],
    ['may change by half an hour', '2027-04-04', 'Australia/Lord_Howe', 24.5],
  ])('%s', (_, date, zone, hours) => {
    const length = startOfDay(day(date), zone).until(endOfDay(day(date), zone).add({ seconds: 1 }))
    expect(length.total('hours')).toBe(hours)
  })

  it('begins at one where clocks skip midnight', () => {
    const first = startOfDay(day('2024-04-26'), 'Africa/Cairo')
    expect(timestamp(first, 'Africa/Cairo')).toBe('2024-04-26T01:00:00+03:00')
  })
})

describe('counting days', () => {
  it('counts the first and the last day', () => {
    expect(daysInclusive(day('2027-03-01'), day('2027-03-01'))).toBe(1)
    expect(daysInclusive(day('2027-01-01'), day('2027-12-31'))).toBe(365)
    expect(daysInclusive(day('2028-01-01'), day('2028-12-31'))).toBe(366)
    expect(daysInclusive(day('2027-03-02'), day('2027-03-01'))).toBe(0)
    expect(daysInclusive(day('2027-03-10'), day('2027-03-01'))).toBe(-8)
  })

  it('adds up: a period cut in two has as many days as its parts', () => {
    fc.assert(
      fc.property(days, fc.nat(2000), fc.nat(2000), (first, n, m) => {
        const middle = first.add({ days: n })
        const last = middle.add({ days: m + 1 })
        const parts = daysInclusive(first, middle) + daysInclusive(middle.add({ days: 1 }), last)
        expect(parts).toBe(daysInclusive(first, last))
      }),
    )
  })
})

describe('the last day of a period', () => {
  it('is the day before it would begin again, or the end of a month that is too short', () => {
    const lengths = fc.record({
      years: fc.nat(30),
      months: fc.nat(40),
      weeks: fc.nat(10),
      days: fc.nat(400),
    })
    fc.assert(
      fc.property(days, lengths, (first, { years, months, weeks, days: more }) => {
        const after = first.add({ years, months })
        const last = after.day < first.day ? after : after.subtract({ days: 1 })
        const expected = last.add({ weeks, days: more }).toString()
        expect(lastDayOf(first, { years, months, weeks, days: more }).toString()).toBe(expected)
      }),
      { numRuns: 1_000 },
    )
  })

  it.each([
    ['2027-03-01', 'P1Y', '2028-02-29'],
    ['2028-02-29', 'P1Y', '2029-02-28'],
    ['2027-01-31', 'P1M', '2027-02-28'],
    ['2027-01-01', 'P1D', '2027-01-01'],
    ['2026-12-31', 'P2M', '2027-02-28'],
  ])('of %s for %s is %s', (first, length, last) => {
    expect(lastDayOf(day(first), Temporal.Duration.from(length)).toString()).toBe(last)
  })
})

describe('two days', () => {
  it('come one before the other as the calendar has them', () => {
    fc.assert(
      fc.property(days, days, (one, other) => {
        expect(isEarlier(one, other)).toBe(Temporal.PlainDate.compare(one, other) < 0)
      }),
    )
  })
})

describe('a date that somebody writes', () => {
  it('is read back as it was written', () => {
    fc.assert(
      fc.property(days, (date) => {
        expect(parseDay(date.toString())?.equals(date)).toBe(true)
      }),
    )
  })

  it.each([
    '2027-02-29',
    '2027-04-31',
    '2027-13-01',
    '2027-00-10',
    '2027-1-1',
    '20270101',
    '2027-01-01T00:00:00Z',
    ' 2027-01-01',
    '2027-01-01\n',
    '+002027-01-01',
    '-000001-01-01',
    '２０２７-01-01',
    'today',
    '',
    20270101,
    null,
    undefined,
    {},
  ])('%j is no date', (text) => {
    expect(parseDay(text)).toBeNull()
  })

  it('may be a leap day in a leap year', () => {
    expect(parseDay('2028-02-29')?.toString()).toBe('2028-02-29')
  })
})

describe('time zones', () => {
  it('are known by their names', () => {
    expect(isTimeZone('Europe/Zurich')).toBe(true)
    expect(isTimeZone('Europe/Atlantis')).toBe(false)
    expect(isTimeZone('')).toBe(false)
  })

  it('decide which day it is', () => {
    const evening = instant('2027-03-01T23:30:00Z')
    expect(todayIn('UTC', evening).toString()).toBe('2027-03-01')
    expect(todayIn('Europe/Berlin', evening).toString()).toBe('2027-03-02')
    expect(todayIn('America/New_York', evening).toString()).toBe('2027-03-01')
  })

  it('show as an offset in timestamps, to the second', () => {
    const moment = instant('2027-07-01T12:00:00.987Z')
    expect(timestamp(moment)).toBe('2027-07-01T12:00:00+00:00')
    expect(timestamp(moment, 'Europe/Berlin')).toBe('2027-07-01T14:00:00+02:00')
  })
})
