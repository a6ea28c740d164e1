import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { percentOf, quantileOf, stepOf } from './spread.ts'

const price = fc.integer({ min: 1, max: 10_000_000_00 })

describe('the spread of changes', () => {
  it('puts each change into the step that it lies in', () => {
    fc.assert(
      fc.property(price, fc.integer({ min: 0, max: 10_000_000_00 }), (before, after) => {
        const step = stepOf(before, after)
        const [from, to] = [percentOf(step), percentOf(step + 1)]
        const exact = (BigInt(after) - BigInt(before)) * 1_000_000n
        const at = (percent: number) => BigInt(Math.round(percent * 10_000)) * BigInt(before)
        expect(exact >= at(from)).toBe(true)
        if (from < 9_900) expect(exact < at(to)).toBe(true)
      }),
    )
  })

  it('gives quantiles that are never further than a step from the true ones', () => {
    const changes = fc.array(fc.tuple(price, price), { minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(changes, fc.constantFrom(100, 500, 2_500, 5_000, 9_900), (pairs, share) => {
        const counts = new Map<number, number>()
        for (const [before, after] of pairs) {
          const step = stepOf(before, after)
          counts.set(step, (counts.get(step) ?? 0) + 1)
        }
        const steps = [...counts].toSorted(([a], [b]) => a - b)
        const sorted = pairs
          .map(([before, after]) => stepOf(before, after))
          .toSorted((a, b) => a - b)
        const rank = Math.max(1, Math.ceil((sorted.length * share) / 10_000))
        expect(quantileOf({ steps }, share)).toBe(percentOf(sorted[rank - 1] ?? NaN))
      }),
    )
  })

  it('knows no quantile of nothing', () => {
    expect(quantileOf({ steps: [] }, 5_000)).toBeNull()
  })
})
