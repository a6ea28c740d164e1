import { expect, it } from 'vitest'
import { casesOf, isFailedCase } from './test-cases.ts'

const files = new Map([
  ['tests/prices.yaml', Buffer.from('- name: a "week"\n- name: a month\n')],
  ['tests/one.yaml', Buffer.from(`name: ${'long '.repeat(60)}\n`)],
  ['product.yaml', Buffer.from('key: travel\n')],
])
const problem = (file: string, place: string, message: string) => ({
  file,
  place,
  message,
  fix: '',
})

it('tells outputs apart from other differences', () => {
  const message =
    'net_premium is 1260, but 1050 was expected. policy_end_date is "2027-07-14", but null was expected. Pricing has no output grosss; did you mean gross?'
  const cases = casesOf(files, [problem('tests/prices.yaml', 'case "a \\"week\\""', message)])
  expect(cases[0]).toEqual({
    file: 'tests/prices.yaml',
    name: 'a "week"',
    passed: false,
    differences: [
      { output: 'net_premium', expected: 1050, actual: 1260 },
      { output: 'policy_end_date', expected: null, actual: '2027-07-14' },
      { message: 'Pricing has no output grosss; did you mean gross?' },
    ],
  })
  expect(cases.slice(1).every((one) => one.passed)).toBe(true)
})

it('finds a case by its shortened name', () => {
  const place = `case "${'long '.repeat(60).slice(0, 80)}…"`
  const cases = casesOf(files, [problem('tests/one.yaml', place, 'A price was expected.')])
  expect(cases.map((one) => one.passed)).toEqual([true, true, false])
})

it('takes a mistake in a test file for what it is', () => {
  expect(isFailedCase(problem('tests/prices.yaml', 'line 3, name', ''))).toBe(false)
  expect(isFailedCase(problem('tests/prices.yaml', 'case "a month"', ''))).toBe(true)
})
