import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compileRules } from '../rules/index.ts'
import { allowedValues } from './allowed-values.ts'

const of = (validation: string, given?: number) =>
  allowedValues({ name: 'sum', path: 'data', validation }, given)
const valuesOf = (validation: string, given?: number) => {
  const allowed = of(validation, given)
  return allowed.ok ? allowed.values : allowed.why
}

it('goes through what is listed, and through both answers of a yes or no', () => {
  expect(valuesOf('integer|required|in:0,10000,20000')).toEqual([0, 10_000, 20_000])
  expect(valuesOf('string|in:25,45')).toEqual([null, '25', '45'])
  expect(valuesOf('boolean|required')).toEqual([false, true])
})

it('takes all of a short range, and round numbers of a long one beside its ends', () => {
  expect(valuesOf('integer|required|min:1|lt:5')).toEqual([1, 2, 3, 4])
  expect(valuesOf('integer|required|min:80000|max:2000000', 95_000)).toEqual([
    80_000, 95_000, 200_000, 400_000, 600_000, 800_000, 1_000_000, 1_200_000, 1_400_000, 1_600_000,
    1_800_000, 2_000_000,
  ])
  expect(valuesOf('numeric|required|gt:0|max:0.3')).toEqual([0.05, 0.1, 0.15, 0.2, 0.25, 0.3])
})

it('says why nothing can be gone through', () => {
  expect(valuesOf('integer|required|min:0')).toContain('both a least and a greatest')
  expect(valuesOf('integer|required|min:0|lt:data.other')).toContain('both a least and a greatest')
  expect(valuesOf('string|required')).toContain('list no values')
  expect(valuesOf('iso_date|required|after:today')).toContain('it is a date')
  expect(valuesOf('integer|min:5|max:4')).toContain('no number')
})

it('gives only numbers that the rules allow, never very many, whatever the range', () => {
  const end = fc.integer({ min: -1e9, max: 1e9 })
  const step = fc.constantFrom(
    '',
    '|divisible_without_remainder:5',
    '|divisible_without_remainder:250',
  )
  const low = fc.constantFrom('min', 'gt', 'gte')
  const high = fc.constantFrom('max', 'lt', 'lte')
  fc.assert(
    fc.property(end, fc.nat(1e7), step, low, high, (least, span, rest, from, to) => {
      const validation = `integer|required|${from}:${least}|${to}:${least + span}${rest}`
      const field = { name: 'sum', path: 'data', validation }
      const compiled = compileRules([field], {
        file: '',
        timeZone: 'UTC',
        dataset: () => undefined,
      })
      if (!compiled.ok) return
      const allowed = allowedValues(field, least + Math.floor(span / 2))
      if (!allowed.ok) return
      const context = {
        now: Temporal.PlainDateTime.from('2027-03-01T12:00'),
        item: () => undefined,
        hasLiteral: () => false,
      }
      const given = least + Math.floor(span / 2)
      for (const sum of allowed.values.filter((value) => value !== given)) {
        expect(compiled.checker.check({ data: { sum } }, context)).toEqual([])
      }
      expect(allowed.values.length).toBeLessThanOrEqual(26)
    }),
  )
})
