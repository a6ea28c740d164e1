import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareFolded, fold, isSameText } from './fold.ts'
import { wildcardMatcher } from './wildcard.ts'

const letters = fc.constantFrom(...'abABzZäÄßéÉoO\u0308İ\u212Ak@`_-1'.split(''))
const words = fc.array(letters, { maxLength: 6 }).map((list) => list.join(''))

/** The order without any shortcut. */
function plainOrder(a: string, b: string): number {
  const bare = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss')
  const byCode = (x: string, y: string) => (x < y ? -1 : x > y ? 1 : 0)
  const isAscii = (text: string) => text.split('').every((letter) => letter < '\x80')
  return isAscii(a) && isAscii(b) ? byCode(a, b) : byCode(bare(a), bare(b)) || byCode(a, b)
}

describe('texts without their case', () => {
  test('are the same where they are after folding', () => {
    fc.assert(
      fc.property(words, words, (a, b) => {
        expect(isSameText(a, b)).toBe(a.length === b.length && fold(a) === fold(b))
      }),
      { numRuns: 5000 },
    )
  })

  test('come in the order that their letters have without marks', () => {
    fc.assert(
      fc.property(words, words, (a, b) => {
        const [x, y] = [fold(a), fold(b)]
        expect(Math.sign(compareFolded(x, y))).toBe(plainOrder(x, y))
      }),
      { numRuns: 5000 },
    )
  })
})

describe('patterns', () => {
  test('fit the texts that a regular expression of the same meaning fits', () => {
    const signs = fc.constantFrom('a', 'b', 'A', '*', '?', '.', '(')
    const patterns = fc.array(signs, { minLength: 1, maxLength: 5 }).map((list) => list.join(''))
    const texts = fc.array(fc.constantFrom('a', 'b', 'B', '.', '('), { maxLength: 6 })
    fc.assert(
      fc.property(patterns, texts, (pattern, list) => {
        const text = list.join('')
        const meaning = pattern.replace(/[.(]/g, '\\$&').replaceAll('*', '.*').replaceAll('?', '.')
        expect(wildcardMatcher(pattern)(text)).toBe(new RegExp(`^${meaning}$`, 'i').test(text))
      }),
      { numRuns: 5000 },
    )
  })
})
