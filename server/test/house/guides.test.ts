import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { decideCover } from '../../src/products/index.ts'
import { knownOutputs } from '../../src/pricing/premium/output-names.ts'
import { durationStrategies } from '../../src/pricing/pricing-types.ts'
import { planFrequencies } from '../../src/products/index.ts'
import { somePolicy } from '../../src/policies/some-policy.ts'

const guide = await readFile(
  new URL('../../../docs/guides/cover-and-payment.md', import.meta.url),
  'utf8',
)

describe('the guide to cover and payment', () => {
  test.each([...durationStrategies, ...knownOutputs, ...planFrequencies, 'invoice', 'sandbox'])(
    'has a row for %s',
    (name) => {
      expect(guide).toMatch(new RegExp(`^\\|.*\`${name}\`.*\\|$`, 'm'))
    },
  )

  test.each([
    ['fixed_start', { policyStartDate: '2027-03-01' }, '2027-03-01', undefined],
    ['fixed_end', { policyEndDate: '2027-12-31' }, '2027-01-10', '2027-12-31'],
    [
      'fixed_start_end',
      { policyStartDate: '2027-07-05', policyEndDate: '2027-07-18' },
      '2027-07-05',
      '2027-07-18',
    ],
    [
      'start_plus_duration',
      { policyStartDate: '2027-03-01', policyDuration: 'P1Y' },
      '2027-03-01',
      '2028-02-29',
    ],
  ] as const)('names the days of %s as they are', (durationStrategy, outputs, start, end) => {
    const { premium } = somePolicy().quote
    const decision = decideCover(
      { ...premium, durationStrategy, ...outputs },
      {},
      Temporal.PlainDate.from('2027-01-10'),
    )
    expect(decision).toMatchObject({ ok: true })
    if (!decision.ok) return
    expect(decision.cover.startDay.toString()).toBe(start)
    expect(decision.cover.endDay?.toString()).toBe(end)
  })
})
