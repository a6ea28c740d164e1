import { describe, expect, it } from 'vitest'
import { checkerFor, context, errorsOf, failing } from './test-product.ts'

describe('days before and after, seen from Wednesday 15 April 2026', () => {
  it.each([
    ['yesterday', '2026-04-14'],
    ['today', '2026-04-15'],
    ['tomorrow', '2026-04-16'],
    ['+1 day', '2026-04-16'],
    ['+ 2 days', '2026-04-17'],
    ['3 weeks', '2026-05-06'],
    ['+18 months', '2027-10-15'],
    ['-3 days', '2026-04-12'],
    ['2 weeks ago', '2026-04-01'],
    ['18 years ago', '2008-04-15'],
    ['next month', '2026-05-15'],
    ['last year', '2025-04-15'],
    ['2027-01-01', '2027-01-01'],
  ])('%s is a day that only it equals', (phrase, day) => {
    const at = Temporal.PlainDate.from(day)
    expect(failing(`after_or_equal:${phrase}|before_or_equal:${phrase}`, day)).toEqual([])
    expect(failing(`after:${phrase}`, day)).toEqual(['after'])
    expect(failing(`before:${phrase}`, day)).toEqual(['before'])
    expect(failing(`after:${phrase}`, at.add({ days: 1 }).toString())).toEqual([])
    expect(failing(`before:${phrase}`, at.subtract({ days: 1 }).toString())).toEqual([])
  })

  it('counts months to the last day of a shorter month', () => {
    const checker = checkerFor({ value: 'before_or_equal:+1 month' })
    const monthEnd = { ...context, today: Temporal.PlainDate.from('2026-01-31') }
    expect(checker.check({ value: '2026-02-28' }, monthEnd)).toEqual([])
    expect(checker.check({ value: '2026-03-01' }, monthEnd)).toHaveLength(1)
  })

  it('asks for the day each time, since a checker outlives it', () => {
    const checker = checkerFor({ value: 'after:today' })
    const document = { value: '2026-04-16' }
    const nextDay = { ...context, today: Temporal.PlainDate.from('2026-04-16') }
    expect(checker.check(document, context)).toEqual([])
    expect(checker.check(document, nextDay)).toHaveLength(1)
    expect(checker.check(document, context)).toEqual([])
  })
})

describe('timestamps', () => {
  it('count as the day they fall on in the time zone of the product', () => {
    // 22:30 in London is already half past midnight of the next day in Zurich.
    expect(failing('iso_datetime|after:today', '2026-04-15T22:30:00Z')).toEqual([])
    expect(failing('iso_datetime|after:today', '2026-04-15T21:30:00Z')).toEqual(['after'])
  })

  it('compare by instant with another timestamp and by day with a date', () => {
    const definition = { start: '', end: 'after:start' }
    const isAfter = (start: string, end: string) =>
      errorsOf(definition, { start, end }).length === 0
    expect(isAfter('2026-05-01T10:00:00+02:00', '2026-05-01T08:00:01Z')).toBe(true)
    expect(isAfter('2026-05-01T10:00:00+02:00', '2026-05-01T08:00:00Z')).toBe(false)
    expect(isAfter('2026-05-01', '2026-05-01T20:00:00Z')).toBe(false)
    expect(isAfter('2026-05-01', '2026-05-01T22:00:00Z')).toBe(true)
    expect(isAfter('2026-05-01T22:00:00Z', '2026-05-02')).toBe(false)
    expect(isAfter('2026-05-01T22:00:00Z', '2026-05-03')).toBe(true)
  })

  it('compare with a timestamp in the rule', () => {
    expect(failing('after:2026-05-01T10:00:00Z', '2026-05-01T10:00:01Z')).toEqual([])
    expect(failing('after:2026-05-01T10:00:00Z', '2026-05-01T09:00:00Z')).toEqual(['after'])
  })

  it('lie in a year of the time zone of the product', () => {
    expect(failing('year:=,2027', '2026-12-31T23:30:00Z')).toEqual([])
  })
})

describe('a date beside another field', () => {
  const definition = { start: 'iso_date', end: 'iso_date|after_or_equal:start' }

  it('is compared with that field', () => {
    expect(errorsOf(definition, { start: '2026-05-01', end: '2026-05-01' })).toEqual([])
    expect(errorsOf(definition, { start: '2026-05-02', end: '2026-05-01' })).toHaveLength(1)
  })

  it('has not been shown to be later than a date that is missing or is none', () => {
    expect(errorsOf(definition, { end: '2026-05-01' })).toHaveLength(1)
    expect(errorsOf(definition, { start: 'soon', end: '2026-05-01' })).toHaveLength(2)
    expect(errorsOf(definition, {})).toEqual([])
  })
})
