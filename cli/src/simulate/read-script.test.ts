import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readScript } from './read-script.ts'
import { stepValues } from './step-values.ts'

const mistakesOf = (text: string) =>
  readScript(text, 'life.yaml').problems.map(({ place, message, fix }) => [place, message, fix])

it('reads the sale and the steps, each with its line, folders seen from the script', () => {
  const text = [
    'at: 2027-01-20',
    'renewals: accept',
    'steps:',
    '  - month: 5',
    '    day: 10',
    '    change: { deductible: 20000 }',
    '  - on: 2027-11-01',
    '    publish: ../next',
    '  - month: 12',
    '    renewal: retry',
    '  - month: 13',
    '    pay:',
  ].join('\n')
  expect(readScript(text, '/lives/a/life.yaml')).toEqual({
    problems: [],
    script: {
      settings: { at: '2027-01-20', renewals: 'accept' },
      steps: [
        { line: 4, folder: null, step: { month: 5, day: 10, change: { deductible: 20000 } } },
        { line: 7, folder: '/lives/next', step: { on: '2027-11-01', publish: '../next' } },
        { line: 9, folder: null, step: { month: 12, renewal: { retry: {} } } },
        { line: 11, folder: null, step: { month: 13, pay: true } },
      ],
    },
  })
  expect(readScript('', 'life.yaml')).toMatchObject({ problems: [], script: { steps: [] } })
})

it.each([
  ['- month: 2\n  card: soft-declined', 'line 2', 'card cannot be', 'Did you mean soft_decline?'],
  ['steps:\n  - mont: 2', 'line 2', 'no member "mont"', 'Did you mean month?'],
  [
    '- month: 2\n  pay: cash',
    'line 2',
    'pay cannot be "cash".',
    'Write nothing, card or transfer.',
  ],
  ['- month: 0', 'line 1', 'month cannot be 0.', 'counted from 1'],
  ['- month: 1\n  cancel: { lastday: 1 }', 'line 2', 'cancel cannot be', 'last_day'],
  ['plann: monthly', 'line 1', 'no member "plann"', 'Did you mean plan?'],
  ['renewals: yes', 'line 1', 'renewals cannot be "yes"', 'Write accept, or wait'],
  ['steps: soon', 'line 1', 'not a list', 'hyphen'],
  ['- soon', 'line 1', 'not a step', '"- month: 5"'],
  ['- [1\n', 'line 2', 'Flow sequence', 'YAML'],
])('%j is a mistake, and what would fix it is said', (text, line, message, fix) => {
  expect(mistakesOf(text)).toEqual([
    [line, expect.stringContaining(message), expect.stringContaining(fix)],
  ])
})

it('takes whatever is written, and names lines that are there', () => {
  const words = fc.constantFrom(
    '- ',
    'steps:\n',
    ': ',
    '\n',
    '  ',
    '{',
    '}',
    '[',
    '5',
    'true',
    ...Object.keys(stepValues),
  )
  fc.assert(
    fc.property(fc.array(words, { maxLength: 20 }), (parts) => {
      const text = parts.join('')
      const lines = text.split('\n').length
      for (const { place } of readScript(text, 'life.yaml').problems) {
        expect(Number(place.slice('line '.length))).toBeLessThanOrEqual(lines)
      }
    }),
  )
})
