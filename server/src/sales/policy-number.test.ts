import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mintPolicyNumber, policyNumberAlphabet } from './policy-number.ts'

describe('a policy number', () => {
  it('is the prefix, a dash and eight characters that nobody mistakes for one another', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z0-9]{1,10}$/), (prefix) => {
        const number = mintPolicyNumber(prefix)
        expect(number.slice(0, prefix.length + 1)).toBe(`${prefix}-`)
        const characters = number.slice(prefix.length + 1).split('')
        expect(characters).toHaveLength(8)
        expect(characters.filter((one) => !policyNumberAlphabet.includes(one))).toEqual([])
      }),
    )
  })

  it('has none of the look-alikes', () => {
    expect(policyNumberAlphabet).toMatch(/^[A-Z2-9]+$/)
    expect(policyNumberAlphabet).not.toMatch(/[IOL01]/)
    expect(new Set(policyNumberAlphabet).size).toBe(policyNumberAlphabet.length)
  })

  it('uses every character about as often as any other', () => {
    const counts = new Map<string, number>()
    for (let n = 0; n < 4_000; n++) {
      for (const one of mintPolicyNumber('X').slice(2)) counts.set(one, (counts.get(one) ?? 0) + 1)
    }
    const expected = (4_000 * 8) / policyNumberAlphabet.length
    expect(counts.size).toBe(policyNumberAlphabet.length)
    // Ten standard deviations: a modulo bias would be found, chance would not be taken for one.
    for (const count of counts.values()) {
      expect(Math.abs(count - expected)).toBeLessThan(10 * Math.sqrt(expected))
    }
  })
})
