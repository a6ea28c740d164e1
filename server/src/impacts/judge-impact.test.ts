import { describe, expect, it } from 'vitest'
import { type ImpactLimits, stricter } from '../products/index.ts'
import { excessesOf } from './judge-impact.ts'
import type { PricedRow, Verdict } from './tally/priced-row.ts'
import { Counter, resultOf } from './tally/tally.ts'

const noLimits: ImpactLimits = {
  averagePercent: null,
  singlePercent: null,
  newlyRefusedPercent: null,
  failed: null,
}

function row(before: number, verdict: Verdict | number): PricedRow {
  return {
    policyId: null,
    policyNumber: null,
    quoteId: 'qu_1',
    item: '',
    plan: '',
    integration: '',
    before,
    verdict:
      typeof verdict === 'number' ? { outcome: 'priced', after: verdict, shares: null } : verdict,
    groups: [],
  }
}

function excesses(rows: readonly PricedRow[], limits: Partial<ImpactLimits>): string[] {
  const counter = new Counter(0, null)
  for (const one of rows) counter.add(one)
  return excessesOf(resultOf(counter.tally(), { groupings: [], hasShares: false }), {
    ...noLimits,
    ...limits,
  })
}

const knockedOut: Verdict = { outcome: 'knocked_out', code: 'too_old' }
const refused: Verdict = { outcome: 'refused', fields: ['age'] }
const notSold: Verdict = { outcome: 'not_sold', missing: 'item' }
const failed: Verdict = { outcome: 'failed', place: 'step rate', reason: 'nothing fits' }

describe('an impact beside its limits', () => {
  it.each([
    [
      'the premium of the portfolio',
      [row(10_000, 10_500)],
      { averagePercent: 5 },
      { averagePercent: 4 },
    ],
    ['a fall of it', [row(10_000, 9_500)], { averagePercent: 5 }, { averagePercent: 4.99 }],
    [
      'one policy, whatever the others do',
      [row(10_000, 12_000), row(10_000, 8_000)],
      { averagePercent: 0, singlePercent: 20 },
      { singlePercent: 19 },
    ],
    ['one that falls', [row(10_000, 7_000)], { singlePercent: 30 }, { singlePercent: 29 }],
    [
      'all that would not be sold any more, for whichever reason',
      [row(1, 1), row(1, knockedOut), row(1, refused), row(1, notSold)],
      { newlyRefusedPercent: 75, failed: 0 },
      { newlyRefusedPercent: 74 },
    ],
    [
      'calculations that fail',
      [row(1, 1), row(1, failed), row(1, failed)],
      { failed: 2, newlyRefusedPercent: 0 },
      { failed: 1 },
    ],
  ])('is held by %s where that goes beyond, and not before', (_, rows, enough, tooStrict) => {
    expect(excesses(rows, enough)).toEqual([])
    expect(excesses(rows, tooStrict)).toHaveLength(1)
  })

  it('reports figures that are above their limits', () => {
    const rows = [row(1_000_000, 1_050_010)]
    expect(excesses(rows, { averagePercent: 5, singlePercent: 5 })).toEqual([
      'the premium of the portfolio changes by 5.001 %, and the limit is 5 %',
      'one policy changes by 5.001 %, and the limit is 5 %',
    ])
  })

  it('is not held by a limit that it just reaches, whatever percentage that is', () => {
    for (let percent = 1; percent <= 100; percent++) {
      const rows = [row(10_000, 10_000 + percent * 100)]
      expect(excesses(rows, { averagePercent: percent, singlePercent: percent })).toEqual([])
      const many = Array.from({ length: 100 }, (_, at) => row(1, at < percent ? refused : 1))
      expect(excesses(many, { newlyRefusedPercent: percent })).toEqual([])
    }
  })

  it('is held by a hair, which nobody rounds away', () => {
    const rows = [row(10_000_000, 11_000_100)]
    expect(excesses(rows, { averagePercent: 10 })).toHaveLength(1)
    expect(excesses(rows, { singlePercent: 10 })).toHaveLength(1)
  })

  it('is held by what cost nothing, which has no percentage', () => {
    expect(excesses([row(0, 100)], { singlePercent: 1_000 })).toEqual([
      'policies that cost nothing would cost something: 1 policy',
    ])
  })

  it('over nothing is within all of them', () => {
    const limits = { averagePercent: 0, singlePercent: 0, newlyRefusedPercent: 0, failed: 0 }
    expect(excesses([], limits)).toEqual([])
  })
})

describe('what two versions ask for', () => {
  const gate = (
    needs: readonly ('tests' | 'impact')[],
    impactAgeDays: number,
    impactMax: ImpactLimits,
  ) => ({ needs: [...needs], impactAgeDays, impactMax })

  it('is the stricter of the two, limit by limit, whichever of them is live', () => {
    const one = gate(['impact'], 3, { ...noLimits, averagePercent: 5, failed: 9 })
    const other = gate(['tests', 'impact'], 7, {
      ...noLimits,
      averagePercent: 8,
      singlePercent: 20,
      newlyRefusedPercent: 1,
      failed: 0,
    })
    for (const both of [stricter(one, other), stricter(other, one)]) {
      expect(both?.needs.toSorted()).toEqual(['impact', 'tests'])
      expect(both).toMatchObject({
        impactAgeDays: 3,
        impactMax: { averagePercent: 5, singlePercent: 20, newlyRefusedPercent: 1, failed: 0 },
      })
    }
  })

  it('takes no age from one that looks at no impact', () => {
    const tests = gate(['tests'], 7, noLimits)
    expect(stricter(tests, gate(['impact'], 30, noLimits))).toMatchObject({ impactAgeDays: 30 })
    expect(stricter(undefined, tests)).toBe(tests)
    expect(stricter(undefined, undefined)).toBeNull()
  })
})
