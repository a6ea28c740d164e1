import { describe, expect, it } from 'vitest'
import { checkerFor, context, errorsOf, failing } from './test-product.ts'

describe('seen from half past ten on Wednesday 15 April 2026', () => {
  it.each([
    ['yesterday', '2026-04-14'],
    ['today', '2026-04-15'],
    ['tomorrow', '2026-04-16'],
    ['2027-01-01', '2027-01-01'],
  ])('%s is a midnight, which only that day is', (phrase, day) => {
    const at = Temporal.PlainDate.from(day)
    expect(failing(`after_or_equal:${phrase}|before_or_equal:${phrase}`, day)).toEqual([])
    expect(failing(`after:${phrase}`, day)).toEqual(['after'])
    expect(failing(`before:${phrase}`, day)).toEqual(['before'])
    expect(failing(`after:${phrase}`, at.add({ days: 1 }).toString())).toEqual([])
    expect(failing(`before:${phrase}`, at.subtract({ days: 1 }).toString())).toEqual([])
  })

  it.each([
    ['+1 day', '2026-04-16'],
    ['+ 2 days', '2026-04-17'],
    ['3 weeks', '2026-05-06'],
    ['+18 months', '2027-10-15'],
    ['-3 days', '2026-04-12'],
    ['2 weeks ago', '2026-04-01'],
    ['18 years ago', '2008-04-15'],
    ['next month', '2026-05-15'],
    ['last year', '2025-04-15'],
  ])('%s is half past ten of a day, which began before that', (phrase, day) => {
    const at = Temporal.PlainDate.from(day)
    expect(failing(`before:${phrase}|before_or_equal:${phrase}`, day)).toEqual([])
    expect(failing(`after:${phrase}`, day)).toEqual(['after'])
    expect(failing(`after_or_equal:${phrase}`, day)).toEqual(['after_or_equal'])
    expect(failing(`after:${phrase}`, at.add({ days: 1 }).toString())).toEqual([])
    expect(failing(`before:${phrase}`, at.add({ days: 1 }).toString())).toEqual(['before'])
    expect(failing(`before:${phrase}`, at.subtract({ days: 1 }).toString())).toEqual([])
  })

  it('whoever turns 18 today is of age, and whoever does tomorrow is not', () => {
    expect(failing('iso_date|before:18 years ago', '2008-04-15')).toEqual([])
    expect(failing('iso_date|before:18 years ago', '2008-04-16')).toEqual(['before'])
  })

  it('at midnight the phrase is the very beginning of the day', () => {
    const checker = checkerFor({ value: 'before:18 years ago' })
    const midnight = { ...context, now: Temporal.PlainDateTime.from('2026-04-15T00:00') }
    const second = { ...context, now: Temporal.PlainDateTime.from('2026-04-15T00:00:01') }
    expect(checker.check({ value: '2008-04-15' }, midnight)).toHaveLength(1)
    expect(checker.check({ value: '2008-04-15' }, second)).toEqual([])
  })

  it('counts months to the last day of a shorter month', () => {
    const checker = checkerFor({ value: 'before_or_equal:+1 month' })
    const monthEnd = { ...context, now: Temporal.PlainDateTime.from('2026-01-31T10:30') }
    expect(checker.check({ value: '2026-02-28' }, monthEnd)).toEqual([])
    expect(checker.check({ value: '2026-03-01' }, monthEnd)).toHaveLength(1)
  })

  it('asks for the day each time, since a checker outlives it', () => {
    const checker = checkerFor({ value: 'after:today' })
    const document = { value: '2026-04-16' }
    const nextDay = { ...context, now: Temporal.PlainDateTime.from('2026-04-16T10:30') }
    expect(checker.check(document, context)).toEqual([])
    expect(checker.check(document, nextDay)).toHaveLength(1)
    expect(checker.check(document, context)).toEqual([])
  })
})

describe('timestamps', () => {
  it('compare with midnights of the time zone of the product', () => {
    // 22:00 in London is midnight in Zurich, where clocks are two hours ahead in April.
    expect(failing('iso_datetime|after:tomorrow', '2026-04-15T22:00:01Z')).toEqual([])
    expect(failing('iso_datetime|after:tomorrow', '2026-04-15T22:00:00Z')).toEqual(['after'])
    expect(failing('iso_datetime|before:tomorrow', '2026-04-15T21:59:59Z')).toEqual([])
    expect(failing('iso_datetime|after:today', '2026-04-15T06:00:00Z')).toEqual([])
  })

  it('compare with the present moment where a phrase counts from it', () => {
    expect(failing('after:+1 day', '2026-04-16T08:30:01Z')).toEqual([])
    expect(failing('after:+1 day', '2026-04-16T08:30:00Z')).toEqual(['after'])
    expect(failing('before:+1 day', '2026-04-16T08:29:59.999999999Z')).toEqual([])
  })

  it('compare by instant with another timestamp and with the midnight of a date', () => {
    const definition = { start: '', end: 'after:start' }
    const isAfter = (start: string, end: string) =>
      errorsOf(definition, { start, end }).length === 0
    expect(isAfter('2026-05-01T10:00:00+02:00', '2026-05-01T08:00:01Z')).toBe(true)
    expect(isAfter('2026-05-01T10:00:00+02:00', '2026-05-01T08:00:00Z')).toBe(false)
    expect(isAfter('2026-05-01', '2026-04-30T22:00:00Z')).toBe(false)
    expect(isAfter('2026-05-01', '2026-04-30T22:00:01Z')).toBe(true)
    expect(isAfter('2026-05-01T22:00:00Z', '2026-05-02')).toBe(false)
    expect(isAfter('2026-05-01T21:59:59Z', '2026-05-02')).toBe(true)
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
