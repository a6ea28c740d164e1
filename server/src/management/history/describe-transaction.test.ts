import { expect, it } from 'vitest'
import type { ReadTransaction } from '../../policy-transactions/index.ts'
import { describeTransaction } from './describe-transaction.ts'

const effectiveDay = Temporal.PlainDate.from('2027-03-01')
const changed = (done: object): ReadTransaction =>
  ({
    version: { kind: 'endorsement', effectiveDay, details: {} },
    done: { timeline: { terms: [], segments: [], ending: null }, ...done },
  }) as unknown as ReadTransaction // All that a sentence speaks of.

it.each([
  [
    'en',
    { replaced: [{ path: ['deductible'], before: 500, after: 1_000 }], amount: -1_240 },
    'deductible from 500 to 1,000 from 1 March 2027; €12.40 credited',
  ],
  [
    'de',
    { replaced: [{ path: ['deductible'], before: 500, after: 1_000 }], amount: -1_240 },
    'deductible von 500 auf 1.000 ab 1. März 2027; 12,40 € zurück',
  ],
  [
    'it',
    { replaced: [{ path: ['damage_cover'], before: false, after: true }], amount: 990 },
    'damage cover da no a sì dal 1 marzo 2027; 9,90 € addebitati',
  ],
  [
    'en',
    {
      replaced: [
        { path: ['owner', 'first_name'], before: null, after: 'Nora' },
        { path: ['note'], before: 'x'.repeat(200), after: null },
      ],
      amount: 0,
    },
    `owner first name is Nora, note from ${'x'.repeat(80)}… to nothing from 1 March 2027`,
  ],
] as const)('in %s: %j', (language, done, sentence) => {
  expect(describeTransaction(changed(done), 'eur', language)?.replaceAll(/\s/g, ' ')).toBe(sentence)
})

it('omits what was not done', () => {
  const { version } = changed({})
  expect(describeTransaction({ version, done: null }, 'eur', 'en')).toBeNull()
})
