import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formulaValue } from '../testing/formula-value.ts'
import { dayOf, isoOfSerial, serialMax, serialOf, serialOfIso } from './serial.ts'

function holds(cases: readonly (readonly [string, string])[]): void {
  for (const [formula, value] of cases) expect(formulaValue(formula), formula).toBe(value)
}

const days = fc
  .integer({ min: 0, max: 2_958_464 - 61 })
  .map((count) => Temporal.PlainDate.from('1900-03-01').add({ days: count }))

function serial(day: Temporal.PlainDate): number {
  return serialOf(day.year, day.month, day.day) ?? -1
}

describe('day numbers', () => {
  test('keep the 29th of February 1900 that spreadsheets count', () => {
    holds([
      ['DATE(1900,1,1)', '1'],
      ['DATE(1900,2,28)', '59'],
      ['DATE(1900,2,29)', '60'],
      ['DATE(1900,3,1)', '61'],
      ['DAY(60)', '29'],
      ['DAY(0)', '0'],
      ['DATE(9999,12,31)', '2958465'],
      ['DATE(2024,2,29)', '45351'],
    ])
    expect(isoOfSerial(60)).toBeNull()
    expect(isoOfSerial(serialMax)).toBe('9999-12-31')
    expect(serialOfIso('1899-12-31')).toBeNull()
    expect(serialOfIso('2026-02-30')).toBeNull()
  })

  test('agree with the calendar on every day from March 1900', () => {
    fc.assert(
      fc.property(days, (day) => {
        const number = serial(day)
        expect(isoOfSerial(number)).toBe(day.toString())
        expect(serialOfIso(day.toString())).toBe(number)
        const { year, month, day: date } = dayOf(number)
        expect([year, month, date]).toEqual([day.year, day.month, day.day])
        expect(formulaValue(`WEEKDAY(${number},2)`)).toBe(String(day.dayOfWeek))
      }),
      { numRuns: 500 },
    )
  })

  test('months are added and days counted as the calendar does', () => {
    fc.assert(
      fc.property(days, days, fc.integer({ min: -240, max: 240 }), (a, b, months) => {
        const moved = a.add({ months })
        fc.pre(moved.year >= 1901 && moved.year <= 9999)
        expect(formulaValue(`EDATE(${serial(a)},${months})`)).toBe(String(serial(moved)))
        const end = moved.with({ day: moved.daysInMonth })
        expect(formulaValue(`EOMONTH(${serial(a)},${months})`)).toBe(String(serial(end)))
        const between = a.until(b, { largestUnit: 'days' }).days
        expect(formulaValue(`DAYS(${serial(b)},${serial(a)})`)).toBe(String(between))
      }),
    )
  })

  test('working days agree with counting them one by one', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 60 }), (from, length) => {
        const all = Array.from({ length: length + 1 }, (_, count) => from.add({ days: count }))
        fc.pre(all.every((day) => day.year <= 9999))
        const working = all.filter(({ dayOfWeek }) => dayOfWeek <= 5).length
        const call = `NETWORKDAYS(${serial(from)},${serial(from) + length})`
        expect(formulaValue(call)).toBe(String(working))
      }),
    )
  })
})

describe('date functions', () => {
  test('parts, carries and texts', () => {
    holds([
      ['YEAR(DATE(2026,11,15))', '2026'],
      ['MONTH("2026-11-15")', '11'],
      ['DATE(2026,13,1)-DATE(2027,1,1)', '0'],
      ['DATE(2026,3,0)-DATE(2026,2,28)', '0'],
      ['DATE(26,1,1)', '9498'],
      ['DATEVALUE("2026-11-15")', '46341'],
      ['DATEVALUE("15.11.2026")', '#VALUE!'],
      ['YEAR(-1)', '#NUM!'],
      ['EDATE(DATE(2024,1,31),1)-DATE(2024,2,29)', '0'],
      ['EOMONTH(DATE(2023,1,31),1)-DATE(2023,2,28)', '0'],
      ['WEEKDAY(DATE(2026,11,15))', '1'],
      ['WEEKDAY(DATE(2026,11,15),3)', '6'],
      ['WEEKDAY(DATE(2026,11,15),11)', '7'],
      ['WEEKDAY(DATE(2026,11,15),9)', '#NUM!'],
      ['NETWORKDAYS(DATE(2026,12,21),DATE(2026,12,31),DATE(2026,12,25))', '8'],
      ['NETWORKDAYS(DATE(2026,12,31),DATE(2026,12,21))', '-9'],
    ])
  })

  test('differences in years, months and days', () => {
    const born = 'DATE(1990,5,20)'
    const now = 'DATE(2026,11,15)'
    holds([
      [`DATEDIF(${born},${now},"Y")`, '36'],
      [`DATEDIF(${born},${now},"M")`, '437'],
      [`DATEDIF(${born},${now},"D")`, '13328'],
      [`DATEDIF(${born},${now},"YM")`, '5'],
      [`DATEDIF(${born},${now},"MD")`, '26'],
      [`DATEDIF(${born},${now},"YD")`, '179'],
      [`DATEDIF(${now},${born},"Y")`, '#NUM!'],
      [`DATEDIF(${born},${now},"Q")`, '#NUM!'],
    ])
  })

  test('fractions of a year in each of the five counts', () => {
    const range = 'DATE(2012,1,1),DATE(2012,7,30)'
    holds([
      [`ROUND(YEARFRAC(${range}),10)`, '0.5805555556'],
      [`ROUND(YEARFRAC(${range},1),10)`, '0.5765027322'],
      [`ROUND(YEARFRAC(${range},2),10)`, '0.5861111111'],
      [`ROUND(YEARFRAC(${range},3),10)`, '0.5780821918'],
      [`ROUND(YEARFRAC(${range},4),10)`, '0.5805555556'],
      [`YEARFRAC(${range},5)`, '#NUM!'],
      ['YEARFRAC(DATE(2025,1,1),DATE(2026,1,1),1)', '1'],
      ['YEARFRAC(DATE(2026,1,1),DATE(2025,1,1))', '1'],
    ])
  })
})
