import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shellWord } from './shell-word.ts'

it('a plain word stays as it is, and one with blanks is quoted', () => {
  expect(shellWord('products/travel-2')).toBe('products/travel-2')
  expect(shellWord('pet insurance')).toBe('"pet insurance"')
})

it('a shell reads back every word, whatever is in it', () => {
  const words = fc.array(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), { minLength: 1 })
  fc.assert(
    fc.property(words, (given) => {
      const script = `printf '%s\\0' ${given.map(shellWord).join(' ')}`
      const printed = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' })
      expect(printed.split('\0').slice(0, -1)).toEqual(given)
    }),
    { numRuns: 15 },
  )
})
