import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Grouping } from './grouping.ts'
import type { PricedRow, RowShare, Verdict } from './priced-row.ts'
import { Counter, type ImpactResult, resultOf } from './tally.ts'

interface Given {
  readonly before?: number
  readonly verdict: Verdict | number
  readonly groups?: readonly string[]
  readonly shares?: readonly RowShare[]
}

function row({ before = 10_000, verdict, groups = [], shares }: Given, at: number): PricedRow {
  return {
    policyId: null,
    policyNumber: `P-${at}`,
    quoteId: 'qu_1',
    item: '',
    plan: '',
    integration: '',
    before,
    verdict:
      typeof verdict === 'number'
        ? { outcome: 'priced', after: verdict, shares: shares ?? null }
        : verdict,
    groups,
  }
}

function counted(rows: readonly Given[], groupings: readonly Grouping[] = []): ImpactResult {
  const counter = new Counter(groupings.length, null)
  for (const [at, one] of rows.entries()) counter.add(row(one, at))
  return resultOf(counter.tally(), { groupings, hasShares: true })
}

const share = (place: string, amount: number): RowShare => ({
  cause: 'cell',
  place,
  before: 1,
  after: 2,
  amount,
})

describe('what was counted of a portfolio', () => {
  it('names the ten that rise and the ten that fall most, the greatest first, the earlier of two alike', () => {
    const change = fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 40, maxLength: 60 })
    fc.assert(
      fc.property(change, (changes) => {
        const { rise, fall, risen, fallen } = counted(
          changes.map((by) => ({ verdict: 10_000 + by })),
        )
        const most = (sign: number) =>
          changes
            .map((by, at) => ({ name: `P-${at}`, by: by * sign }))
            .filter(({ by }) => by > 0)
            .toSorted((a, b) => b.by - a.by) // Stable: of two alike the earlier.
            .slice(0, 10)
            .map(({ name }) => name)
        expect([risen, fallen]).toEqual([
          changes.filter((by) => by > 0).length,
          changes.filter((by) => by < 0).length,
        ])
        expect(rise.map(({ name }) => name)).toEqual(most(1))
        expect(fall.map(({ name }) => name)).toEqual(most(-1))
      }),
      { numRuns: 100 },
    )
  })

  it('lists bands as they rise, values by their number, and what is in no band last', () => {
    const of = (groups: readonly string[]) => ({ verdict: 10_000, groups })
    const { groups } = counted(
      [
        of(['(none)', 'south']),
        of(['10 and more', 'north']),
        of(['below 0', 'north']),
        of(['0 to below 10', 'west']),
      ],
      [
        { field: 'sum', bands: [0, 10] },
        { field: 'region', bands: null },
      ],
    )
    expect(groups.map(({ values }) => values.map(([value]) => value))).toEqual([
      ['below 0', '0 to below 10', '10 and more', '(none)'],
      ['north', 'south', 'west'],
    ])
  })

  it('needs no more room for more values, causes and shares, and loses none of them', () => {
    const rows = Array.from({ length: 1_200 }, (_, at): Given => {
      if (at % 2 === 0) {
        const shares = [share(`cell ${at}`, 10)]
        return { verdict: 10_010, groups: [`value ${at}`], shares }
      }
      return { verdict: { outcome: 'refused', fields: [`field ${at}`] }, groups: [`value ${at}`] }
    })
    const { groups, causes, shares, counts } = counted(rows, [{ field: 'x', bands: null }])
    const values = groups[0]?.values ?? []
    expect(values).toHaveLength(101)
    expect(values[0]).toMatchObject(['(others)', { count: 1_100 }])
    expect(causes.refused).toHaveLength(51)
    expect(causes.refused[0]).toMatchObject({ cause: '(others)', count: 550 })
    expect(shares).toHaveLength(501)
    expect(shares?.[0]).toMatchObject({ place: '(others)', amount: 1_000, count: 100 })
    const sum = shares?.reduce((total, { amount }) => total + amount, 0)
    expect(sum).toBe(counts.after - counts.before)
  })

  it('counts each field once for a policy, and says which concern most of them', () => {
    const refused = (...fields: string[]): Given => ({ verdict: { outcome: 'refused', fields } })
    const { causes } = counted([refused('a', 'b'), refused('b', 'b'), refused('b')])
    expect(causes.refused).toEqual([
      { cause: 'b', count: 3, example: 'P-0' },
      { cause: 'a', count: 1, example: 'P-0' },
    ])
  })

  it('goes on from where it was left, as if it had never stopped', () => {
    const verdict = fc.oneof<fc.Arbitrary<Verdict | number>[]>(
      fc.integer({ min: 0, max: 20_000 }),
      fc.constant({ outcome: 'knocked_out', code: 'too_old' } as const),
      fc.constant({ outcome: 'not_sold', missing: 'plan' } as const),
      fc.constant({ outcome: 'failed', place: 'step x', reason: 'no' } as const),
    )
    const given = fc.record({
      before: fc.integer({ min: 0, max: 20_000 }),
      verdict,
      groups: fc.constantFrom(['a'], ['b']),
      shares: fc.constantFrom([share('B1', 5)], [share('B2', -5), share('B1', 1)]),
    })
    const groupings = [{ field: 'x', bands: null }]
    fc.assert(
      fc.property(fc.array(given, { maxLength: 40 }), fc.nat(40), (rows, cut) => {
        let counter = new Counter(1, null)
        for (const [at, one] of rows.entries()) {
          // As it is written down and read again.
          if (at === cut) counter = new Counter(1, JSON.parse(JSON.stringify(counter.tally())))
          counter.add(row(one, at))
        }
        expect(resultOf(counter.tally(), { groupings, hasShares: true })).toEqual(
          counted(rows, groupings),
        )
      }),
      { numRuns: 60 },
    )
  })
})
