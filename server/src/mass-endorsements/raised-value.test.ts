import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { IndexationSettings } from '../products/index.ts'
import { raisedValue } from './raised-value.ts'

const settings = (more: Partial<IndexationSettings> = {}): IndexationSettings => ({
  answer: 'sum',
  takesEffect: 'next_term',
  percentMax: 10,
  step: 1,
  clause: { en: 'No. 9' },
  agreedBy: null,
  ...more,
})
const by = (percent: string) => ({ answer: 'sum', percent, to: null })
const to = (value: number) => ({ answer: 'sum', percent: null, to: value })

describe('an answer that rises by an index', () => {
  it('is rounded half up to a step, and never above the limit', () => {
    expect(raisedValue(by('3.2'), settings({ step: 100 }), { sum: 30_000 })).toBe(31_000)
    expect(raisedValue(by('0.25'), settings(), { sum: 200 })).toBe(201)
    expect(raisedValue(by('10'), settings({ step: 1_000 }), { sum: 15_500 })).toBe(17_000)
    expect(raisedValue(by('10'), settings({ step: 1_000 }), { sum: 15_900 })).toBe(17_000)
    // A tenth has no exact fraction of two: 1.15 times 10 percent more is 1.265.
    expect(raisedValue(by('10'), settings(), { sum: 1_000_000_000_001 })).toBe(1_100_000_000_001)
  })

  it('stays where the terms do not allow it, with the reason', () => {
    expect(raisedValue(by('3'), undefined, { sum: 100 })).toBe('not_in_terms')
    const agreed = settings({ agreedBy: 'indexed' })
    expect(raisedValue(by('3'), agreed, { sum: 100 })).toBe('not_agreed')
    expect(raisedValue(by('3'), agreed, { sum: 100, indexed: true })).toBe(103)
    expect(raisedValue(by('3'), settings(), {})).toBe('answer_missing')
    expect(raisedValue(by('3'), settings(), { sum: '100' })).toBe('answer_missing')
    expect(raisedValue(by('10.0001'), settings(), { sum: 100 })).toBe('above_limit')
    expect(raisedValue(to(111), settings(), { sum: 100 })).toBe('above_limit')
    expect(raisedValue(to(110), settings(), { sum: 100 })).toBe(110)
    expect(raisedValue(to(100), settings(), { sum: 100 })).toBe('not_higher')
  })

  it('rises to a multiple of the step within half of one, or says why not', () => {
    const integer = (max: number) => fc.integer({ min: 1, max })
    const drawn = [integer(1e12), integer(100_000), integer(1_000_000), integer(10)] as const
    const rises = fc.property(...drawn, (sum, share, step, most) => {
      const percent = String(share / 10_000)
      const found = raisedValue(by(percent), settings({ step, percentMax: most }), { sum })
      if (typeof found === 'string') {
        // Too much, or too little for a step.
        expect(found).toBe(share > most * 10_000 ? 'above_limit' : 'not_higher')
        return
      }
      expect(found).toBeGreaterThan(sum)
      expect(found % step).toBe(0)
      const whole = 1_000_000n
      const difference = BigInt(found) * whole - BigInt(sum) * (whole + BigInt(share))
      expect(difference <= (BigInt(step) * whole) / 2n).toBe(true)
      expect(BigInt(found) * 100n <= BigInt(sum) * BigInt(100 + most)).toBe(true)
    })
    fc.assert(rises, { numRuns: 300 })
  })
})
